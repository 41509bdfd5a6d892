"""The optional parts of The Shipwreck Arcana: its pieces, which are cards, the policies that are trained, and its
files. What only one verb needs is imported where it is used: a command should start at once."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.content.changes import leaves
from engine.game.cell import Cell, Json
from engine.game.optional_parts import PieceTable
from engine.game.presentation import Feature
from engine.game.results import Replay
from engine.game.sheets import PieceSheet, Sheet
from engine.language.current import counted, said
from engine.policy.compiled_game.files import ContentFiles
from engine.shipwreck.cells.grid import GRID
from engine.shipwreck.cells.learned_weights import carries_weights
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.cells.policy_set import POLICIES
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.files import DECK_KEYS, WITH_PARTS, DeckFile, load_deck
from engine.shipwreck.table.results import COUNTERS
from engine.shipwreck.weights import checked_weights, weights_path
from engine.shipwreck.words.changes import deck_changes
from engine.shipwreck.words.presentation import features_of

TYPICAL_GRID = {"policies": ["novice"], "players": [3], "doom": [0]}
TYPICAL_SEED, TYPICAL_GAMES = 1, 400
"""The games that the typical positions of a card's sheet come from."""


class Cards:
    """The arcana cards."""

    counters = COUNTERS
    tells_more = True

    def names(self, cell: Cell) -> list[str]:
        return sorted(GRID.content_in(cell).cards)

    def features(self, cell: Cell) -> list[Feature]:
        return features_of(GRID.content_in(cell))

    def sheet(self, content: str) -> Sheet:
        from engine.shipwreck.deck.sheet import deck_sheet

        return deck_sheet(load_deck(content))

    def piece_sheet(self, name: str, content: str, say: Callable[[str], None]) -> PieceSheet:
        from engine.shipwreck.words.card_sheet import card_sheet, find_card
        from engine.shipwreck.words.positions import tables_of_games

        deck = load_deck(content)
        key = find_card(deck, name)
        cell = GRID.cells(GRID.resolve({"decks": [content], **TYPICAL_GRID}, content))[0]
        TABLES.preparation.prepare_one(cell, say)
        tables = tables_of_games(deck, cell, TYPICAL_SEED, TYPICAL_GAMES)
        sample = said("{games} games of {cell}, seed {seed}", games=TYPICAL_GAMES, cell=cell.name, seed=TYPICAL_SEED)
        return card_sheet(deck, key, tables, sample)

    def decided_by(self, told: Replay) -> list[str]:
        from engine.shipwreck.words.deciding_card import deciding_cards

        return deciding_cards(told.events)


class CardRows:
    """The numbers of the cards, for a spreadsheet: moons, copies, and those of effects. Rules and powers are no
    numbers, and are written in the deck."""

    def table_of(self, content: str) -> PieceTable:
        data = load_deck(content).data()["cards"]
        numbers = {
            key: {field: value for field, value in leaves(card) if isinstance(value, int)} for key, card in data.items()
        }
        return PieceTable(
            "cards",
            "card",
            {key: {"name": data[key]["name"], **fields} for key, fields in numbers.items()},
            {"name": "text", **{field: "whole" for fields in numbers.values() for field in fields}},
        )


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


class DecksAndWeights(ContentFiles[Deck]):
    """Decks, presets and weights."""

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        return checked_weights(path) if "seats" in data and "policy" in data else super().check(data, path)


def described(deck: Deck) -> str:
    return counted(
        deck.size,
        "a deck of {count} card, rules {rules}, {digest}",
        "a deck of {count} cards, rules {rules}, {digest}",
        rules=deck.rules,
        digest=deck.digest[:8],
    )


FILES = DecksAndWeights(
    policies=POLICIES,
    content=WITH_PARTS,
    keys=DECK_KEYS,
    described=described,
    differences=deck_changes,
    whole_file=DeckFile,
    title="A fatecast deck",
)
