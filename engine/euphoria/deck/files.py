"""Reads deck files: layers each over the files it extends, and checks the result as a whole.

A file lists artifacts as `[[artifact]]` with an `id` each, or as tables `[artifacts.ID]`; both mean the same. A file
may change single fields of an artifact that it inherits.
"""

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from engine.configs import unknown
from engine.content import errors
from engine.content.changes import nested
from engine.content.errors import MISSING, bad_field, first_of, told
from engine.content.fields import Id, Switch, Table, expects, wrong
from engine.content.files import ContentFile, ContentKind
from engine.content.layers import Draft, LayerRules
from engine.errors import BadInput
from engine.euphoria.deck.deck import Deck, disagreements
from engine.euphoria.table import NAME

LISTED, TABLE, KEY = "artifact", "artifacts", "id"
"""The list of artifacts in a file, the table that it becomes, and the key of an entry."""
DECK_KEYS = {LISTED, TABLE, "followers", "lasers", "extends", "remove", "part", "rules"}
"""A file with any of these keys is a deck."""
IS_ID: TypeAdapter[str] = TypeAdapter(Id)


class Heading(Table):
    """The keys that say how a file is combined with others. They are not part of the finished deck."""

    extends: Annotated[str | list[str], expects("the name of a deck, or a list of names")] = Field(default_factory=list)
    """The decks that this one extends, in this order."""
    remove: Annotated[list[Id], expects("a list of artifact ids")] = Field(default_factory=list)
    """Artifacts of these decks that are left out."""
    part: Switch = False
    """The file is meant to be extended."""


def _gives_way(field: errors.Field, table: dict[str, Any], layer: dict[str, Any]) -> None:
    """An artifact that becomes an action answers no window."""
    if len(field) == 2 and field[0] == TABLE and layer.get("type") == "action":
        table.pop("when", None)
        table.pop("whom", None)


def _replaces(field: errors.Field, old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Tables are always completed."""
    return False


RULES = LayerRules(TABLE, LISTED, _replaces, _gives_way)


class DeckFiles(ContentKind):
    """Deck files, whose lists of artifacts become tables."""

    def _read(self, path: Path) -> ContentFile:
        file = super()._read(path)
        return file._replace(layer=listed_as_table(file.layer, str(path)))


DECKS = DeckFiles(NAME, "decks", "deck", Heading, [LISTED, *Deck.model_fields], RULES)


def listed_as_table(layer: dict[str, Any], source: str) -> dict[str, Any]:
    """The data of a file with `[[artifact]]` entries in the table `artifacts`."""
    if LISTED not in layer:
        return layer
    rest = {key: value for key, value in layer.items() if key != LISTED}
    entries, table = layer[LISTED], rest.get(TABLE, {})
    if not isinstance(entries, list) or not isinstance(table, dict):
        raise bad_field(source, (LISTED,), "expected [[artifact]] entries, with two brackets")
    found = dict(table)
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict) or KEY not in entry:
            raise bad_field(source, (LISTED, str(number), KEY), MISSING)
        try:
            key = IS_ID.validate_python(entry[KEY])
        except ValidationError as error:
            raise bad_field(source, (LISTED, str(number), KEY), told(error)[0][1]) from None
        if key in found:
            raise bad_field(source, (LISTED, str(number), KEY), f"expected ids that differ, got {key!r} twice")
        found[key] = {name: value for name, value in entry.items() if name != KEY}
    return {**rest, TABLE: found}


def load_deck(name_or_path: str) -> Deck:
    """The deck with this name or path."""
    return deck_from_file(DECKS.find(name_or_path))


def deck_from_file(path: Path) -> Deck:
    """The deck of a file and of all files it extends."""
    draft, own = DECKS.draft_of(path)
    # The name identifies the file, so it is not inherited.
    draft.data["name"] = own.layer.get("name", path.stem)
    return _checked(draft)


def deck_and_parent(path: Path) -> tuple[Deck, Deck] | None:
    """What a deck extends, and the deck itself; None if it extends nothing that is a deck by itself."""
    below = DECKS.draft_below(path)
    if below is None:
        return None
    below.data.setdefault("name", path.stem)
    try:
        return _checked(below), deck_from_file(path)
    except BadInput:
        return None


def deck_from_data(data: object, source: str) -> Deck:
    """The deck made from resolved data, such as `Deck.data()`."""
    if not isinstance(data, dict):
        raise BadInput(f"{source}: {wrong('a table', data)}")
    draft = Draft(source, RULES)
    draft.lay(data, source)
    return _checked(draft)


def with_changes(deck_data: dict[str, Any], changes: dict[str, Any], source: str = "changes") -> Deck:
    """The deck with some fields changed: `{"artifacts.barter.copies": 1}`, or with artifacts left out: `{"remove":
    ["barter"]}`."""
    draft = Draft(source, RULES)
    draft.lay(deck_data, source)
    fields = dict(changes)
    draft.remove(DECKS.read_heading({"remove": fields.pop("remove", [])}, source).remove, source)
    for dotted, value in fields.items():
        draft.lay(_layer(dotted, value, draft.data, source), source)
    return _checked(draft)


def _layer(dotted: str, value: object, data: dict[str, Any], source: str) -> dict[str, Any]:
    """`artifacts.barter.copies` as nested tables around the value. The artifact must exist."""
    field = tuple(dotted.split("."))
    present = data.get(field[0])
    if field[0] == TABLE and len(field) > 2 and isinstance(present, dict) and field[1] not in present:
        raise bad_field(source, field, unknown(LISTED, field[1], present))
    return nested(field, value)


def _with_hint(problem: tuple[errors.Field, str], data: dict[str, Any]) -> tuple[errors.Field, str]:
    """An artifact of which fields are missing may be another one, mistyped."""
    field, message = problem
    if message == MISSING and len(field) > 2:
        others = [name for name in data[field[0]] if name != field[1]]
        if nearest := get_close_matches(field[1], others, n=1, cutoff=0.85):
            return field, f"{message} (did you mean {nearest[0]!r}?)"
    return problem


def _checked(draft: Draft) -> Deck:
    try:
        deck = Deck.model_validate(draft.data)
    except ValidationError as error:
        problems = [_with_hint(problem, draft.data) for problem in told(error)]
        raise first_of(draft.in_order(problems), draft.source_of) from None
    if problems := draft.in_order(disagreements(deck)):
        raise first_of(problems, draft.source_of)
    return deck
