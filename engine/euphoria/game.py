"""Leaders of Euphoria as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

import numpy as np

from engine.errors import BadInput, BrokenRule
from engine.euphoria.about import ABOUT
from engine.euphoria.cells.grid import cells_of, decks_of, resolve_grid
from engine.euphoria.cells.play_cell import (
    PREPARATION,
    focus_seats_of,
    lay_out,
    play_batch,
    play_seated,
    seat,
)
from engine.euphoria.cells.policy_set import POLICIES
from engine.euphoria.cells.variants import part_named, why_incomparable
from engine.euphoria.parts import CHECKED, CONTENT, Artifacts, ConfigFiles
from engine.euphoria.table import NAME, RULES_VERSION, results
from engine.euphoria.table.results import PAIRED
from engine.euphoria.table.state import Log
from engine.euphoria.words import game_ids
from engine.euphoria.words.assumptions import notes_of
from engine.euphoria.words.presentation import PRESENTATION
from engine.euphoria.words.telling import Teller
from engine.game.cell import Cell, Json
from engine.game.outcomes import Outcome
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.game.seats import ANYWHERE, FOCUS
from engine.kernel.records import new
from engine.policy.kernel import Seeds
from engine.policy.part import CheckedPolicies
from engine.policy.seats.seating import outside_policies


class Euphoria:
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
    pieces = Artifacts()
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
        decks = {
            name: {"digest": deck.digest, "rules": deck.rules, "artifacts": deck.size} for name, deck in decks_of(grid)
        }
        return {"decks": decks, **outside_policies(POLICIES, grid)}

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compiles the kernels of the cells. Heuristics share one, and decks and options need none."""
        PREPARATION.prepare(cells, say)

    def preparing(
        self, cells: Sequence[Cell], say: Callable[[str], None]
    ) -> AbstractContextManager[Callable[[Cell], bool]]:
        return PREPARATION.preparing(cells, say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        return self._told(cell, seed, index, None)

    def replay_as(self, cell: Cell, seed: int, index: int, seat: int) -> Replay:
        """The same as the player in this seat knows it, from 1 on."""
        if not 1 <= seat <= cell.spec["players"]:
            raise BadInput(f"--as: expected a seat from 1 to {cell.spec['players']}, got {seat}")
        return self._told(cell, seed, index, seat - 1)

    def _told(self, cell: Cell, seed: int, index: int, as_seat: int | None) -> Replay:
        log, broken, focus, verdict = new(Log), "", ANYWHERE, ""
        log.listens = 1
        indices = np.array([index])
        if FOCUS in cell.spec:
            focus = int(focus_seats_of(cell, seed, indices)[0])
        try:
            play_seated(seat(cell, focus), Seeds.of(seed), indices, log)
            if FOCUS in cell.spec:
                verdict = PAIRED.values[play_batch(cell, seed, index, index + 1).rows[PAIRED.name][0]]
        except BrokenRule as error:
            broken = str(error)
        return Teller(lay_out(cell).deck, as_seat).tell(log, broken, focus, verdict)

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return game_ids.game_id(cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return game_ids.find_game(game_id)

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return notes_of(cells)


EUPHORIA = Euphoria()
GAME: Game = EUPHORIA
