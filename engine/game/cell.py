"""A cell: one point of an experiment's grid."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from json import dumps
from typing import Any, Generic, TypeVar

from engine.errors import BadInput, message

Json = dict[str, Any]
"""Plain data that survives a round trip through JSON."""

MOST_CELLS = 65_535
"""Each row of a run stores the number of its cell in two bytes."""

Made = TypeVar("Made")


def check_size(cells: int, source: str) -> None:
    """A grid of more cells cannot be stored."""
    if cells > MOST_CELLS:
        raise BadInput(
            message("{cells:,} cells, expected at most {most_cells:,}", cells=cells, most_cells=MOST_CELLS),
            source=source,
        )


def content_key(data: Json) -> str:
    """Names plain data by what it says, whatever the order of its keys."""
    canonical = dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(canonical.encode()).hexdigest()[:16]


def exact_key(data: object) -> str:
    """Names plain data by what it says, and by the order in which it says it."""
    return sha256(repr(data).encode()).hexdigest()


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
        return content_key(self.spec)

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


class RecentlyMade(Generic[Made]):
    """What this process has made lately, by the key of the content that decides it. An experiment may have thousands of
    cells, so what was made first is forgotten first."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._made: OrderedDict[str, Made] = OrderedDict()

    def get(self, key: str, make: Callable[[], Made]) -> Made:
        """What this key stands for, made now if need be."""
        if key not in self._made:
            self._made[key] = make()
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return self._made[key]
