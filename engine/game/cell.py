"""A cell: one point of an experiment's grid."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from json import dumps
from typing import Any

Json = dict[str, Any]
"""Plain data that survives a round trip through JSON."""

MOST_CELLS = 65_535
"""Each row of a run stores the number of its cell in two bytes."""


@dataclass(frozen=True)
class Cell:
    """One point of an experiment's grid: everything a game needs except the seed and the index."""

    labels: Mapping[str, str | int | bool]
    """The cell's value on each axis of the grid, in the order a table shows them."""
    spec: Json
    """All that decides how the game is played. Every name is resolved, and never looked up again."""
    code: Mapping[str, str] = field(default_factory=dict)
    """The user's own code that the game is played with: its text by its SHA-256. The spec holds the hash only, but a
    worker on another machine needs the text."""

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
