"""The games of an unfinished search, in one file beside the results to be. After Ctrl-C, a kill or a power cut, the
same command goes on from there.

A game is a function of its cell, its seed and its index, and a cell is known by the hash of its content. So kept games
fit any search that asks for the same cell of the same engine, and a search that is continued finds what it would have
found. Records are only ever appended, each with its checksum. Whatever follows the first record that is not whole, or
has a value that its column cannot have, is cut off and played again. The file holds numbers only. Anybody may have made
it, so one of its pieces is played again before any is believed.
"""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from engine.errors import BadData, BadInput, message
from engine.game.cell import Json
from engine.game.outcomes import Mean
from engine.game.protocol import Game
from engine.kernel.sources import sources_digest
from sim.errors import SearchInterrupted
from sim.experiment.experiment import ResolvedExperiment
from sim.play.logs import LOGGER
from sim.play.outcome_cache import PIECE, Piece
from sim.play.outcomes import Outcomes, outcome_columns
from sim.runs.atomic_files import written_to
from sim.runs.own_folder import open_own
from sim.runs.tally import largest_of
from sim.text.number_format import whole

ENDING = ".unfinished"
WHAT = "games of an unfinished search"
LONGEST_HEAD = 4_096
MOST_BYTES = 2 << 30
"""Of the file; what does not fit is not kept."""


class Place(NamedTuple):
    """Where a record lies in the file."""

    at: int
    size: int


class KeptGames:
    """The file, open and locked."""

    def __init__(self, path: Path, base: ResolvedExperiment, marks: bool) -> None:
        game = base.game
        types = {column.name: column.dtype for column in game.columns}
        self.path = path
        self._columns = {name: np.dtype(types[name]) for name in outcome_columns(game)}
        self._marks = marks
        self._bytes = sum(kind.itemsize for kind in self._columns.values()) + 8 * marks
        self._head: Json = {
            "fatecast": WHAT,
            "game": game.name,
            "rules": game.version,
            "schema": game.schema,
            "engine": sources_digest(game.name),
            "columns": {name: kind.str for name, kind in self._columns.items()},
            "marks": marks,
        }
        self._places: dict[Piece, Place] = {}
        self._file: BinaryIO | None = None
        self._end = 0
        self._earlier: set[Piece] = set()
        """What an interrupted search left, until one of them is asked for: it may be of another text of the game."""
        self._untried: set[Piece] = set()
        """The same, until one of them was played again: anybody may have made the file."""
        self._most = _largest(game)
        if os.path.lexists(path):
            self._open()
            self._read()
            self._earlier = {*self._places}
            self._untried = {*self._places}

    @property
    def games(self) -> int:
        """How many are kept."""
        return self._count(self._places)

    def load(self, piece: Piece) -> Outcomes | None:
        """The games of a piece, if they are kept."""
        place = self._places.get(piece)
        if place is None or self._file is None:
            return None
        if piece in self._earlier:
            games = whole(self._count(self._earlier))
            LOGGER.warning(message("going on: {games} games are kept in {path}", games=games, path=self.path))
            self._earlier.clear()
        self._file.seek(place.at)
        return self._unpacked(self._file.read(place.size), piece.last - piece.first)

    def is_earlier(self, piece: Piece) -> bool:
        """Whether an earlier search left this piece, and none of what it left was played again."""
        return piece in self._untried

    def compare(self, piece: Piece, played: Outcomes) -> None:
        """Refuse the file if a piece of it, played again, has other games."""
        found = self.load(piece)
        self._untried.clear()
        if found is None or not self._same(found, played):
            self.close()
            raise BadData(
                message("not the games that are played here (seed {seed}); remove it", seed=piece.seed),
                source=self.path,
            )

    def _same(self, found: Outcomes, played: Outcomes) -> bool:
        columns = all(np.array_equal(found.columns[name], played.columns[name]) for name in self._columns)
        return columns and (not self._marks or np.array_equal(found.marks, played.marks))

    def keep(self, piece: Piece, outcomes: Outcomes) -> None:
        """Keep the games of a piece. If the disk is full, the search goes on without."""
        if self._end > MOST_BYTES:
            return
        data = b"".join(outcomes.columns[name].astype(kind).tobytes() for name, kind in self._columns.items())
        data += outcomes.marks.astype("<u8").tobytes() if self._marks else b""
        line = _line({**piece._asdict(), "sha256": _checksum(piece, data)})
        try:
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._open()
                self._append(_line(self._head))
            self._append(line + data)
        except OSError as error:
            LOGGER.warning(
                message(
                    "{path}: cannot be written ({error}); the games from here on are not kept",
                    path=self.path,
                    error=error.strerror,
                )
            )
            self._end = MOST_BYTES + 1
            return
        self._places[piece] = Place(self._end - len(data), len(data))

    def close(self) -> None:
        """End with the file as it is."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def remove(self) -> None:
        """The search is finished, and nobody needs its games any more."""
        if self._file is not None:
            self.close()
            with suppress(OSError):
                self.path.unlink()

    @staticmethod
    def _count(pieces: Iterable[Piece]) -> int:
        return sum(piece.last - piece.first for piece in pieces)

    def _append(self, data: bytes) -> None:
        assert self._file is not None
        self._file.seek(self._end)
        self._file.write(data)
        self._end += len(data)

    def _open(self) -> None:
        with written_to(self.path):
            file = os.fdopen(open_own(self.path, os.O_RDWR | os.O_CREAT), "r+b", buffering=0)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise BadInput(message("in use by another search; --out names another place"), source=self.path) from None
        self._file = file

    def _read(self) -> None:
        """Find the records that are whole, and cut off what follows them."""
        assert self._file is not None
        head = _parsed(self._file.readline(LONGEST_HEAD))
        size = self.path.stat().st_size
        if size and (head is None or head.get("fatecast") != WHAT):
            self.close()
            raise BadInput(
                message("not the games of an unfinished search; remove it, or name another place with --out"),
                source=self.path,
            )
        if size and head != self._head:
            LOGGER.warning(
                message("{path}: played with another version of the game or the engine; starting anew", path=self.path)
            )
        if head == self._head:
            self._end = self._file.tell()
            while record := self._record():
                piece, place = record
                self._places[piece] = place
                self._end = place.at + place.size
        else:
            self._file.truncate(0)
            self._append(_line(self._head))
        self._file.truncate(self._end)

    def _record(self) -> tuple[Piece, Place] | None:
        """The next record; None if it is not whole."""
        assert self._file is not None
        told = _parsed(self._file.readline(LONGEST_HEAD))
        if told is None or told.keys() != {*Piece._fields, "sha256"}:
            return None
        piece = Piece(*(told[name] for name in Piece._fields))
        if not _is_piece(piece):
            return None
        place = Place(self._file.tell(), (piece.last - piece.first) * self._bytes)
        data = self._file.read(place.size)
        if len(data) != place.size or _checksum(piece, data) != told["sha256"]:
            return None
        columns = self._unpacked(data, piece.last - piece.first).columns
        is_possible = all(
            -self._most[name] <= column.min() and column.max() <= self._most[name] for name, column in columns.items()
        )
        return (piece, place) if is_possible else None

    def _unpacked(self, data: bytes, games: int) -> Outcomes:
        columns, at = {}, 0
        for name, kind in self._columns.items():
            columns[name] = np.frombuffer(data, kind, games, at)
            at += games * kind.itemsize
        return Outcomes(columns, np.frombuffer(data, "<u8", games, at) if self._marks else np.zeros(games, np.uint64))


@contextmanager
def kept_games(result: Path, base: ResolvedExperiment, marks: bool = True) -> Iterator[KeptGames]:
    """The games kept for the search whose results go to this path. Without `marks`, games need not be told apart. The
    file is removed when the search is finished, and only then."""
    kept = KeptGames(result.with_name(result.name + ENDING), base, marks)
    try:
        yield kept
        kept.remove()
    except KeyboardInterrupt as interrupt:
        raise (SearchInterrupted(kept.path, interrupt) if kept.games else interrupt) from None
    finally:
        kept.close()


def _largest(game: Game) -> dict[str, int]:
    """The largest value that each column can have, without its sign: by its type, its codes, the bounds of outcomes."""
    most = {column.name: largest_of(column) for column in game.columns}
    for outcome in game.outcomes:
        if isinstance(outcome, Mean) and outcome.values:
            most[outcome.column] = min(most[outcome.column], len(outcome.values) - 1)
        elif isinstance(outcome, Mean) and outcome.bounds and not outcome.over:
            farthest = max(outcome.bounds[1] - outcome.offset, -outcome.bounds[0] if outcome.below_zero else 0)
            most[outcome.column] = min(most[outcome.column], farthest)
    return most


def _line(data: Json) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _parsed(line: bytes) -> Json | None:
    with suppress(ValueError, RecursionError):
        found = json.loads(line)
        if isinstance(found, dict):
            return found
    return None


def _is_piece(piece: Piece) -> bool:
    numbers = (piece.seed, piece.first, piece.last)
    if not isinstance(piece.key, str) or not all(type(number) is int for number in numbers):
        return False
    return 0 <= piece.first < piece.last <= piece.first + PIECE


def _checksum(piece: Piece, data: bytes) -> str:
    return sha256(_line(piece._asdict()) + data).hexdigest()
