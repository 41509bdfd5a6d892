"""The files of a game: its contents and its presets, and the JSON Schema of contents, for editors: which keys exist and
which values they may have."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic

from pydantic import BaseModel

from engine.content.checked import CheckedContent, Model
from engine.game.cell import Json
from engine.policy.listing import checked_preset
from engine.policy.registry import PolicySet

LEFT_OUT = frozenset({"title", "default", "required", "discriminator"})
"""Titles only repeat the key, and a missing key may be inherited."""
NOTHING = {"type": "null"}


@dataclass(frozen=True, eq=False, kw_only=True)
class ContentFiles(Generic[Model]):
    """Contents and presets; see `engine.game.parts.Files`."""

    policies: PolicySet
    content: CheckedContent[Model]
    keys: Collection[str]
    """A file with any of these keys is content."""
    described: Callable[[Model], str]
    """A content in a few words."""
    differences: Callable[[Model, Model], list[str]]
    """What a content changes of another one, in words."""
    whole_file: type[BaseModel]
    """Everything that a file may contain."""
    title: str
    """Of the schema."""

    def check(self, data: Mapping[str, object], path: Path) -> str | None:
        if "policy" in data:
            return checked_preset(self.policies, dict(data), path)
        return self.described(self.content.of_file(path)) if data.keys() & set(self.keys) else None

    def changes(self, path: Path) -> list[str]:
        sides = self.content.and_parent(path)
        return self.differences(*sides) if sides else []

    def schema(self) -> Json:
        return json_schema(self.whole_file, self.title)


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
