"""Reads deck files: layers each over the files it extends, and checks the result as a whole."""

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from engine.configs import unknown
from engine.content import errors
from engine.content.changes import nested
from engine.content.errors import MISSING, bad_field, first_of, told
from engine.content.fields import Id, Switch, Table, expects, wrong
from engine.content.files import ContentKind
from engine.content.layers import Draft, LayerRules
from engine.errors import BadInput
from engine.shipwreck.deck.deck import MAX_CARDS, MIN_CARDS, Deck, disagreements
from engine.shipwreck.table import NAME

DECK_KEYS = {"cards", "fates", "powers", "extends", "remove", "part", "goal", "rules"}
"""A file with any of these keys is a deck."""


class Heading(Table):
    """The keys that say how a file is combined with others. They are not part of the finished deck."""

    extends: Annotated[str | list[str], expects("the name of a deck, or a list of names")] = Field(default_factory=list)
    """The decks that this one extends, in this order."""
    remove: Annotated[list[Id], expects("a list of card ids")] = Field(default_factory=list)
    """Cards of these decks that are left out."""
    part: Switch = False
    """The file is meant to be extended and may have too few cards to be played."""


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


def load_deck(name_or_path: str) -> Deck:
    """The playable deck with this name or path."""
    return deck_from_file(DECKS.find(name_or_path))


def deck_from_file(path: Path, playable: bool = True) -> Deck:
    """The deck of a file and of all files it extends. If it need not be `playable`, a part may have too few cards."""
    draft, own = DECKS.draft_of(path)
    # The name identifies the file, so it is not inherited.
    draft.data["name"] = own.layer.get("name", path.stem)
    return _checked(draft, part=own.heading.part and not playable)


def deck_and_parent(path: Path) -> tuple[Deck, Deck] | None:
    """What a deck extends, and the deck itself; None if it extends nothing that is a deck by itself."""
    below = DECKS.draft_below(path)
    if below is None or not below.data.get("cards"):
        return None
    below.data.setdefault("name", path.stem)
    try:
        return _checked(below, part=True), deck_from_file(path, playable=False)
    except BadInput:
        return None


def deck_from_data(data: object, source: str) -> Deck:
    """The playable deck made from resolved data, such as `Deck.data()`."""
    if not isinstance(data, dict):
        raise BadInput(f"{source}: {wrong('a table', data)}")
    draft = Draft(source, RULES)
    draft.lay(data, source)
    return _checked(draft)


def with_changes(deck_data: dict[str, Any], changes: dict[str, Any], source: str = "changes") -> Deck:
    """The deck with some fields changed: `{"cards.the-deep.moons": 2}`, or with cards left out: `{"remove":
    ["the-deep"]}`."""
    draft = Draft(source, RULES)
    draft.lay(deck_data, source)
    fields = dict(changes)
    draft.remove(DECKS.read_heading({"remove": fields.pop("remove", [])}, source).remove, source)
    for dotted, value in fields.items():
        draft.lay(_layer(dotted, value, draft.data, source), source)
    return _checked(draft)


def _layer(dotted: str, value: object, data: dict[str, Any], source: str) -> dict[str, Any]:
    """`cards.the-deep.moons` as nested tables around the value. The card must exist."""
    field = tuple(dotted.split("."))
    present = data.get(field[0])
    inside_one = field[0] in ("cards", "powers") and len(field) > 2
    if inside_one and isinstance(present, dict) and field[1] not in present:
        raise bad_field(source, field, unknown(field[0].removesuffix("s"), field[1], present))
    return nested(field, value)


def _with_hint(problem: tuple[errors.Field, str], data: dict[str, Any]) -> tuple[errors.Field, str]:
    """A card of which fields are missing may be another one, mistyped."""
    field, message = problem
    if message == MISSING and len(field) > 2:
        others = [name for name in data[field[0]] if name != field[1]]
        if nearest := get_close_matches(field[1], others, n=1, cutoff=0.85):
            return field, f"{message} (did you mean {nearest[0]!r}?)"
    return problem


def _checked(draft: Draft, part: bool = False) -> Deck:
    try:
        deck = Deck.model_validate(draft.data)
    except ValidationError as error:
        problems = [_with_hint(problem, draft.data) for problem in told(error, tagged={"powers"})]
        raise first_of(draft.in_order(problems), draft.source_of) from None
    if problems := draft.in_order(disagreements(deck)):
        raise first_of(problems, draft.source_of)
    if deck.size < MIN_CARDS and not part:
        message = f"expected {MIN_CARDS} to {MAX_CARDS} cards, got {deck.size}"
        raise bad_field(draft.source_of(()), ("cards",), message)
    return deck
