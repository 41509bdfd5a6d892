"""The JSON Schema of content files, for editors: which keys exist and which values they may have."""

from typing import Any

from pydantic import BaseModel

from engine.game.cell import Json

LEFT_OUT = frozenset({"title", "default", "required", "discriminator"})
"""Titles only repeat the key, and a missing key may be inherited."""
NOTHING = {"type": "null"}


def json_schema(whole_file: type[BaseModel], title: str) -> Json:
    """The schema of one file. A file may leave out everything that the files it extends define."""
    schema: Json = _loosened(whole_file.model_json_schema())
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


def _loosened(node: Any) -> Any:
    """Nothing is required, and a piece may be of any kind that fits; keys that are not listed stay forbidden."""
    if isinstance(node, list):
        return [_loosened(item) for item in node if item != NOTHING]
    if not isinstance(node, dict):
        return node
    kept = {key: _loosened(value) for key, value in node.items() if key not in LEFT_OUT}
    if "oneOf" in kept:
        kept["anyOf"] = kept.pop("oneOf")
    if len(kept.get("anyOf", ())) == 1:
        kept |= kept.pop("anyOf")[0]
    if "patternProperties" in kept:
        kept["additionalProperties"] = False
    return kept
