"""What a seat is shown, and what it may choose, as pairs of a key and a whole number: the input of a network.

A key is a word of 64 bits for a place in the view: the names of fields, the keys of dicts and the places of lists on
the way to it. The rule:

- A number counts in sixteenths at its place. A whole number is a category, too: its place and itself, counted as 1. So
  are truth values, which are 0 and 1.
- A text, a member of an enum and None are categories.
- A list gives its length. Its items count by their places, up to sixteen; and all of them once more at one place for
  the whole list, so that a network sees how many there are of each. A list with one item for each player is read from
  the seat that decides on. Tuples are the same, but are read as they are.
- A set is a list without places. Dicts and things with fields give what they hold by key and by name.
- What is deeper than eight levels, and things of other kinds, are left out.

The seat, the number of players and the numbers of the rules come with every view. A file with a function
`features(view, choice)` has this rule applied to what it returns, in place of the view and the choice.

The kernels of game files have the same rule, in `engine.outside.own.compiled.writing.calling.features`.
"""

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from hashlib import sha256
from math import floor, isfinite
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

MASK = (1 << 64) - 1
TIMES, SHIFT = 0xC2B2AE3D27D4EB4F, 29
PARTS_OF_ONE = 16
MOST_IN_ORDER, DEEPEST = 16, 8
LARGEST = 1 << 16
"""The largest number that counts; larger ones count as much."""

OPEN = "all_fields_are_open"
"""The mark of a class of ours of which who sees a thing of it sees all."""

Pair = tuple[int, int]


@lru_cache(1 << 16)
def mixed(key: int, word: int) -> int:
    """The key of a place within another."""
    found = ((key ^ word & MASK) * TIMES) & MASK
    return found ^ found >> SHIFT


def mixed_words(keys: NDArray[np.uint64], words: Any) -> NDArray[np.uint64]:
    """The same for many."""
    found: NDArray[np.uint64] = (keys ^ words) * np.uint64(TIMES)
    return found ^ found >> np.uint64(SHIFT)


@lru_cache(1 << 14)
def key_of_text(text: str) -> int:
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "little")


VIEW, CHOICE, AUTHOR = map(key_of_text, ("view", "choice", "author"))
HABIT = key_of_text("habit")
"""Of a choice that is what the habit of a player would do, where it has one."""
SEAT, PLAYERS, RULES = map(key_of_text, ("seat", "players", "rules"))
LENGTH, EACH, CATEGORY, NOTHING = map(key_of_text, ("length", "each", "category", "none"))


def shown_pairs(view: Any, seat: int, players: int) -> list[Pair]:
    """The pairs of what a seat is shown."""
    found: list[Pair] = []
    _add(found, VIEW, view, seat, players, 0)
    return found


def situation_pairs(seat: int, players: int, rules: Mapping[str, Any]) -> list[Pair]:
    """The pairs that come with every view."""
    found: list[Pair] = []
    _number(found, SEAT, seat)
    _number(found, PLAYERS, players)
    for name, value in rules.items():
        _add(found, mixed(RULES, key_of_text(name)), value, seat, players, 0)
    return found


def choice_pairs(choice: Any, seat: int, players: int) -> list[Pair]:
    """The pairs of one choice."""
    found: list[Pair] = []
    _add(found, CHOICE, choice, seat, players, 0)
    return found


def author_pairs(features: Any, seat: int, players: int) -> list[Pair]:
    """The pairs of what an author says about a view and a choice."""
    found: list[Pair] = []
    _add(found, AUTHOR, features, seat, players, 0)
    return found


def _number(found: list[Pair], key: int, value: float) -> None:
    value = max(min(value, LARGEST), -LARGEST)
    found.append((key, floor(value * PARTS_OF_ONE + 0.5)))
    if value == floor(value):
        found.append((mixed(mixed(key, CATEGORY), int(value)), 1))


def _add(found: list[Pair], key: int, value: Any, seat: int, players: int, depth: int) -> None:
    if depth > DEEPEST:
        return
    if value is None:
        found.append((mixed(key, NOTHING), 1))
    elif isinstance(value, int | float):
        if not isinstance(value, float) or isfinite(value):
            _number(found, key, value)
    elif isinstance(value, str | enum.Enum):
        found.append((mixed(key, key_of_text(word_of(value))), 1))
    elif isinstance(value, Mapping):
        for name, each in value.items():
            _add(found, mixed(key, key_of(name)), each, seat, players, depth + 1)
    elif isinstance(value, set | frozenset):
        _number(found, mixed(key, LENGTH), len(value))
        held: list[Pair] = []
        for each in value:
            _add(held, mixed(key, EACH), each, seat, players, depth + 1)
        found += sorted(held)  # another process has sets of texts in another order
    elif isinstance(value, Sequence) and not isinstance(value, bytes):
        _sequence(found, key, value, seat, players, depth)
    else:
        for name, each in held_by(value):
            _add(found, mixed(key, key_of_text(name)), each, seat, players, depth + 1)


def _sequence(found: list[Pair], key: int, value: Sequence[Any], seat: int, players: int, depth: int) -> None:
    number = len(value)
    first = seat if number == players and not isinstance(value, tuple) else 0
    _number(found, mixed(key, LENGTH), number)
    for at in range(number):
        each = value[(at + first) % number]
        if at < MOST_IN_ORDER:
            _add(found, mixed(key, at), each, seat, players, depth + 1)
        _add(found, mixed(key, EACH), each, seat, players, depth + 1)


def word_of(value: str | enum.Enum) -> str:
    return f"{type(value).__name__}.{value.name}" if isinstance(value, enum.Enum) else value


def key_of(value: Any) -> int:
    """The word of a key of a dict."""
    if isinstance(value, str) or (isinstance(value, enum.Enum) and not isinstance(value, int)):
        return key_of_text(word_of(value))
    if isinstance(value, int):
        return int(value) & MASK
    if isinstance(value, tuple):
        found = LENGTH
        for each in value:
            found = mixed(found, key_of(each))
        return found
    return NOTHING


def held_by(value: Any) -> list[tuple[str, Any]]:
    """The fields of a thing, by name. Those of our own, such as a deck, would tell what is hidden; but for cards."""
    if isinstance(value, type | ModuleType | FunctionType):
        return []
    if is_dataclass(value):
        return [(each.name, getattr(value, each.name)) for each in fields(value)]
    kind = type(value)
    if any(each.__module__.startswith("engine.") for each in kind.__mro__) and not getattr(kind, OPEN, False):
        return []
    slots = [name for each in kind.__mro__ for name in _listed(vars(each).get("__slots__", ()))]
    held = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return list((held | getattr(value, "__dict__", {})).items())


def _listed(names: str | Iterable[str]) -> Iterable[str]:
    """Slots may be given as one name."""
    return [names] if isinstance(names, str) else names
