"""The Oracle as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

from engine.game.cell import Cell, Json
from engine.game.outcomes import Outcome
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.oracle.about import ABOUT
from engine.oracle.cells.grid import cells_of, layouts_of, resolve_grid
from engine.oracle.cells.play_cell import PREPARATION, lay_out, play_batch, replay_log
from engine.oracle.cells.policy_set import POLICIES
from engine.oracle.cells.variants import part_named, why_incomparable
from engine.oracle.parts import CHECKED, CONTENT, ActionsAndAbilities, ConfigFiles
from engine.oracle.table import NAME, RULES_VERSION, results
from engine.oracle.words import game_ids
from engine.oracle.words.assumptions import notes_of
from engine.oracle.words.presentation import PRESENTATION
from engine.oracle.words.telling import Teller
from engine.policy.part import CheckedPolicies
from engine.policy.seats.seating import outside_policies


class Oracle:
    """Implements the protocol `engine.game.protocol.Game`."""

    name = NAME
    version = RULES_VERSION
    schema = results.SCHEMA
    about = ABOUT
    columns: Sequence[Column] = results.COLUMNS
    outcomes: Sequence[Outcome] = results.OUTCOMES
    tables: Sequence[CountTable] = ()
    measures: Sequence[Measure] = results.MEASURES
    notable: Mapping[str, Notable] = results.NOTABLE
    presentation = PRESENTATION
    content = CONTENT
    pieces = ActionsAndAbilities()
    policies = CheckedPolicies(CHECKED)
    learning = None
    files = ConfigFiles()
    editions = None

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return resolve_grid(grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return cells_of(grid)

    def part(self, word: str) -> Json | None:
        return part_named(word)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return why_incomparable(before.spec, after.spec)

    def provenance(self, grid: Json) -> Json:
        layouts = {
            name: {"digest": layout.digest, "rules": layout.rules, "standin": layout.standin}
            for name, layout in layouts_of(grid)
        }
        return {"layouts": layouts, **outside_policies(POLICIES, grid)}

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compiles the kernels of the cells. Layouts and options need none."""
        PREPARATION.prepare(cells, say)

    def preparing(
        self, cells: Sequence[Cell], say: Callable[[str], None]
    ) -> AbstractContextManager[Callable[[Cell], bool]]:
        return PREPARATION.preparing(cells, say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        return Teller(lay_out(cell).layout).tell(*replay_log(cell, seed, index))

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return game_ids.game_id(cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return game_ids.find_game(game_id)

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return notes_of(cells)


ORACLE = Oracle()
GAME: Game = ORACLE
