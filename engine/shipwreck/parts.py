"""The optional parts of The Shipwreck Arcana: its deck can be changed, its pieces are cards, and its policies can be
listed, checked and trained. What only one verb needs is imported where it is used: a command should start at once."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.game.cell import Cell, Json
from engine.game.parts import ContentByFunctions
from engine.game.presentation import Feature
from engine.game.results import Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.policy.checking.compliance import CheckedGame
from engine.policy.listing import checked_preset
from engine.shipwreck.cells.alterations import KINDS, alterations_of, fields_of, rehearsals_of
from engine.shipwreck.cells.checked_cells import cells_to_check, deciding_policy, players_won
from engine.shipwreck.cells.grid import cells_of, resolve_grid
from engine.shipwreck.cells.hidden_redeal import permute
from engine.shipwreck.cells.learned_weights import carries_weights
from engine.shipwreck.cells.play_cell import PREPARATION, lay_out, play_batch, play_with_dice_of
from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.cells.variants import changed_grid
from engine.shipwreck.deck.files import DECK_KEYS, deck_and_parent, deck_from_file, load_deck
from engine.shipwreck.deck.rule_tables import compile_deck
from engine.shipwreck.table.results import COUNTERS
from engine.shipwreck.weights import checked_weights, weights_path
from engine.shipwreck.words.game_ids import game_id
from engine.shipwreck.words.presentation import features_of

TYPICAL_GRID = {"policies": ["novice"], "players": [3], "doom": [0]}
TYPICAL_SEED, TYPICAL_GAMES = 1, 400
"""The games that the typical positions of a card's sheet come from."""


CHECKED = CheckedGame(
    POLICIES,
    cells=cells_to_check,
    policy=deciding_policy,
    make_ready=PREPARATION.prepare_one,
    play=play_batch,
    play_with_dice_of=play_with_dice_of,
    succeeded=players_won,
    game_id=game_id,
    redeal=permute,
)


def _extension(grid: Mapping[str, object], changes: Mapping[str, object], notes: Sequence[str], to: Path) -> str:
    from engine.shipwreck.cells.deck_extension import extension

    return extension(grid, changes, notes, to)


CONTENT = ContentByFunctions(KINDS, changed_grid, alterations_of, rehearsals_of, fields_of, _extension)
"""The deck, the options and the parameters of policies, by dotted paths."""


class Cards:
    """The arcana cards."""

    counters = COUNTERS

    def names(self, cell: Cell) -> list[str]:
        return lay_out(cell).compiled.cards

    def features(self, cell: Cell) -> list[Feature]:
        return features_of(lay_out(cell).deck)

    def sheet(self, content: str) -> Sheet:
        from engine.shipwreck.deck.sheet import deck_sheet

        return deck_sheet(load_deck(content))

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        from engine.shipwreck.words.card_sheet import card_sheet, find_card
        from engine.shipwreck.words.positions import tables_of_games

        deck = load_deck(content)
        key = find_card(deck, name)
        cell = cells_of(resolve_grid({"decks": [content], **TYPICAL_GRID}, content))[0]
        PREPARATION.prepare_one(cell, say)
        tables = tables_of_games(deck, cell, TYPICAL_SEED, TYPICAL_GAMES)
        sample = f"{TYPICAL_GAMES} games of {cell.name}, seed {TYPICAL_SEED}"
        return card_sheet(deck, key, tables, sample)

    def decided_by(self, told: Replay) -> list[str]:
        from engine.shipwreck.words.deciding_card import deciding_cards

        return deciding_cards(told.events)


class LearntWeights:
    """The policies that use the learned weights of a value function."""

    learner = "expert"

    def trained(self, cell: Cell) -> bool:
        return carries_weights(cell.spec["policy"])

    def train(
        self,
        policy: str,
        content: str,
        players: Sequence[int],
        games: int,
        seed: int,
        say: Callable[[str], None],
        played: Callable[[int, int], None],
    ) -> tuple[Path, Json]:
        from engine.shipwreck.minds.learning.self_play import train  # SciPy, for this command alone

        name = Path(content).stem
        return weights_path(policy, name), train(policy, load_deck(content), name, players, games, seed, say, played)


class ConfigFiles:
    """Decks, presets and weights."""

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        if "seats" in data and "policy" in data:
            return checked_weights(path)
        if "policy" in data:
            return checked_preset(POLICIES, dict(data), path)
        if not DECK_KEYS & data.keys():
            return None
        deck = deck_from_file(path, playable=False)
        compile_deck(deck, str(path))
        return f"a deck of {deck.size} card{'' if deck.size == 1 else 's'}, rules {deck.rules}, {deck.digest[:8]}"

    def changes(self, path: Path) -> list[str]:
        from engine.shipwreck.words.changes import deck_changes

        sides = deck_and_parent(path)
        return deck_changes(*sides) if sides else []

    def schema(self) -> Json:
        from engine.shipwreck.deck.schema import json_schema

        return json_schema()
