"""A game from outside as a `Game`, the interface that `sim/` uses: what all of them have in common."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from engine.game.about import About
from engine.game.cell import Cell, Json
from engine.game.optional_parts import Files, Pieces, Spreadsheets
from engine.game.outcomes import Outcome
from engine.game.results import Column, CountTable, Measure
from engine.outside.grid import OutsideGrid
from engine.outside.ids import OutsideIds


class Edition(Protocol):
    """One text, one program, one game of a library: all that decides how games are played."""

    @property
    def about(self) -> About: ...

    @property
    def columns(self) -> Sequence[Column]: ...

    @property
    def outcomes(self) -> Sequence[Outcome]: ...

    @property
    def grid(self) -> OutsideGrid: ...

    @property
    def ids(self) -> OutsideIds: ...


E = TypeVar("E", bound=Edition)


class OutsideGame(Generic[E]):
    """What does not depend on how games are played, of the protocol `engine.game.protocol.Game`."""

    schema = 1
    tables: Sequence[CountTable] = ()
    measures: Sequence[Measure] = ()
    pieces: Pieces | None = None
    learning = None
    files: Files | None = None
    spreadsheets: Spreadsheets | None = None

    def __init__(self, edition: E) -> None:
        self.edition = edition
        self.name, self.version = edition.ids.name, edition.ids.rules
        self.about = edition.about
        self.columns: Sequence[Column] = edition.columns
        self.outcomes: Sequence[Outcome] = edition.outcomes

    def edition_in(self, data: Mapping[str, object], source: str) -> E:
        """The edition that a grid is for."""
        return self.edition

    def played(self, cell: Cell) -> E:
        """The edition that a cell is played with."""
        return self.edition

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return self.edition_in(grid, source).grid.resolve(grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return self.edition_in(grid, self.name).grid.cells(grid)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        """Luck belongs to the seed and the index, whoever plays."""
        return None

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return []

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Nothing: whoever plays the game compiles it, if anybody does. To play a game here could hang where nobody
        watches."""

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return self.played(cell).ids.game_id(cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return self.edition.ids.find_game(game_id)
