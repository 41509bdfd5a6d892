"""What differs between two cells of a game, in words, for games that say nothing about it themselves.

`options.goal: 30 → 20`, `policy.slip: 0 → 0.01`: the paths are those that `fatecast try` takes.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.game.cell import Json
from engine.language.current import said

MISSING = object()
LONGEST = 60
"""Characters of a value."""
HASH = re.compile(r"[0-9a-f]{40,}")
HASH_DIGITS = 8
UNNAMED = "parameters"
"""The table that a path leaves out: `policy.slip` is `policy.parameters.slip`."""


class Difference(NamedTuple):
    """A place where two tables differ."""

    path: tuple[str, ...]
    before: Any
    after: Any

    @property
    def in_words(self) -> str:
        """`options.goal: 30 → 20`"""
        name = ".".join(key for key in self.path if key != UNNAMED)
        if self.before is MISSING:
            return said("{field}: new", field=name)
        if self.after is MISSING:
            return said("{field}: left out", field=name)
        was, now = value_in_words(self.before), value_in_words(self.after)
        return f"{name}: {was} → {now}" if was != now else said("{field}: changed", field=name)


def differences(before: Any, after: Any, path: tuple[str, ...] = ()) -> Iterator[Difference]:
    """Every value that differs, in the order of the tables. Two things of different names are different as a whole."""
    if not (isinstance(before, Mapping) and isinstance(after, Mapping)):
        if before != after:
            yield Difference(path, before, after)
        return
    if path and "name" in before and "name" in after and before["name"] != after["name"]:
        yield Difference(path, before["name"], after["name"])
        return
    for key in {**before, **after}:
        yield from differences(before.get(key, MISSING), after.get(key, MISSING), (*path, str(key)))


def plain_changes(before: Json, after: Json, *, but: str = "") -> list[str]:
    """What differs between what decides two cells, one line for each value; `but` is a key of which others tell."""
    found = (each for each in differences(before, after) if each.path[0] != but)
    return [difference.in_words for difference in found]


def value_in_words(value: Any) -> str:
    """A value in a few characters."""
    if isinstance(value, bool):
        return said("on") if value else said("off")
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return shortened(", ".join(value_in_words(each) for each in value) or said("none"))
    if isinstance(value, Mapping):
        return shortened(", ".join(f"{key} {value_in_words(each)}" for key, each in value.items()) or said("none"))
    return shortened(HASH.sub(lambda found: found[0][:HASH_DIGITS], str(value)))


def shortened(text: str) -> str:
    """The text, or its beginning."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
