"""All numbers of a decision's view at once: field by field takes longer than all the rest of what a network does."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.policy.compiled_game.decisions import NONE, Decision, Field, Given

Whole = NDArray[np.int64]


class Taken(NamedTuple):
    """What is taken of a record."""

    record: str
    at: Whole
    """Which of its numbers."""
    to: Whole
    """Their places in the view."""


class Reading(NamedTuple):
    """How the view of a decision is read."""

    taken: list[Taken]
    lists: list[tuple[int, int, Field]]
    """Where lists begin and end that have places which do not count."""
    size: int


def numbers_of(decision: Decision, world: Any, given: Given) -> Whole:
    """What `Decision.numbers` gives, as an array of whole numbers."""
    names = dict.fromkeys(field.record for field in decision.fields)
    reading = _reading(decision, tuple(getattr(world, name).dtype for name in names))
    if reading is None:
        return np.array(decision.numbers(world, given)).astype(np.int64)
    found = np.empty(reading.size + len(decision.given), np.int64)
    for record, at, to in reading.taken:
        found[to] = np.frombuffer(getattr(world, record).tobytes(), np.int64)[at]
    for first, last, field in reading.lists:
        assert field.length is not None
        found[first:last][int(field.length(world)) :] = NONE
    found[reading.size :] = [int(given[name]) for name in decision.given]
    return found


@cache
def _reading(decision: Decision, layouts: tuple[np.dtype[np.void], ...]) -> Reading | None:
    """None if some number is no whole number of 64 bits."""
    names = dict.fromkeys(field.record for field in decision.fields)
    known, taken, lists, size = dict(zip(names, layouts, strict=True)), dict[str, list[Whole]](), [], 0
    for field in decision.fields:
        layout = known[field.record]
        assert layout.fields is not None
        kind, offset = layout.fields[field.name][:2]
        if kind.base != np.int64 or offset % 8 or layout.itemsize % 8:
            return None
        number = int(np.prod(field.shape, dtype=int))
        places = np.arange(number)
        taken.setdefault(field.record, []).append(np.stack([offset // 8 + places, size + places]))
        if field.length:
            lists.append((size, size + number, field))
        size += number
    return Reading([Taken(name, *np.concatenate(some, axis=1)) for name, some in taken.items()], lists, size)
