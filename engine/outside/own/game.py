"""A game file as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from engine.configs import look_beside, read_text
from engine.errors import BadInput, NotComparable
from engine.game.cell import Cell, Json
from engine.game.differences import plain_changes
from engine.game.outcomes import Outcome
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.outside.own import words
from engine.outside.own.compiled.kernels import kernel_of, plain_only, unwanted
from engine.outside.own.compiled.meanwhile import compile_meanwhile
from engine.outside.own.content import OwnContent
from engine.outside.own.declared import CODE, PLAYERS, Declared
from engine.outside.own.files import file_at, load, loaded, name_of
from engine.outside.own.grid import cells_of, resolve_grid
from engine.outside.own.play import play_batch, replay_game
from engine.outside.own.shown_views import watching
from engine.policy.part import ListedPolicies
from engine.policy.seats.changes import everybody_by
from engine.policy.seats.seating import SEATINGS


@dataclass(frozen=True)
class OwnEditions:
    """Other texts of a game."""

    game: str
    admitted: dict[str, str] = field(default_factory=dict)
    """By the word that stands for each: its hash."""

    def admit(self, word: str) -> str:
        file = file_at(Path(word))
        digest = load(self.game, read_text(file), str(file)).digest
        found = f"{self.game}@{digest[:8]}"
        self.admitted[found] = digest
        return found


@dataclass(frozen=True)
class OwnPolicies(ListedPolicies):
    """The policies of a game file."""

    game: "OwnGame"

    def meddling(self, cell: Cell, seed: int, games: int) -> list[str]:
        """Where policies change what they are shown, in lines; the games are played for it."""
        with watching() as found:
            self.game.simulate(cell, seed, 0, games)
        return [f"{self.game.declared.where}: {change}" for change in found.values()]


class OwnGame:
    """Implements the protocol `engine.game.protocol.Game`."""

    schema = 1
    tables: Sequence[CountTable] = ()
    measures: Sequence[Measure] = ()
    pieces = None
    learning = None
    files = None

    def __init__(self, declared: Declared) -> None:
        self.declared = declared.check()
        self.name = declared.name
        self.version = declared.version
        self.about = declared.about
        self.columns: Sequence[Column] = declared.columns
        self.outcomes: Sequence[Outcome] = declared.outcomes
        self.notable = _notable(declared)
        self.presentation = replace(words.presentation_of(declared), changes=self._changes)
        self.content = OwnContent(declared, self.resolve)
        self.policies = OwnPolicies(declared.policies, f"games of {declared.where}", self)
        self.editions = OwnEditions(declared.name)
        self._editions = {declared.file.digest: declared}

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        """Another edition is played by the policies of this one, if the grid names none."""
        edition = self._edition(str(grid.get(CODE, self.declared.file.digest)), source)
        if edition is not self.declared and not any(grid.get(key) for key in SEATINGS):
            grid = {**grid, "policies": [next(iter(self.declared.policies.installed))]}
        return resolve_grid(edition, grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return cells_of(self._edition(grid[CODE], self.name), grid)

    def part(self, word: str) -> Json | None:
        """A policy with its parameters, or another edition of the game."""
        if edition := self.editions.admitted.get(word):
            return {CODE: edition}
        return everybody_by(self.declared.policies, word)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        """Luck belongs to labels, whoever plays; but more players draw otherwise."""
        if before.spec[PLAYERS] != after.spec[PLAYERS]:
            return f"{before.spec[PLAYERS]} players against {after.spec[PLAYERS]}: no luck is shared"
        if self._played(before).columns != self._played(after).columns:
            return "the two texts of the game have different columns"
        return None

    def provenance(self, grid: Json) -> Json:
        return {"own game": {"name": self.name, "version": self.version, "sha256": self.declared.file.digest}}

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return []

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Another process begins to compile the game, if nobody has; until it is done, games are played plainly. What
        the author compiles himself, a worker compiles. To play a game here could hang where nobody watches."""
        editions = {cell.spec[CODE]: self._played(cell) for cell in cells}
        compile_meanwhile([kernel_of(edition) for edition in editions.values()], say)

    def plainly(self) -> AbstractContextManager[None]:
        return plain_only()

    def compile_now(self) -> list[str]:
        kernel = kernel_of(self.declared)
        kernel.compile()
        return kernel.refusals or ([] if kernel.is_ready else [unwanted()])

    def differences(self) -> list[str]:
        return kernel_of(self.declared).differences

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(self._played(cell), cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        declared = self._played(cell)
        return words.tell(declared, replay_game(declared, cell, seed, index))

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return words.game_id(self._played(cell), cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return words.find_game(self.declared, game_id)

    def _changes(self, before: Json, after: Json) -> list[str]:
        """What differs between two cells, which may be of two texts of the game."""
        editions = [self._edition(spec[CODE], self.name) for spec in (before, after)]
        others = [{key: value for key, value in spec.items() if key != CODE} for spec in (before, after)]
        return [*plain_changes(*others), *words.changed_text(*editions)]

    def _played(self, cell: Cell) -> Declared:
        """The edition that a cell is played with. To a worker, its text comes with the cell."""
        digest = cell.spec[CODE]
        if digest in cell.code:
            load(self.name, cell.code[digest])
        return self._edition(digest, cell.name)

    def _edition(self, digest: str, source: str) -> Declared:
        """A text of the game that was loaded in this call."""
        if digest not in self._editions:
            found = loaded(self.name, digest)
            if found is None:
                here = f"{self.declared.where} is {self.declared.file.digest[:8]} now"
                raise NotComparable(
                    f"{source}: played with another text of {self.name} (sha256 {digest[:8]}); {here}, and its games "
                    "are other games: bring the old text back, or start anew with fatecast run"
                )
            self._editions[digest] = Declared(found).check()
        return self._editions[digest]


def _notable(game: Declared) -> Mapping[str, Notable]:
    """The longest and the shortest game, and where players score, the biggest comeback and the narrowest win."""
    most_turns = int(np.iinfo(game.row["turns"]).max)
    found = {
        "longest game": Notable(("turns",)),
        "shortest game": Notable(("turns",), least=most_turns),
        "most decisions": Notable(("decisions",)),
    }
    if "margin" in (game.row.names or ()):
        found["biggest comeback"] = Notable(("behind_most",))
        found["narrowest win"] = Notable(("margin",), lambda rows: rows["winners"] > 0, least=65_535)
    return found


def admit(path: Path) -> tuple[str, str]:
    """Load a game file that the command line named in this very call. Returns the name of the game, and the name by
    which `game_named` finds this very text."""
    file = file_at(path)
    found = load(name_of(file), read_text(file), str(file))
    Declared(found).check()
    look_beside(found.name, file.parent)
    return found.name, f"{found.name}@{found.digest}"


def game_named(name: str, code: Mapping[str, str]) -> Game:
    """The game of a name and the hash of its text; a worker gets the text itself with its cell."""
    short, _, digest = name.partition("@")
    found = loaded(short, digest)
    if found is None and digest in code:
        found = load(short, code[digest])
    if found is None:
        raise BadInput(f"{short} is a game of your own (sha256 {digest[:8]}): name its file, --game PATH")
    return OwnGame(Declared(found))
