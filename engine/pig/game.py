"""Pig as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

from engine.game.cell import Cell, Json
from engine.game.outcomes import Outcome
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.pig.about import ABOUT
from engine.pig.cells.grid import cells_of, resolve_grid
from engine.pig.cells.play_cell import PREPARATION, play_batch, replay_log
from engine.pig.cells.policy_set import POLICIES
from engine.pig.cells.variants import why_incomparable
from engine.pig.optional_parts import CHECKED, CONTENT
from engine.pig.table import NAME, RULES_VERSION, results
from engine.pig.words import game_ids
from engine.pig.words.presentation import PRESENTATION
from engine.pig.words.telling import tell
from engine.policy.policies_part import CheckedPolicies
from engine.policy.seats.changes import everybody_by
from engine.policy.seats.seating import outside_policies


class Pig:
    """Implements the protocol `engine.game.protocol.Game`."""

    name = NAME
    version = RULES_VERSION
    schema = results.SCHEMA
    about = ABOUT
    columns: Sequence[Column] = results.COLUMNS
    outcomes: Sequence[Outcome] = results.OUTCOMES
    tables: Sequence[CountTable] = ()
    measures: Sequence[Measure] = ()
    notable: Mapping[str, Notable] = results.NOTABLE
    presentation = PRESENTATION
    content = CONTENT
    pieces = None
    policies = CheckedPolicies(CHECKED)
    learning = None
    files = None
    editions = None

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return resolve_grid(grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return cells_of(grid)

    def part(self, word: str) -> Json | None:
        """A policy by name with its parameters. It takes the place of everybody who plays."""
        return everybody_by(POLICIES, word)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return why_incomparable(before.spec, after.spec)

    def provenance(self, grid: Json) -> Json:
        return outside_policies(POLICIES, grid)

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compiles the kernels of the cells. Cells with the same policies share them, whatever the scores to reach."""
        PREPARATION.prepare(cells, say)

    def preparing(
        self, cells: Sequence[Cell], say: Callable[[str], None]
    ) -> AbstractContextManager[Callable[[Cell], bool]]:
        return PREPARATION.preparing(cells, say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        return tell(*replay_log(cell, seed, index))

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return game_ids.game_id(cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return game_ids.find_game(game_id)

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return []


PIG = Pig()
GAME: Game = PIG
