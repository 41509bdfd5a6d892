"""Reads deck files: layers each over the files it extends, and checks the result as a whole."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from engine.content import errors
from engine.content.checked import CheckedContent
from engine.content.errors import bad_field
from engine.content.fields import Id, Switch, Table, expects
from engine.content.files import ContentKind
from engine.content.layers import Draft, LayerRules
from engine.errors import BadInput, message
from engine.shipwreck.deck.deck import MAX_CARDS, MIN_CARDS, Deck, disagreements
from engine.shipwreck.deck.rule_tables import compile_deck
from engine.shipwreck.table import NAME

DECK_KEYS = {"cards", "fates", "powers", "extends", "remove", "part", "goal", "rules"}
"""A file with any of these keys is a deck."""


class Heading(Table):
    """The keys that say how a file is combined with others. They are not part of the finished deck."""

    extends: Annotated[str | list[str], expects(message("the name of a deck, or a list of names"))] = Field(
        default_factory=list
    )
    """The decks that this one extends, in this order."""
    remove: Annotated[list[Id], expects(message("a list of card ids"))] = Field(default_factory=list)
    """Cards of these decks that are left out."""
    part: Switch = False
    """The file is meant to be extended and may have too few cards to be played."""


class DeckFile(Deck, Heading):
    """Everything that a deck file may contain."""


def _gives_way(field: errors.Field, table: dict[str, Any], layer: dict[str, Any]) -> None:
    """A card has either moons or a fade condition, so the new one removes the old."""
    if len(field) == 2 and field[0] == "cards":
        if "moons" in layer:
            table.pop("fades", None)
        if "fades" in layer:
            table.pop("moons", None)


def _replaces(field: errors.Field, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """A power of another kind and a fade condition replace the old one completely."""
    if field[0] == "powers" and len(field) == 2:
        return "kind" in new and new["kind"] != old.get("kind")
    return field[0] == "cards" and field[2:] == ("fades",)


RULES = LayerRules("cards", "card", _replaces, _gives_way)
DECKS = ContentKind(NAME, "decks", "deck", Heading, list(Deck.model_fields), RULES)


PIECES = {"cards": "card", "powers": "power"}
"""The tables of a deck that have an entry for each piece."""


class Decks(CheckedContent[Deck]):
    """Decks that can be played."""

    def one_in(self, table: str) -> str:
        return PIECES.get(table, "")

    def checked(self, draft: Draft) -> Deck:
        deck = self.checked_part(draft)
        if deck.size < MIN_CARDS:
            said = message(
                "expected {min_cards} to {max_cards} cards, got {size}",
                min_cards=MIN_CARDS,
                max_cards=MAX_CARDS,
                size=deck.size,
            )
            raise bad_field(draft.source_of(()), ("cards",), said)
        return deck

    def checked_part(self, draft: Draft) -> Deck:
        """A deck that may have too few cards to be played."""
        return super().checked(draft)


class DecksAndParts(Decks):
    """Files of decks, and those that are parts of one."""

    def of_file(self, path: Path) -> Deck:
        """A part may have too few cards, but its rules can be tabulated."""
        draft, own = self.draft_of(path)
        deck = self.checked_part(draft) if own.heading.part else self.checked(draft)
        compile_deck(deck, str(path))
        return deck

    def and_parent(self, path: Path) -> tuple[Deck, Deck] | None:
        below = self.kind.draft_below(path)
        if below is None or not below.data.get("cards"):
            return None
        below.data.setdefault("name", path.stem)
        try:
            return self.checked_part(below), self.of_file(path)
        except BadInput:
            return None


CHECKED = Decks(DECKS, Deck, disagreements, tagged={"powers"})
WITH_PARTS = DecksAndParts(DECKS, Deck, disagreements, tagged={"powers"})

load_deck = CHECKED.load
deck_from_data = CHECKED.of_data
deck_from_file = CHECKED.of_file
with_changes = CHECKED.changed
