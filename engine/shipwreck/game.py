"""The Shipwreck Arcana behind the seam that `sim/` knows."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.game.cell import Cell, Json
from engine.game.presentation import Feature
from engine.game.protocol import Alteration
from engine.game.results import Batch, Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.kernel.compiled import INTERPRETED
from engine.kernel.parallel_compile import compile_together
from engine.kernel.records import new
from engine.policy.compilable import obstacle
from engine.policy.compliance import check_policy
from engine.policy.listing import checked_preset, policy_sheets
from engine.policy.mixed_table import carries_weights, module_of, notes_of, parts_of
from engine.policy.registry import admit_policy
from engine.shipwreck.cells.alterations import alterations_of, fields_of
from engine.shipwreck.cells.deck_extension import extension
from engine.shipwreck.cells.grid import cells_of, decks_of, resolve_grid
from engine.shipwreck.cells.play_cell import BrokenRule, lay_out, make_ready, play_batch
from engine.shipwreck.cells.variants import changed_grid, part_named, why_incomparable
from engine.shipwreck.deck.files import DECK_KEYS, deck_from_file, load_deck
from engine.shipwreck.deck.rule_tables import compile_deck
from engine.shipwreck.deck.schema import json_schema
from engine.shipwreck.deck.sheet import deck_sheet
from engine.shipwreck.table import NAME, results
from engine.shipwreck.table.state import Log
from engine.shipwreck.weights import checked_weights, weights_path
from engine.shipwreck.words import game_ids
from engine.shipwreck.words.card_sheet import card_sheet, find_card
from engine.shipwreck.words.deciding_card import deciding_cards
from engine.shipwreck.words.positions import tables_of_games
from engine.shipwreck.words.presentation import STORY, features_of
from engine.shipwreck.words.telling import Teller

RULES = 1
"""The version of the rules; raised when a game would be played differently, never for speed."""

TYPICAL_GRID = {"policies": ["novice"], "players": [3], "doom": [0]}
TYPICAL_SEED, TYPICAL_GAMES = 1, 400
"""The games whose tables stand for all, on the sheet of a card."""


class Shipwreck:
    """All that the laboratory may ask."""

    name = NAME
    version = RULES
    schema = results.SCHEMA
    columns = results.COLUMNS
    counters = results.COUNTERS
    tables = results.TABLES
    measures = results.MEASURES
    notable = results.NOTABLE
    story = STORY
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
        return carries_weights(cell.spec["policy"])

    def part(self, word: str) -> Json | None:
        return part_named(word)

    def incomparable(self, before: Cell, after: Cell) -> str | None:
        return why_incomparable(before.spec, after.spec)

    def provenance(self, grid: Json) -> Json:
        decks = {
            name: {"digest": deck.digest, "rules": deck.rules, "cards": deck.size} for name, deck in decks_of(grid)
        }
        return {"decks": decks, **_code_in(grid)}

    def pieces(self, cell: Cell) -> list[str]:
        return lay_out(cell).compiled.cards

    def features(self, cell: Cell) -> list[Feature]:
        return features_of(lay_out(cell).deck)

    def prepare(self, cells: Sequence[Cell], say: Callable[[str], None]) -> None:
        """No game at all, once for each policy, compiles all there is: the rules are the same for every deck. Nothing
        is played here, for a policy may never return, and whoever plays has a clock at hand."""
        one_each = list({lay_out(cell).policy: cell for cell in cells}.values())
        compile_together(one_each, say)
        for cell in one_each:
            make_ready(cell, say)

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        return play_batch(cell, seed, first, last)

    def replay(self, cell: Cell, seed: int, index: int) -> Replay:
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

    def train(
        self, policy: str, deck: str, players: Sequence[int], games: int, seed: int, say: Callable[[str], None]
    ) -> tuple[Path, Json]:
        from engine.shipwreck.minds.learning.self_play import train  # SciPy, for this verb alone

        name = Path(deck).stem
        return weights_path(policy, name), train(policy, load_deck(deck), name, players, games, seed, say)

    def admit(self, path: Path) -> str:
        return admit_policy(path)

    def policies(self) -> list[Sheet]:
        return policy_sheets()

    def check_policy(self, name: str, say: Callable[[str], None]) -> list[str]:
        return check_policy(name, say)

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        if "seats" in data and "policy" in data:
            return checked_weights(path)
        if "policy" in data:
            return checked_preset(dict(data), path)
        if not DECK_KEYS & data.keys():
            return None
        deck = deck_from_file(path, playable=False)
        compile_deck(deck, str(path))
        return f"a deck of {deck.size} cards, rules {deck.rules}, {deck.digest[:8]}"

    def file_schema(self) -> Json:
        return json_schema()

    def sheet(self, name: str) -> Sheet:
        return deck_sheet(load_deck(name))

    def piece_sheet(self, name: str, deck: str, say: Callable[[str], None]) -> PieceSheet:
        loaded = load_deck(deck)
        key = find_card(loaded, name)
        cell = self.cells(self.resolve({"decks": [deck], **TYPICAL_GRID}, deck))[0]
        self.prepare([cell], say)
        tables = tables_of_games(loaded, cell, TYPICAL_SEED, TYPICAL_GAMES)
        sample = f"{TYPICAL_GAMES} games of {cell.name}, seed {TYPICAL_SEED}"
        return card_sheet(loaded, key, tables, sample)

    def decided_by(self, told: Replay) -> list[str]:
        return deciding_cards(told.events)


def _code_in(grid: Json) -> Json:
    """The policies from outside: their hashes, and whether they play compiled."""
    found = {}
    for part in (part for policy in (*grid["policies"], *grid.get("tables", [])) for part in parts_of(policy)):
        if "code" in part:
            plainly = INTERPRETED or obstacle(module_of(part))
            found[part["name"]] = {"sha256": part["code"], "plays": "plain Python" if plainly else "compiled"}
    return {"policies": found} if found else {}
