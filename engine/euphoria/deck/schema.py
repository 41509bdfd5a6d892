"""The JSON Schema of deck files, for editors: which keys exist and which values they may have."""

from typing import Any

from pydantic import Field

from engine.content.fields import Id
from engine.euphoria.deck.deck import Artifact, Deck
from engine.euphoria.deck.files import Heading


class ListedArtifact(Artifact):
    """An entry of [[artifact]]."""

    id: Id
    """Lower-case letters, digits and hyphens; the artifact's place in a shuffle depends on it."""


class _WholeFile(Deck, Heading):
    """Everything that a deck file may contain."""

    artifact: list[ListedArtifact] = Field(default_factory=list)
    """The artifacts, one entry each."""


LEFT_OUT = frozenset({"title", "default", "required"})
"""Titles only repeat the key, and a missing key may be inherited."""

NOTHING = {"type": "null"}


def json_schema() -> dict[str, Any]:
    """The schema of one file. A file may leave out everything that the files it extends define."""
    schema: dict[str, Any] = _loosened(_WholeFile.model_json_schema())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A fatecast deck of artifacts",
        **schema,
    }


def _loosened(node: Any) -> Any:
    """Nothing is required; keys that are not listed stay forbidden."""
    if isinstance(node, list):
        return [_loosened(item) for item in node if item != NOTHING]
    if not isinstance(node, dict):
        return node
    kept = {key: _loosened(value) for key, value in node.items() if key not in LEFT_OUT}
    if len(kept.get("anyOf", ())) == 1:
        kept |= kept.pop("anyOf")[0]
    if "patternProperties" in kept:
        kept["additionalProperties"] = False
    return kept
