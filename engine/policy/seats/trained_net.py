"""The network of a trained player as plain whole numbers: checked, bounded, and the same decision on every machine.

Inputs are pairs of a key and a number (see `engine.players.learning.features`); a key that the network does not know
counts for nothing. Two hidden layers of a few dozen units that cannot fall below 0, and one number for each choice: the
largest is taken, the first of equals. All numbers are bounded so that no sum leaves 64 bits.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, message
from engine.game.cell import Json

Whole: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]

MOST_COLUMNS, MOST_UNITS = 1 << 11, 64
FIRST_BITS, BITS = 24, 12
"""Binary places of the first layer, and of the others and of what flows between the layers."""
LARGEST_FIRST, LARGEST, LARGEST_BIAS = 1 << 26, 1 << 20, 1 << 59
LARGEST_INPUT, LARGEST_FLOW = 1 << 20, 1 << 30
MOST_PAIRS = 1 << 14
"""Pairs that a view may have, and a choice; further ones are left out. A kernel leaves such a decision to plain
Python."""

Pairs = Sequence[tuple[int, int]]
"""Keys and numbers of what is shown, or of a choice."""
PARTS = ("first", "first_bias", "second", "second_bias", "out")


class Net(NamedTuple):
    """A network."""

    columns: tuple[int, ...]
    """The keys that it knows, words of 64 bits."""
    first: Whole
    """A row for each of them."""
    first_bias: Whole
    second: Whole
    second_bias: Whole
    out: Whole

    @property
    def data(self) -> Json:
        """As plain data."""
        rows = {name: getattr(self, name).tolist() for name in PARTS}
        return {"columns": [f"{key:016x}" for key in self.columns], **rows}

    def choose(self, shown: Pairs, choices: Sequence[Pairs]) -> int:
        """The place of the best choice."""
        worths = self.worths(shown, choices)
        return int(np.argmax(worths))

    def choose_of(self, choices: int, keys: Words, numbers: Whole, thing: Whole) -> int:
        """The same of pairs in no order: for each, of what it tells: 0 is what is shown, the others are the choices."""
        if len(keys) > MOST_PAIRS:
            first = _first_pairs(thing)
            keys, numbers, thing = keys[first], numbers[first], thing[first]
        known, order = _sorted(self.columns)
        at = np.minimum(np.searchsorted(known, keys), max(len(known) - 1, 0))
        hit = np.flatnonzero(known[at] == keys) if len(known) else at[:0]
        hit = hit[np.argsort(thing[hit], kind="stable")]
        flow = np.minimum(np.maximum(numbers[hit], -LARGEST_INPUT), LARGEST_INPUT)[:, None] * self.first[order[at[hit]]]
        things, starts = np.unique(thing[hit], return_index=True)
        flows = np.zeros((choices + 1, len(self.first_bias)), np.int64)
        if len(hit):
            flows[things] = np.add.reduceat(flow, starts)
        return int(np.argmax(self.after_first(flows[1:] + (flows[0] + self.first_bias))))

    def worths(self, shown: Pairs, choices: Sequence[Pairs]) -> Whole:
        """A number for each choice."""
        where = _places(self.columns)
        start = self._added(self.first_bias.copy(), shown, where)
        return self.after_first(np.stack([self._added(start.copy(), choice, where) for choice in choices]))

    def after_first(self, flows: Whole) -> Whole:
        """A number for each choice, from what its pairs and the bias add up to in the first layer."""
        flows = np.maximum(flows, 0) >> FIRST_BITS - BITS
        flows = np.minimum(flows, LARGEST_FLOW)
        flows = np.maximum(flows @ self.second + self.second_bias, 0) >> BITS
        found: Whole = np.minimum(flows, LARGEST_FLOW) @ self.out
        return found

    def after(self, shown: Pairs) -> "Net":
        """The same network for whoever is shown this in any case."""
        return self._replace(first_bias=self._added(self.first_bias.copy(), shown, _places(self.columns)))

    def _added(self, flow: Whole, pairs: Pairs, where: dict[int, int]) -> Whole:
        known = [(at, number) for key, number in pairs[:MOST_PAIRS] if (at := where.get(key)) is not None]
        if known:
            found = np.array(known, np.int64)
            flow += np.clip(found[:, 1], -LARGEST_INPUT, LARGEST_INPUT) @ self.first[found[:, 0]]
        return flow

    def words(self) -> tuple[int, ...]:
        """For a kernel: the sizes, a table of the keys by their hashes, and the layers."""
        return _words(self.columns, *(getattr(self, name).tobytes() for name in PARTS))


@lru_cache(64)
def _places(columns: tuple[int, ...]) -> dict[int, int]:
    return {key: at for at, key in enumerate(columns)}


@lru_cache(64)
def _sorted(columns: tuple[int, ...]) -> tuple[Words, Whole]:
    """The keys in ascending order, and the column of each."""
    keys = np.array(columns, np.uint64)
    order = np.argsort(keys)
    return keys[order], order


def _first_pairs(thing: Whole) -> Whole:
    """The places of the pairs that count: of each thing the first ones."""
    order = np.argsort(thing, kind="stable")
    sizes = np.bincount(thing)
    number = np.arange(len(thing)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return order[number < MOST_PAIRS]


def table_size(columns: int) -> int:
    """Places of the table of keys: a power of two, at most half of it full."""
    return 1 << max(2 * columns, 2).bit_length()


@lru_cache(64)
def _words(columns: tuple[int, ...], *parts: bytes) -> tuple[int, ...]:
    layers = [np.frombuffer(part, np.int64) for part in parts]
    size = table_size(len(columns))
    keys, places = [0] * size, [-1] * size
    for column, key in enumerate(columns):
        at = key & size - 1
        while places[at] >= 0:
            at = at + 1 & size - 1
        keys[at], places[at] = key - (1 << 64) if key >> 63 else key, column
    head = [size, len(columns), len(layers[1]), len(layers[3])]
    return (*head, *keys, *places, *(int(word) for layer in layers for word in layer))


def net_of(data: object, source: str) -> Net:
    """A network that somebody may have written by hand: its shapes are checked before anything is made of it."""

    def wrong(field: str, expected: str, **values: object) -> BadInput:
        return BadInput(source=source, place=f"net: {field}", expected=message(expected, **values))

    if not isinstance(data, dict) or sorted(data) != sorted(("columns", *PARTS)):
        raise wrong("fields", "columns, {parts}", parts=", ".join(PARTS))
    keys = data["columns"]
    if not isinstance(keys, list) or len(keys) > MOST_COLUMNS:
        raise wrong("columns", "at most {most:,} keys", most=MOST_COLUMNS)
    if not all(isinstance(key, str) and len(key) == 16 and set(key) <= set("0123456789abcdef") for key in keys):
        raise wrong("columns", "keys of 16 digits from 0 to f")
    if len(set(keys)) < len(keys):
        raise wrong("columns", "keys that differ")
    one, two = (len(data[name]) if isinstance(data[name], list) else 0 for name in ("first_bias", "second_bias"))
    for name, units in (("first_bias", one), ("second_bias", two)):
        if not 1 <= units <= MOST_UNITS:
            raise wrong(name, "1 to {most} whole numbers", most=MOST_UNITS)
    shapes: dict[str, tuple[tuple[int, ...], int]] = {
        "first": ((len(keys), one), LARGEST_FIRST),
        "first_bias": ((one,), LARGEST_BIAS),
        "second": ((one, two), LARGEST),
        "second_bias": ((two,), LARGEST_BIAS),
        "out": ((two,), LARGEST),
    }
    layers = {}
    for name, (shape, largest) in shapes.items():
        if not _fits(data[name], shape, largest):
            size = " × ".join(map(str, shape))
            raise wrong(name, "{size} whole numbers from {low:,} to {high:,}", size=size, low=-largest, high=largest)
        layers[name] = np.array(data[name], np.int64).reshape(shape)
    return Net(tuple(int(key, 16) for key in keys), **layers)


def _fits(given: Any, shape: tuple[int, ...], largest: int) -> bool:
    if not isinstance(given, list) or len(given) != shape[0]:
        return False
    if len(shape) > 1:
        return all(_fits(each, shape[1:], largest) for each in given)
    return all(type(each) is int and -largest <= each <= largest for each in given)
