"""The files of a game: its contents and its presets."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from pydantic import BaseModel

from engine.content.checked import CheckedContent, Model
from engine.content.schema import json_schema
from engine.game.cell import Json
from engine.policy.listing import checked_preset
from engine.policy.registry import PolicySet


@dataclass(frozen=True, eq=False, kw_only=True)
class ContentFiles(Generic[Model]):
    """Contents and presets; see `engine.game.optional_parts.Files`."""

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
