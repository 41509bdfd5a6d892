"""Networks as plain data that anybody may have written, and what they decide: the same as with numbers of any size."""

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.cell import Json
from engine.policy.seats.trained_net import (
    BITS,
    FIRST_BITS,
    LARGEST,
    LARGEST_BIAS,
    LARGEST_FIRST,
    LARGEST_FLOW,
    LARGEST_INPUT,
    MOST_COLUMNS,
    MOST_PAIRS,
    MOST_UNITS,
    Pairs,
    net_of,
)


def data_of(columns: int = 3, one: int = 2, two: int = 2, number: Callable[[int], int] = lambda largest: 1) -> Json:
    """A network; `number` gives each of its numbers by the largest that it may be."""

    def rows(*shape: int, largest: int) -> Any:
        if not shape:
            return number(largest)
        return [rows(*shape[1:], largest=largest) for _ in range(shape[0])]

    return {
        "columns": [f"{key:016x}" for key in range(columns)],
        "first": rows(columns, one, largest=LARGEST_FIRST),
        "first_bias": rows(one, largest=LARGEST_BIAS),
        "second": rows(one, two, largest=LARGEST),
        "second_bias": rows(two, largest=LARGEST_BIAS),
        "out": rows(two, largest=LARGEST),
    }


def worths_of(data: Json, shown: Pairs, choices: Sequence[Pairs]) -> list[int]:
    """What choices are worth, in Python's whole numbers, which have no end."""
    where = {int(key, 16): at for at, key in enumerate(data["columns"])}

    def layer(flow: list[int], rows: list[list[int]], bias: list[int]) -> list[int]:
        return [start + sum(x * row[at] for x, row in zip(flow, rows, strict=True)) for at, start in enumerate(bias)]

    found = []
    for choice in choices:
        flow = list(data["first_bias"])
        for key, number in [*shown[:MOST_PAIRS], *choice[:MOST_PAIRS]]:
            if key in where:
                number = max(min(number, LARGEST_INPUT), -LARGEST_INPUT)
                flow = [x + number * weight for x, weight in zip(flow, data["first"][where[key]], strict=True)]
        flow = [min(max(x, 0) >> FIRST_BITS - BITS, LARGEST_FLOW) for x in flow]
        flow = layer(flow, data["second"], data["second_bias"])
        flow = [min(max(x, 0) >> BITS, LARGEST_FLOW) for x in flow]
        found.append(sum(x * weight for x, weight in zip(flow, data["out"], strict=True)))
    return found


# Numbers


@pytest.mark.sampled(1)
@pytest.mark.parametrize("sign", [1, -1])
def test_no_sum_leaves_64_bits_at_the_bounds(sign: int) -> None:
    data = data_of(2, MOST_UNITS, MOST_UNITS, lambda largest: sign * largest)
    most = [(0, sign * LARGEST_INPUT * 3)] * (MOST_PAIRS + 10)
    choices = [most, [], [(1, -sign * LARGEST_INPUT)] * MOST_PAIRS]
    net = net_of(data, "test")
    wanted = worths_of(data, most, choices)
    assert net.worths(most, choices).tolist() == wanted
    assert net.after(most).worths(most, choices).dtype == np.int64
    twice = sum(abs(number) for number in (LARGEST_BIAS, *[MOST_PAIRS * LARGEST_INPUT * LARGEST_FIRST] * 3))
    assert twice < 1 << 63, "also if what comes with every view was added beforehand"
    assert LARGEST_BIAS + MOST_UNITS * LARGEST_FLOW * LARGEST < 1 << 63


def test_random_networks_are_worth_what_long_numbers_say() -> None:
    draw = Random(5)
    for _ in range(30):
        shrink = draw.choice([0, 6, 12, 20])
        data = data_of(8, 5, 4, lambda largest, s=shrink: draw.randint(-largest, largest) >> s)  # type: ignore[misc]
        pairs = [[(draw.randrange(12), draw.randint(-(1 << 22), 1 << 22)) for _ in range(6)] for _ in range(5)]
        net = net_of(data, "test")
        wanted = worths_of(data, pairs[0], pairs[1:])
        assert net.worths(pairs[0], pairs[1:]).tolist() == wanted
        assert net.after(pairs[0]).worths([], pairs[1:]).tolist() == wanted
        assert net.choose(pairs[0], pairs[1:]) == wanted.index(max(wanted))


def in_any_order(pairs: Sequence[Pairs], draw: Random) -> tuple[Any, Any, Any]:
    """Keys, numbers, and of what each of them tells."""
    every = [(key, number, thing) for thing, some in enumerate(pairs) for key, number in some]
    draw.shuffle(every)
    keys, numbers, thing = zip(*every, strict=True) if every else ((), (), ())
    return np.array(keys, np.uint64), np.array(numbers, np.int64), np.array(thing, np.int64)


def test_the_order_of_pairs_does_not_matter() -> None:
    draw = Random(7)
    for _ in range(30):
        shrink = draw.choice([0, 6, 12])
        data = data_of(8, 5, 4, lambda largest, s=shrink: draw.randint(-largest, largest) >> s)  # type: ignore[misc]
        pairs = [
            [(draw.randrange(12), draw.randint(-(1 << 22), 1 << 22)) for _ in range(each)] for each in (6, 4, 0, 5)
        ]
        wanted = net_of(data, "test").choose(pairs[0], pairs[1:])
        assert net_of(data, "test").choose_of(3, *in_any_order(pairs, draw)) == wanted
    nothing = in_any_order([], draw)
    assert net_of(data_of(0), "test").choose_of(2, *nothing) == 0
    assert net_of(data_of(3), "test").choose_of(2, *nothing) == 0
    assert net_of(data_of(0), "test").choose_of(2, *in_any_order(pairs, draw)) == 0


def test_ties_go_to_the_first_choice() -> None:
    net = net_of(
        {**data_of(2, number=lambda largest: largest >> 10), "first_bias": [0, 0], "second_bias": [0, 0]}, "test"
    )
    low, high = [(0, 160)], [(0, 1600)]
    assert net.worths([], [low, high])[0] < net.worths([], [low, high])[1]
    assert net.choose([], [low, high, high]) == 1
    assert net.choose([], [high, high, low]) == 0
    assert net.choose([], [[], [], []]) == 0


# Hostile data


def changed(place: str, value: object) -> Json:
    return {**data_of(), place: value}


HOSTILE: dict[str, tuple[object, str]] = {
    "no table": ([], "net: fields"),
    "a text": ("net", "net: fields"),
    "a field too many": ({**data_of(), "code": "import os"}, "net: fields"),
    "a field too few": ({key: value for key, value in data_of().items() if key != "out"}, "net: fields"),
    "columns are a text": (changed("columns", "0" * 48), "net: columns"),
    "columns are a table": (changed("columns", {"0" * 16: 1}), "net: columns"),
    "a short key": (changed("columns", ["0" * 15] * 3), "net: columns"),
    "a key in large letters": (changed("columns", ["ABCDEF0123456789", "1" * 16, "2" * 16]), "net: columns"),
    "a key of strange digits": (changed("columns", ["٣" * 16, "1" * 16, "2" * 16]), "net: columns"),
    "a key that is a number": (changed("columns", [0, 1, 2]), "net: columns"),
    "a key twice": (changed("columns", ["0" * 16] * 3), "net: columns"),
    "too many columns": (data_of(MOST_COLUMNS + 1), "net: columns"),
    "too many units": (data_of(one=MOST_UNITS + 1), "net: first_bias"),
    "too many units behind": (data_of(two=MOST_UNITS + 1), "net: second_bias"),
    "no units": (data_of(one=0), "net: first_bias"),
    "a bias that is a number": (changed("first_bias", 5), "net: first_bias"),
    "a bias that is a text": (changed("first_bias", "ab"), "net: first_bias"),
    "a bias that is a table": (changed("second_bias", {"0": 1}), "net: second_bias"),
    "a row too few": (changed("first", [[1, 1]] * 2), "net: first"),
    "a long row": (changed("first", [[1, 1], [1, 1], [1, 1, 1]]), "net: first"),
    "rows that are numbers": (changed("first", [1, 1, 1]), "net: first"),
    "rows too deep": (changed("first", [[[1], [1]]] * 3), "net: first"),
    "rows where numbers belong": (changed("out", [[1], [1]]), "net: out"),
    "true": (changed("out", [True, 1]), "net: out"),
    "a real number": (changed("out", [1.0, 1]), "net: out"),
    "not a number": (changed("second", [[1, float("nan")], [1, 1]]), "net: second"),
    "infinite": (changed("second", [[1, float("inf")], [1, 1]]), "net: second"),
    "none": (changed("second_bias", [None, 1]), "net: second_bias"),
    "a text that is a number": (changed("second_bias", ["1", 1]), "net: second_bias"),
    "huge": (changed("out", [10**30, 1]), "net: out"),
    "one too large": (changed("out", [LARGEST + 1, 1]), "net: out"),
    "one too small": (changed("first_bias", [-LARGEST_BIAS - 1, 1]), "net: first_bias"),
    "a weight too large": (changed("first", [[1, LARGEST_FIRST + 1]] * 3), "net: first"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_data_is_refused_in_a_line_that_names_source_and_field(name: str) -> None:
    data, place = HOSTILE[name]
    with pytest.raises(BadInput) as caught:
        net_of(data, "their.json")
    assert (caught.value.source, caught.value.place) == ("their.json", place)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_nothing_large_is_made_of_data_that_does_not_fit() -> None:
    row = [1] * 100_000
    hostile = [changed("out", row), changed("first_bias", row), changed("first", [row] * 1000)]
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    began = monotonic()
    for data in [*hostile, changed("first", deep), changed("out", deep), changed("columns", deep)]:
        with pytest.raises(BadInput):
            net_of(data, "their.json")
    assert monotonic() - began < 2
