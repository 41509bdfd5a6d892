"""The distinct values of a column, numbered as they first appear: a column of few values is kept as these numbers.

One compiled pass with a table of hashes. NumPy, which has to sort, finds the same where Numba is not loaded.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.kernel.compiled import compiled
from engine.rows.one_pass import ODD, ONE, ZERO, Word, Words, compiles

Numbers = NDArray[np.uint16]

MOST = 1 << 14
"""More values than these are not numbered."""

SLOT_BITS = 15
"""The table has twice as many slots as values, so that a free one is near."""

TO_SLOT, LAST_SLOT = np.uint64(64 - SLOT_BITS), np.uint64((1 << SLOT_BITS) - 1)


class Distinct(NamedTuple):
    """The values of a column, in the order in which they first appear, and for each row the number of its value."""

    values: Words
    numbers: Numbers


def distinct(parts: Sequence[NDArray[np.integer]]) -> Distinct | None:
    """The distinct values of a column, which comes in parts; None if there are too many."""
    if compiles():
        return distinct_by_hash(parts)
    return distinct_by_sorting(parts)


def distinct_by_sorting(parts: Sequence[NDArray[np.integer]]) -> Distinct | None:
    """The distinct values, by NumPy."""
    values, first, inverse = np.unique(np.concatenate(parts), return_index=True, return_inverse=True)
    if len(values) > MOST:
        return None
    order = np.argsort(first)
    numbers = np.empty(len(values), np.uint16)
    numbers[order] = np.arange(len(values))
    return Distinct(values[order].astype(np.uint64), numbers[inverse])


def distinct_by_hash(parts: Sequence[NDArray[np.integer]]) -> Distinct | None:
    """The distinct values, by compiled code."""
    slots: Numbers = np.zeros(1 << SLOT_BITS, np.uint16)
    values: Words = np.empty(MOST, np.uint64)
    numbers: Numbers = np.empty(sum(map(len, parts)), np.uint16)
    found, first = 0, 0
    for part in parts:
        last = first + len(part)
        found = int(number_values(part.astype(np.uint64), slots, values, np.uint64(found), numbers[first:last]))
        if found > MOST:
            return None
        first = last
    return Distinct(values[:found], numbers)


@compiled
def number_values(column: Words, slots: Numbers, values: Words, found: Word, numbers: Numbers) -> Word:
    """Add to `values`, of which so many are found, those of a column, and fill `numbers` with the number of each row's
    value; return how many there are, or one more than fit. A slot keeps the number of a value plus 1: 0 says that it
    is free."""
    room = np.uint64(len(values))
    for row in range(np.uint64(len(column))):
        value = column[np.uint64(row)]
        slot = value * ODD >> TO_SLOT
        taken = np.uint64(slots[slot])
        while taken != ZERO and values[taken - ONE] != value:
            slot = slot + ONE & LAST_SLOT
            taken = np.uint64(slots[slot])
        if taken == ZERO:
            if found == room:
                return found + ONE
            values[found] = value
            found += ONE
            taken = found
            slots[slot] = taken
        numbers[np.uint64(row)] = taken - ONE
    return found
