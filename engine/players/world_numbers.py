"""The numbers of imagined worlds: each is that of a game, whose luck the world has."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MASK = (1 << 64) - 1
STEP, TIMES = 0x9E3779B97F4A7C15, (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
GAME_BITS = 48


def world_number(*numbers: int) -> int:
    """A hash of the numbers that a decision is known by; and of such a hash and the number of a world, the number of a
    game for the luck of that world."""
    mixed = 0
    for number in numbers:
        mixed = _mixed(mixed ^ number)
    return mixed >> 64 - GAME_BITS


def world_numbers(decision: int, first: int, last: int) -> NDArray[np.int64]:
    """`world_number(decision, world)` for the worlds from the first on."""
    return _numbers(np.arange(first, last, dtype=np.uint64) ^ np.uint64(_mixed(decision)))


def tables_of_numbers(decisions: Sequence[int], count: int) -> NDArray[np.int64]:
    """For each of them, a row of the first numbers of `world_numbers`."""
    keys = np.array([_mixed(each) for each in decisions], np.uint64)
    return _numbers(np.arange(count, dtype=np.uint64) ^ keys[:, np.newaxis])


def _numbers(mixed: NDArray[np.uint64]) -> NDArray[np.int64]:
    mixed += np.uint64(STEP)
    for shift, times in ((30, TIMES[0]), (27, TIMES[1])):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * np.uint64(times)
    mixed ^= mixed >> np.uint64(31)
    return (mixed >> np.uint64(64 - GAME_BITS)).astype(np.int64)


def _mixed(number: int) -> int:
    """Of splitmix64."""
    mixed = (number + STEP) & MASK
    for shift, times in ((30, TIMES[0]), (27, TIMES[1])):
        mixed = (mixed ^ mixed >> shift) * times & MASK
    return mixed ^ mixed >> 31
