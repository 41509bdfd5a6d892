"""The Shipwreck Arcana as a `Game`, the interface that `sim/` uses."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

from engine.errors import BrokenRule
from engine.game.cell import Cell, Json
from engine.game.outcomes import Outcome
from engine.game.protocol import Game
from engine.game.results import Batch, Column, CountTable, Measure, Notable, Replay
from engine.kernel.records import new
from engine.policy.part import CheckedPolicies
from engine.policy.seats.seating import outside_policies
from engine.shipwreck.about import ABOUT
from engine.shipwreck.cells.grid import cells_of, decks_of, resolve_grid
from engine.shipwreck.cells.learned_weights import notes_of
from engine.shipwreck.cells.play_cell import PREPARATION, lay_out, play_batch
from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.cells.variants import part_named, why_incomparable
from engine.shipwreck.parts import CHECKED, CONTENT, Cards, ConfigFiles, LearntWeights
from engine.shipwreck.table import NAME, RULES_VERSION, results
from engine.shipwreck.table.state import Log
from engine.shipwreck.words import game_ids
from engine.shipwreck.words.presentation import PRESENTATION


class Shipwreck:
    """Implements the protocol `engine.game.protocol.Game`."""

    name = NAME
    version = RULES_VERSION
    schema = results.SCHEMA
    about = ABOUT
    columns: Sequence[Column] = results.COLUMNS
    outcomes: Sequence[Outcome] = results.OUTCOMES
    tables: Sequence[CountTable] = results.TABLES
    measures: Sequence[Measure] = results.MEASURES
    notable: Mapping[str, Notable] = results.NOTABLE
    presentation = PRESENTATION
    content = CONTENT
    pieces = Cards()
    policies = CheckedPolicies(CHECKED)
    learning = LearntWeights()
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
            name: {"digest": deck.digest, "rules": deck.rules, "cards": deck.size} for name, deck in decks_of(grid)
        }
        return {"decks": decks, **outside_policies(POLICIES, grid)}

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """Compiles the kernel of each policy; one cell is enough, because the rules are the same for every deck. Plays
        no game, because a policy may never return, and only the callers that play games have a time limit."""
        PREPARATION.prepare(cells, say)

    def preparing(
        self, cells: Sequence[Cell], say: Callable[[str], None]
    ) -> AbstractContextManager[Callable[[Cell], bool]]:
        return PREPARATION.preparing(cells, say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        from engine.shipwreck.words.telling import Teller  # only a replay needs words

        log, broken = new(Log), ""
        log.listens = 1
        try:
            play_batch(cell, seed, index, index + 1, log)
        except BrokenRule as error:
            broken = str(error)
        laid_out = lay_out(cell)
        told = Teller(laid_out.deck, laid_out.compiled).tell(log)
        if not broken:
            return told
        turn = told.events[-1]["turn"] if told.events else 0
        events = [*told.events, {"turn": turn, "event": "broken", "what": broken}]
        return Replay(events, [*told.lines, (turn, f"Broken off: {broken}")])

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return game_ids.game_id(cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return game_ids.find_game(game_id)

    def notes(self, cells: Sequence[Cell]) -> list[str]:
        return sorted({note for cell in cells for note in notes_of(cell)})


SHIPWRECK = Shipwreck()
GAME: Game = SHIPWRECK
