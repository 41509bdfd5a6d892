"""Counts of values that can be below 0. A list of counts begins with that of 0; values on both sides of 0 take turns:
0, −1, 1, −2, 2, … So lists of counts stay short, and are added place by place, whatever the least value is."""

import numpy as np
from numpy.typing import NDArray


def places(values: NDArray[np.integer]) -> NDArray[np.int64]:
    """The place of each value among the counts."""
    whole = values.astype(np.int64)
    return np.where(whole < 0, -2 * whole - 1, 2 * whole)


def value_at(place: int) -> int:
    """The value that is counted at a place."""
    return -(place + 1) // 2 if place % 2 else place // 2


def place_of(value: int) -> int:
    return -2 * value - 1 if value < 0 else 2 * value


def counts_of(values: NDArray[np.integer]) -> NDArray[np.int64]:
    """How often each value occurs: of values without a sign, those of 0, 1, 2, …"""
    return np.bincount(places(values) if values.dtype.kind == "i" else values)
