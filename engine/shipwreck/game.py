"""The Shipwreck Arcana behind the seam that `sim/` knows."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from engine.game import Alteration, Batch, Cell, Json, Replay, Sheet
from engine.records import new
from engine.shipwreck import game_ids, results
from engine.shipwreck.alterations import alterations_of, fields_of
from engine.shipwreck.book import compile_deck
from engine.shipwreck.deck_extension import extension
from engine.shipwreck.deck_files import DECK_KEYS, deck_from_file, load_deck
from engine.shipwreck.deck_schema import json_schema
from engine.shipwreck.deck_sheet import deck_sheet
from engine.shipwreck.grid import cells_of, decks_of, resolve_grid
from engine.shipwreck.playing import lay_out, play_batch
from engine.shipwreck.seating import compile_kernel
from engine.shipwreck.state import Log
from engine.shipwreck.telling import Teller
from engine.shipwreck.variants import changed_grid, part_named, why_incomparable

RULES = 1
"""The version of the rules; raised when a game would be played differently, never for speed."""


class Shipwreck:
    """All that the laboratory may ask."""

    name = "shipwreck"
    version = RULES
    schema = results.SCHEMA
    columns = results.COLUMNS
    counters = results.COUNTERS
    tables = results.TABLES
    measures = results.MEASURES
    notable = results.NOTABLE
    rungs = "policy"
    worsens = "policy.slip"

    def resolve(self, grid: Mapping[str, object], source: str) -> Json:
        return resolve_grid(grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return cells_of(grid)

    def changed(self, grid: Json, changes: Mapping[str, object], source: str) -> Json:
        return changed_grid(grid, changes, source)

    def alterations(self, grid: Json, kind: str, source: str) -> list[Alteration]:
        return alterations_of(grid, kind, source)

    def fields(self, grid: Json, source: str) -> dict[str, int | str]:
        return fields_of(grid, source)

    def extension(
        self, grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path
    ) -> str:
        return extension(grid, changes, notes, to)

    def trained(self, cell: Cell) -> bool:
        return "weights" in cell.spec["policy"]["parameters"]

    def part(self, word: str) -> Json | None:
        return part_named(word)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return why_incomparable(before.spec, after.spec)

    def provenance(self, grid: Json) -> Json:
        decks = {
            name: {"digest": deck.digest, "rules": deck.rules, "cards": deck.size} for name, deck in decks_of(grid)
        }
        return {"decks": decks}

    def pieces(self, cell: Cell) -> list[str]:
        return lay_out(cell).compiled.cards

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """One game for each policy compiles all there is: the rules are the same for every deck and scenario."""
        for policy, cell in {lay_out(cell).policy.__name__: cell for cell in cells}.items():
            compile_kernel(policy, partial(play_batch, cell, 0, 0, 1), say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
        log = new(Log)
        log.listens = 1
        play_batch(cell, seed, index, index + 1, log)
        laid_out = lay_out(cell)
        return Teller(laid_out.deck, laid_out.compiled).tell(log)

    def game_id(self, cell: Cell, seed: int, index: int) -> str:
        return game_ids.game_id(cell, seed, index)

    def find_game(self, game_id: str) -> tuple[Cell, int, int]:
        return game_ids.find_game(game_id)

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        if not DECK_KEYS & data.keys():
            return None
        deck = deck_from_file(path, playable=False)
        compile_deck(deck, str(path))
        return f"a deck of {deck.size} cards, rules {deck.rules}, {deck.digest[:8]}"

    def file_schema(self) -> Json:
        return json_schema()

    def sheet(self, name: str) -> Sheet:
        return deck_sheet(load_deck(name))
