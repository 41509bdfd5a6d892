"""The JSON Schema of deck files, for editors: which keys exist and which values they may have."""

from engine.content.schema import json_schema as schema_of
from engine.game.cell import Json
from engine.shipwreck.deck.deck import Deck
from engine.shipwreck.deck.files import Heading


class _WholeFile(Deck, Heading):
    """Everything that a deck file may contain."""


def json_schema() -> Json:
    return schema_of(_WholeFile, "A fatecast deck")
