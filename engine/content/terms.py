"""The terms of a checked expression: constants, inputs, and operations on them.

A term computes on whole arrays at once, one lane per position. A table is the set of its distinct values, as a bit
mask: bit v is set if the value v is in it. Operations are named functions, so that
terms can be compared and sent to another process.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Kind = Literal["number", "truth", "table"]
Lanes = NDArray[Any]
Env = Mapping[str, NDArray[np.int64] | int]

HIGHEST_VALUE = 62
"""The highest value a table can hold: the last bit of an int64 below its sign."""

INPUT_LIMIT = 9_999
"""No input is larger than this, so a term knows beforehand how large it can get."""

ALL_VALUES = np.int64(2**63 - 1)


@dataclass(frozen=True)
class Constant:
    """A literal number or truth value."""

    kind: Kind
    value: int

    @property
    def inputs(self) -> frozenset[str]:
        return frozenset()

    @property
    def limit(self) -> int:
        return abs(self.value)

    def evaluate(self, env: Env) -> Lanes:
        return np.asarray(self.value, dtype=np.bool_ if self.kind == "truth" else np.int64)


@dataclass(frozen=True)
class Input:
    """A word whose value comes from the position."""

    kind: Kind
    name: str

    @property
    def inputs(self) -> frozenset[str]:
        return frozenset({self.name})

    @property
    def limit(self) -> int:
        return INPUT_LIMIT

    def evaluate(self, env: Env) -> Lanes:
        return np.asarray(env[self.name], dtype=np.int64)


@dataclass(frozen=True)
class Operation:
    """Computed from other terms."""

    kind: Kind
    compute: Callable[..., Lanes]
    parts: tuple["Term", ...]
    limit: int = 1
    """The largest size the result can have, for a number."""

    @property
    def inputs(self) -> frozenset[str]:
        return frozenset().union(*(part.inputs for part in self.parts))

    def evaluate(self, env: Env) -> Lanes:
        return self.compute(*(part.evaluate(env) for part in self.parts))


Term = Constant | Input | Operation


def all_of(*truths: Lanes) -> Lanes:
    return reduce(np.logical_and, truths)


def any_of(*truths: Lanes) -> Lanes:
    return reduce(np.logical_or, truths)


def smallest(*numbers: Lanes) -> Lanes:
    return reduce(np.minimum, numbers)


def largest(*numbers: Lanes) -> Lanes:
    return reduce(np.maximum, numbers)


def is_one_of(number: Lanes, *members: Lanes) -> Lanes:
    return reduce(np.logical_or, [np.equal(number, member) for member in members])


def lies_in(number: Lanes, table: Lanes) -> Lanes:
    """Whether the value is in the table. A number outside 0 to 62 is in none."""
    bit = (table >> np.clip(number, 0, HIGHEST_VALUE)) & 1
    found: Lanes = (number >= 0) & (number <= HIGHEST_VALUE) & (bit == 1)
    return found


def distinct(table: Lanes) -> Lanes:
    ones: Lanes = np.bitwise_count(table).astype(np.int64)
    return ones


def highest_in(table: Lanes) -> Lanes:
    """The highest value, 0 for none: all bits below the highest are filled in, then counted."""
    filled = table
    for shift in (1, 2, 4, 8, 16, 32):
        filled = filled | (filled >> shift)
    highest: Lanes = np.maximum(distinct(filled) - 1, 0)
    return highest


def lowest_in(table: Lanes) -> Lanes:
    """The lowest value, 0 for none: the bits below the lowest one are counted."""
    below_lowest = (table & -table) - (table != 0)
    return distinct(below_lowest)


def count_between(low: Lanes, high: Lanes, table: Lanes) -> Lanes:
    """How many distinct values of the table lie strictly between the two numbers."""
    return distinct(table & _below(high) & ~_below(low + 1))


def _below(number: Lanes) -> Lanes:
    """The mask of all values less than the number."""
    return ALL_VALUES >> (HIGHEST_VALUE + 1 - np.clip(number, 0, HIGHEST_VALUE + 1))
