"""Hadal Project as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

import numpy as np

from engine.errors import BrokenRule
from engine.game.cell import Cell, Json
from engine.game.outcomes import Outcome
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.hadal.about import ABOUT
from engine.hadal.cells.grid import cells_of, missions_of, resolve_grid
from engine.hadal.cells.play_cell import PREPARATION, lay_out, play_batch, play_games_of
from engine.hadal.cells.policy_set import POLICIES
from engine.hadal.cells.variants import part_named, why_incomparable
from engine.hadal.parts import CHECKED, CONTENT, ConfigFiles, Receptacles
from engine.hadal.table import NAME, RULES_VERSION, results
from engine.hadal.table.state import Log
from engine.hadal.words import game_ids
from engine.hadal.words.assumptions import notes_of
from engine.hadal.words.presentation import PRESENTATION
from engine.hadal.words.telling import Teller
from engine.kernel.records import new
from engine.policy.kernel import Seeds
from engine.policy.part import CheckedPolicies
from engine.policy.seats.seating import outside_policies


class Hadal:
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
    pieces = Receptacles()
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
        missions = {
            name: {"digest": mission.digest, "rules": mission.rules, "standin": mission.standin}
            for name, mission in missions_of(grid)
        }
        return {"missions": missions, **outside_policies(POLICIES, grid)}

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compiles the kernels of the cells. Policies with habits share one, and missions and options need none."""
        PREPARATION.prepare(cells, say)

    def preparing(
        self, cells: Sequence[Cell], say: Callable[[str], None]
    ) -> AbstractContextManager[Callable[[Cell], bool]]:
        return PREPARATION.preparing(cells, say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        log, broken = new(Log), ""
        log.listens = 1
        try:
            play_games_of(cell, Seeds.of(seed), np.array([index]), log)
        except BrokenRule as error:
            broken = str(error)
        return Teller(lay_out(cell).mission).tell(log, broken)

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return game_ids.game_id(cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return game_ids.find_game(game_id)

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return notes_of(cells)


HADAL = Hadal()
GAME: Game = HADAL
