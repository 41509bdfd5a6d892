"""A game by older rules: its runs can be read, but no game of it can be played or told again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from engine.errors import NotComparable, message
from engine.game.cell import Cell, Json
from engine.game.outcomes import Outcome
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay


@dataclass(frozen=True)
class OlderResults:
    """What the runs of older rules have in them. They are described in the words of today's game, which are about
    columns of the same names; and whoever played is named as today."""

    version: int
    schema: int
    columns: Sequence[Column]
    outcomes: Sequence[Outcome]
    notable: Mapping[str, Notable]
    later_parameters: frozenset[str] = frozenset()
    """Parameters that every policy has today, and had not then."""


class ReadOnlyGame:
    """Implements the protocols `Game` and `OnlyRead` of `engine.game.protocol`."""

    tables: Sequence[CountTable] = ()
    measures: Sequence[Measure] = ()
    content = pieces = policies = learning = files = editions = spreadsheets = None

    def __init__(self, today: Game, results: OlderResults) -> None:
        self.today, self._results = today, results
        self.name, self.about, self.presentation = today.name, today.about, today.presentation
        self.version, self.schema = results.version, results.schema
        self.columns, self.outcomes, self.notable = results.columns, results.outcomes, results.notable

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return self.today.resolve(grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return [Cell(cell.labels, self._as_then(cell.spec)) for cell in self.today.cells(grid)]

    def _as_then(self, found: Any) -> Any:
        """Plain data without the parameters that came later: it decides the key of a cell."""
        if isinstance(found, list):
            return [self._as_then(each) for each in found]
        if not isinstance(found, dict):
            return found
        return {key: self._as_then(each) for key, each in found.items() if key not in self._results.later_parameters}

    def provenance(self, grid: Json) -> Json:
        return self.today.provenance(grid)

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return self.today.notes(cells)

    def part(self, word: str) -> Json | None:
        return None

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return self._refusal.line

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Nothing, as nothing will be played."""

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        self._refuse()

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        self._refuse()

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        self._refuse()

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise self._refusal

    @property
    def _refusal(self) -> NotComparable:
        return NotComparable(
            message(
                "rule version {version} of {name} is only read here, and played by nobody",
                version=self.version,
                name=self.name,
            )
        )
