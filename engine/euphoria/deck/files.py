"""Reads deck files: layers each over the files it extends, and checks the result as a whole.

A file lists artifacts as `[[artifact]]` with an `id` each, or as tables `[artifacts.ID]`; both mean the same. A file
may change single fields of an artifact that it inherits.
"""

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from engine.content import errors
from engine.content.checked import CheckedContent
from engine.content.errors import MISSING, bad_field, told
from engine.content.fields import Id, Switch, Table, expects
from engine.content.files import ContentFile, ContentKind
from engine.content.layers import LayerRules
from engine.errors import message
from engine.euphoria.deck.deck import Artifact, Deck, disagreements
from engine.euphoria.table import NAME

LISTED, TABLE, KEY = "artifact", "artifacts", "id"
"""The list of artifacts in a file, the table that it becomes, and the key of an entry."""
DECK_KEYS = {LISTED, TABLE, "followers", "lasers", "extends", "remove", "part", "rules"}
"""A file with any of these keys is a deck."""
IS_ID: TypeAdapter[str] = TypeAdapter(Id)


class Heading(Table):
    """The keys that say how a file is combined with others. They are not part of the finished deck."""

    extends: Annotated[str | list[str], expects(message("the name of a deck, or a list of names"))] = Field(
        default_factory=list
    )
    """The decks that this one extends, in this order."""
    remove: Annotated[list[Id], expects(message("a list of artifact ids"))] = Field(default_factory=list)
    """Artifacts of these decks that are left out."""
    part: Switch = False
    """The file is meant to be extended."""


def _gives_way(field: errors.Field, table: dict[str, Any], layer: dict[str, Any]) -> None:
    """An artifact that becomes an action answers no window."""
    if len(field) == 2 and field[0] == TABLE and layer.get("type") == "action":
        table.pop("when", None)
        table.pop("whom", None)


RULES = LayerRules(TABLE, LISTED, gives_way=_gives_way)


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
        raise bad_field(source, (LISTED,), message("expected [[artifact]] entries, with two brackets"))
    found = dict(table)
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict) or KEY not in entry:
            raise bad_field(source, (LISTED, str(number), KEY), MISSING)
        try:
            key = IS_ID.validate_python(entry[KEY])
        except ValidationError as error:
            raise bad_field(source, (LISTED, str(number), KEY), told(error)[0][1]) from None
        if key in found:
            raise bad_field(
                source, (LISTED, str(number), KEY), message("expected ids that differ, got {key!r} twice", key=key)
            )
        found[key] = {name: value for name, value in entry.items() if name != KEY}
    return {**rest, TABLE: found}


class ListedArtifact(Artifact):
    """An entry of [[artifact]]."""

    id: Id
    """Lower-case letters, digits and hyphens; the artifact's place in a shuffle depends on it."""


class DeckFile(Deck, Heading):
    """Everything that a deck file may contain."""

    artifact: list[ListedArtifact] = Field(default_factory=list)
    """The artifacts, one entry each."""


CHECKED = CheckedContent(DECKS, Deck, disagreements)

load_deck = CHECKED.load
deck_from_file = CHECKED.of_file
deck_from_data = CHECKED.of_data
with_changes = CHECKED.changed
