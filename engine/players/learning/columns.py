"""The columns of a network: which keys it knows, and how their numbers are scaled while it learns."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.players.learning.features import CATEGORY, PARTS_OF_ONE, mixed_words
from engine.players.learning.fit import Floats, Layers, Positions
from engine.players.learning.lessons import Lessons, Pairs
from engine.policy.seats.trained_net import (
    BITS,
    FIRST_BITS,
    LARGEST,
    LARGEST_BIAS,
    LARGEST_FIRST,
    LARGEST_INPUT,
    MOST_COLUMNS,
    Net,
)

MOST_VALUES = 16
"""Of a whole number, of which each becomes a category."""
FEWEST = 0.0005
"""The share of decisions, or of choices, in which a key must tell things apart to become a column."""
FULL_FIRST, FULL = 2.0, 16.0
"""To so much the largest weight of a unit grows, at most, before it becomes a whole number."""
MOST_NUMBERS = 100_000_000
"""Of all decisions that are fitted together: of what is shown, and of the choices."""


class Columns(NamedTuple):
    """Keys in order; for each, what its numbers are in the middle, and how far they lie apart."""

    keys: NDArray[np.uint64]
    middle: NDArray[np.float64]
    spread: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.keys)


NO_COLUMNS = Columns(np.zeros(0, np.uint64), np.zeros(0), np.zeros(0))


class Known(NamedTuple):
    """The columns of what is shown, and those of choices."""

    shown: Columns = NO_COLUMNS
    choices: Columns = NO_COLUMNS


def grown(known: Known, lessons: Lessons) -> Known:
    """With the keys that these lessons add. Those that were there stay as they are."""
    room = MOST_COLUMNS - len(known.shown) - len(known.choices)
    shown = _grown(known.shown, lessons.shown, room * 3 // 4)
    room -= len(shown) - len(known.shown)
    return Known(shown, _grown(known.choices, lessons.choices, room))


def _grown(columns: Columns, pairs: Pairs, room: int) -> Columns:
    number = len(pairs.first) - 1
    if not number or not len(pairs.keys):
        return columns
    keys, where = np.unique(pairs.keys, return_inverse=True)
    totals = _totals(where, pairs, len(keys))
    middle = totals[0] / number
    spread = np.sqrt(np.maximum(totals[1] / number - middle**2, 0))
    is_new = ~np.isin(keys, columns.keys) & (spread > 0) & (totals[2] >= FEWEST * number)
    is_new &= ~np.isin(keys, _of_long_scales(pairs))
    new = np.flatnonzero(is_new)
    new = new[np.argsort(-totals[2][new], kind="stable")][:room]
    new.sort()
    return Columns(
        np.concatenate([columns.keys, keys[new]]),
        np.concatenate([columns.middle, middle[new]]),
        np.concatenate([columns.spread, spread[new]]),
    )


def _of_long_scales(pairs: Pairs) -> NDArray[np.uint64]:
    """The categories of whole numbers that have many values: the number says enough. A category stands behind its
    number."""
    number, category = pairs.keys[:-1], pairs.keys[1:]
    value = pairs.numbers[:-1] // PARTS_OF_ONE
    behind = mixed_words(mixed_words(number, np.uint64(CATEGORY)), value.astype(np.uint64)) == category
    both = np.unique(np.stack([number[behind], category[behind]]), axis=1)
    places, counts = np.unique(both[0], return_counts=True)
    found: NDArray[np.uint64] = both[1][np.isin(both[0], places[counts > MOST_VALUES])]
    return found


def _totals(where: NDArray[np.int64], pairs: Pairs, keys: int) -> tuple[Any, Any, Any]:
    """For each key: the sum of its numbers over all things, the sum of their squares, and in how many things it is. A
    key that a thing has several times counts by the sum."""
    thing = np.repeat(np.arange(len(pairs.first) - 1), np.diff(pairs.first))
    both = thing * keys + where
    pair, at = np.unique(both, return_inverse=True)
    sums = np.bincount(at, pairs.numbers)
    column = pair % keys
    return (
        np.bincount(column, sums, keys),
        np.bincount(column, sums**2, keys),
        np.bincount(column, minlength=keys).astype(float),
    )


def matrix(columns: Columns, pairs: Pairs) -> Floats:
    """A row for each thing, scaled."""
    found = np.zeros((len(pairs.first) - 1, len(columns)), np.float32)
    if len(columns):
        order = np.argsort(columns.keys)
        at = np.searchsorted(columns.keys, pairs.keys, sorter=order)
        column = order[np.minimum(at, len(columns) - 1)]
        hit = columns.keys[column] == pairs.keys
        thing = np.repeat(np.arange(len(found)), np.diff(pairs.first))
        numbers = np.clip(pairs.numbers, -LARGEST_INPUT, LARGEST_INPUT)
        np.add.at(found, (thing[hit], column[hit]), (numbers[hit] / columns.spread[column[hit]]).astype(np.float32))
        found -= (columns.middle / columns.spread).astype(np.float32)
    return found


def positions_of(known: Known, lessons: Lessons, scale: float) -> Positions:
    """Lessons as what a network is fitted to. Results are measured by the scale."""
    sizes = np.diff(lessons.first)
    mean = np.add.reduceat(lessons.results, lessons.first[:-1]) / sizes if len(sizes) else np.zeros(0)
    worth = (lessons.results - np.repeat(mean, sizes)) / scale
    return Positions(
        matrix(known.shown, lessons.shown),
        matrix(known.choices, lessons.choices),
        lessons.first,
        worth.astype(np.float32),
    )


def scale_of(lessons: Lessons) -> float:
    """How far the results of choices lie apart, mostly."""
    sizes = np.diff(lessons.first)
    mean = np.add.reduceat(lessons.results, lessons.first[:-1]) / sizes
    return float(np.sqrt(np.mean((lessons.results - np.repeat(mean, sizes)) ** 2))) or 1.0


def widened(layers: Layers, known: Known, new: Known) -> Layers:
    """The same network with columns that count for nothing yet."""

    def more(rows: Floats, columns: int) -> Floats:
        return np.concatenate([rows, np.zeros((columns, rows.shape[1]), np.float32)])

    return layers._replace(
        of_view=more(layers.of_view, len(new.shown) - len(known.shown)),
        of_choice=more(layers.of_choice, len(new.choices) - len(known.choices)),
    )


def rounded(layers: Layers, known: Known) -> Net:
    """The network in whole numbers; scales become part of it. What it says of choices is multiplied by one number: it
    takes the same."""
    columns = [*known.shown.keys.tolist(), *known.choices.keys.tolist()]
    rows = np.concatenate([layers.of_view, layers.of_choice]).astype(np.float64)
    spread = np.concatenate([known.shown.spread, known.choices.spread])
    middle = np.concatenate([known.shown.middle, known.choices.middle])
    real = rows / spread[:, None]
    bias = layers.bias - middle @ real
    one = _room(real, FULL_FIRST)
    second = layers.second.astype(np.float64) / one[:, None]
    two = _room(second, FULL)
    out = layers.out / two
    return Net(
        tuple(columns),
        _whole(real * one, FIRST_BITS, LARGEST_FIRST),
        _whole(bias * one, FIRST_BITS, LARGEST_BIAS),
        _whole(second * two, BITS, LARGEST),
        _whole(layers.second_bias * two, 2 * BITS, LARGEST_BIAS),
        _whole(out * _room(out[:, None], FULL), BITS, LARGEST),
    )


def _room(weights: NDArray[np.float64], full: float) -> NDArray[np.float64]:
    """For each unit, the factor by which its weights fill the room of whole numbers: small weights would be rounded to
    nothing. A unit may count for more if the next layer takes less of it."""
    largest = np.abs(weights).max(axis=0, initial=0)
    return np.exp2(np.floor(np.log2(full / np.where(largest > 0, largest, full))))


def _whole(numbers: NDArray[np.floating], bits: int, largest: int) -> NDArray[np.int64]:
    return np.clip(np.rint(numbers.astype(np.float64) * (1 << bits)), -largest, largest).astype(np.int64)


def thinned(lessons: Lessons, known: Known) -> int:
    """How many of the decisions can be fitted together: the memory for their numbers is bounded."""
    size = max(len(lessons) * len(known.shown), len(lessons.results) * len(known.choices), 1)
    return len(lessons) if size <= MOST_NUMBERS else len(lessons) * MOST_NUMBERS // size


def some_of(lessons: Lessons, number: int, seed: int) -> Lessons:
    """So many of the decisions, by chance."""
    if number >= len(lessons):
        return lessons
    draw = np.random.Generator(np.random.Philox(seed))
    return only(lessons, np.sort(draw.permutation(len(lessons))[:number]))


def only(lessons: Lessons, kept: NDArray[np.int64]) -> Lessons:
    """The decisions of these numbers, in ascending order."""
    rows = picked(lessons.first, kept)
    return Lessons(
        _some_pairs(lessons.shown, kept),
        _some_pairs(lessons.choices, rows),
        np.concatenate([[0], np.cumsum(np.diff(lessons.first)[kept])]),
        lessons.results[rows],
    )


def _some_pairs(pairs: Pairs, kept: NDArray[np.int64]) -> Pairs:
    at = picked(pairs.first, kept)
    return Pairs(np.concatenate([[0], np.cumsum(np.diff(pairs.first)[kept])]), pairs.keys[at], pairs.numbers[at])


def picked(first: NDArray[np.int64], kept: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of all that belongs to the things that are kept."""
    sizes = np.diff(first)[kept]
    starts = np.repeat(first[kept] - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes)
    found: NDArray[np.int64] = starts + np.arange(sizes.sum())
    return found
