"""The JSON Schema of mission files, for editors: which keys exist and which values they may have."""

from typing import Any

from engine.hadal.mission.files import Heading
from engine.hadal.mission.mission import Mission


class _WholeFile(Mission, Heading):
    """Everything that a mission file may contain."""


LEFT_OUT = frozenset({"title", "default", "required"})
"""Titles only repeat the key, and a missing key may be inherited."""

NOTHING = {"type": "null"}


def json_schema() -> dict[str, Any]:
    """The schema of one file. A file may leave out everything that the files it extends define."""
    schema: dict[str, Any] = _loosened(_WholeFile.model_json_schema())
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A fatecast mission", **schema}


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
