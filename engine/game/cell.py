"""A cell: one point of an experiment's grid."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from json import dumps
from typing import Any

Json = dict[str, Any]
"""Plain data that survives a round trip through JSON."""


@dataclass(frozen=True)
class Cell:
    """One point of an experiment's grid: everything a game needs but the seed and the index."""

    labels: Mapping[str, str | int | bool]
    """The axes of the grid and this cell's place on them, in the order a table should show them."""
    spec: Json
    """All that decides how the game is played, resolved: no name in it is ever looked up again."""
    code: Mapping[str, str] = field(default_factory=dict)
    """The user's own code that the game is played with, as text by its SHA-256: the spec has the hash alone, but a
    worker elsewhere needs the text."""

    @cached_property
    def key(self) -> str:
        """A content hash: equal specs, equal luck, equal games."""
        canonical = dumps(self.spec, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return sha256(canonical.encode()).hexdigest()[:16]

    @property
    def name(self) -> str:
        """How a person names the cell: the labels, joined (`base/certain/players3/doom4`)."""
        words = []
        for key, value in self.labels.items():
            if isinstance(value, bool):
                words += [key] if value else []
            else:
                words.append(value if isinstance(value, str) else f"{key}{value}")
        return "/".join(words)
