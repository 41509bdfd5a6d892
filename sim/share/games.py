"""The games of a comparison as a page keeps them: how each ended, which ones diverged, and digests of all their rows.

Games are kept by the key of their cell: two cells with equal keys play equal games. What is kept of a game is what the
tested outcomes are computed from. Which games diverged is kept as a number for each game: the first cell in which the
game of this index left the same row.
"""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Literal
from zlib import compress, decompressobj
from zlib import error as NotCompressed  # noqa: N812 - it is an exception

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from engine.errors import BadData, BadInput, message
from engine.game.outcomes import Mean, Outcome
from engine.game.protocol import Game
from sim.play.outcome_cache import PIECE, Piece
from sim.play.outcomes import Outcomes, joined

MOST_GAMES = 2_000_000
"""Of all cells of both sides together: a page of more would be too large to send."""
MOST_BYTES = 100_000_000
"""Of all games, unpacked."""
MOST_CELLS = 20_000
MOST_COLUMNS = 64
Type = Literal["u1", "i2", "i4", "i8"]
TYPES: tuple[Type, ...] = ("u1", "i2", "i4", "i8")
"""How numbers are packed, the shortest first; little-endian."""
DIGITS = 16
"""Of a digest."""

Key = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
Count = Annotated[int, Field(ge=1, le=MOST_GAMES)]


class Packed(BaseModel):
    """Numbers of all games, cell by cell."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    type: Type
    data: Annotated[str, Field(max_length=20_000_000)]
    """Packed by zlib, in base64."""

    @classmethod
    def of(cls, numbers: NDArray[np.integer]) -> "Packed":
        """The numbers, in the shortest type that holds them."""
        low, high = int(numbers.min(initial=0)), int(numbers.max(initial=0))
        kind = next(each for each in TYPES if np.iinfo(each).min <= low and high <= np.iinfo(each).max)
        raw = numbers.astype(f"<{kind}").tobytes()
        return cls(type=kind, data=b64encode(compress(raw, 9)).decode())

    def numbers(self, count: int) -> NDArray[np.integer]:
        """As many numbers as there are games; ValueError if there are more or fewer. No more than that is unpacked."""
        expected = count * self.bytes_each
        try:
            unpacking = decompressobj()
            raw = unpacking.decompress(b64decode(self.data, validate=True), expected + 1)
        except (NotBase64, NotCompressed) as error:
            raise ValueError("damaged") from error
        if len(raw) != expected or not unpacking.eof or unpacking.unused_data:
            raise ValueError("not as many numbers as games")
        return np.frombuffer(raw, f"<{self.type}")

    @property
    def bytes_each(self) -> int:
        """Of a number, unpacked."""
        return np.dtype(self.type).itemsize


class CellOfPage(BaseModel):
    """The games of all cells with one key."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    key: Key
    games: Count
    digests: Annotated[list[Digest], Field(min_length=1, max_length=MOST_GAMES // PIECE + 1)]
    """Of the rows of each 1,024 games."""


class GamesOfPage(BaseModel):
    """All games, in the order of the cells."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    cells: Annotated[list[CellOfPage], Field(min_length=1, max_length=MOST_CELLS)]
    columns: Annotated[dict[str, Packed], Field(min_length=1, max_length=MOST_COLUMNS)]
    same_as: Packed
    """The number of the first cell in which the game of this index left the same row."""


class Recorder:
    """Keeps the games of a comparison while they are played: a store of pieces, see `sim.play.outcome_cache`."""

    def __init__(self) -> None:
        self._pieces: dict[tuple[str, int], Outcomes] = {}
        """By the key of the cell and the first index; the longest piece that was played."""
        self._games = 0

    def load(self, piece: Piece) -> Outcomes | None:
        return None

    def keep(self, piece: Piece, outcomes: Outcomes) -> None:
        """Keep a piece, and end a comparison that no page can hold."""
        at = (piece.key, piece.first)
        before = self._pieces[at].games if at in self._pieces else 0
        if outcomes.games > before:
            self._pieces[at] = outcomes
            self._games += outcomes.games - before
        if self._games > MOST_GAMES:
            raise BadInput(
                source="--page",
                expected=message("at most {most:,} games in all cells; play fewer (--games)", most=MOST_GAMES),
            )

    def is_earlier(self, piece: Piece) -> bool:
        return False

    def compare(self, piece: Piece, played: Outcomes) -> None:
        """Nothing was kept before."""

    def games(self, tested: Sequence[Outcome]) -> GamesOfPage:
        """What a page keeps of them."""
        whole: dict[str, Outcomes] = {}
        for key in dict.fromkeys(key for key, _ in self._pieces):
            parts = sorted((first, part) for (of, first), part in self._pieces.items() if of == key)
            whole[key] = joined([part for _, part in parts])
        return packed(whole, tested)


def packed(played: Mapping[str, Outcomes], tested: Sequence[Outcome]) -> GamesOfPage:
    """Games by the keys of their cells, as a page keeps them."""
    names = columns_of(tested)
    same = first_alike([each.marks for each in played.values()])
    cells = [CellOfPage(key=key, games=each.games, digests=[*digests_of(each.marks)]) for key, each in played.items()]
    columns = {name: Packed.of(np.concatenate([each.columns[name] for each in played.values()])) for name in names}
    return GamesOfPage(cells=cells, columns=columns, same_as=Packed.of(np.concatenate(same)))


def columns_of(tested: Sequence[Outcome]) -> list[str]:
    """The columns that these outcomes are computed from."""
    found = [name for each in tested for name in (each.column, each.over if isinstance(each, Mean) else "") if name]
    return list(dict.fromkeys(found))


def digests_of(marks: NDArray[np.uint64]) -> Iterator[str]:
    """Of the marks of each 1,024 games."""
    for first in range(0, len(marks), PIECE):
        yield sha256(marks[first : first + PIECE].astype("<u8").tobytes()).hexdigest()[:DIGITS]


def first_alike(marks: Sequence[NDArray[np.uint64]]) -> list[NDArray[np.int64]]:
    """For each game of each cell, the number of the first cell whose game of this index has the same mark."""
    found = [np.zeros(len(each), np.int64) for each in marks]
    for first in range(0, max(map(len, marks)), PIECE):
        there = {at: each[first : first + PIECE] for at, each in enumerate(marks) if len(each) > first}
        for size in dict.fromkeys(map(len, there.values())):
            # Cells of other lengths count as far as they go: they are the same games.
            some = [at for at, each in there.items() if len(each) >= size]
            table = np.stack([there[at][:size] for at in some])
            alike = np.asarray(some)[_first_rows(table)]
            for row, at in enumerate(some):
                if len(there[at]) == size:
                    found[at][first : first + size] = alike[row]
    return found


def _first_rows(table: NDArray[np.uint64]) -> NDArray[np.int64]:
    """For each entry, the first row that has the same in its column."""
    order = np.argsort(table, axis=0, kind="stable")
    in_order = np.take_along_axis(table, order, axis=0)
    begins = np.ones(table.shape, np.bool_)
    begins[1:] = in_order[1:] != in_order[:-1]
    rows = np.arange(len(table))[:, None]
    heads = np.maximum.accumulate(np.where(begins, rows, 0), axis=0)
    found = np.empty_like(order)
    np.put_along_axis(found, order, np.take_along_axis(order, heads, axis=0), axis=0)
    return found


@dataclass(frozen=True)
class UnpackedGames:
    """The games of a page, unpacked: a store from which a comparison is computed without playing."""

    by_key: Mapping[str, Outcomes]
    source: str

    def load(self, piece: Piece) -> Outcomes:
        """The games of a piece. Nothing is played in place of what a page does not have."""
        there = self.by_key.get(piece.key)
        if there is None or there.games < piece.last:
            raise BadData(message("has not all games of its cells"), source=self.source, place="games")
        return there.part(piece.first, piece.last)

    def keep(self, piece: Piece, outcomes: Outcomes) -> None:
        """Everything is here already."""

    def is_earlier(self, piece: Piece) -> bool:
        return False

    def compare(self, piece: Piece, played: Outcomes) -> None:
        """Games are played again by `sim.share.verify`."""


def unpacked(games: GamesOfPage, game: Game, tested: Sequence[Outcome], source: str) -> UnpackedGames:
    """The games of a page, if they are such as this game can have."""
    try:
        return UnpackedGames(_by_key(games, game, tested), source)
    except ValueError as error:
        raise BadData(message("{error}", error=error), source=source, place="games") from None


def _by_key(games: GamesOfPage, game: Game, tested: Sequence[Outcome]) -> dict[str, Outcomes]:
    names, total = columns_of(tested), sum(cell.games for cell in games.cells)
    size = sum(each.bytes_each for each in (games.same_as, *games.columns.values()))
    if total > MOST_GAMES or total * size > MOST_BYTES:
        raise ValueError("more games than a page has")
    if len({cell.key for cell in games.cells}) != len(games.cells):
        raise ValueError("the same cell twice")
    if [*games.columns] != names:
        raise ValueError(f"expected the columns {', '.join(names)}")
    for cell in games.cells:
        if len(cell.digests) != -(-cell.games // PIECE):
            raise ValueError("not a digest for each piece")
    declared = {column.name: column for column in game.columns}
    columns = {name: games.columns[name].numbers(total) for name in names}
    for name, values in columns.items():
        low, high = declared[name].span
        if values.min() < low or values.max() > high:
            raise ValueError(f"{name}: a number that no game has")
    same = games.same_as.numbers(total)
    if same.min() < 0 or same.max() >= len(games.cells):
        raise ValueError("same_as: a number that no cell has")
    ends = np.cumsum([cell.games for cell in games.cells])
    found = {}
    for cell, end in zip(games.cells, ends, strict=True):
        part = slice(int(end) - cell.games, int(end))
        marks = same[part].astype(np.uint64)
        found[cell.key] = Outcomes({name: values[part] for name, values in columns.items()}, marks)
    return found
