"""Compiled, interpreted and by NumPy, rows add up to the same as in plain Python."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.results import Rows
from engine.kernel.compiled import INTERPRETED
from engine.rows import distinct, one_pass, sums
from engine.rows.signed import place_of, value_at
from engine.rows.sums import RowSums, load_passes, sum_rows, sums_by_column, sums_in_one_pass

KEY = "00ff00ff00ff00ff"
TYPES = ("<u1", "<u2", "<u4", "<u8", "<i1", "<i2", "<i8")
MOST_COUNTED = 1000


def spread(value: int) -> int:
    value ^= value >> 33
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        value = value * factor % 2**64
        value ^= value >> 33
    return value


def digest_in_python(rows: Rows, games: list[int]) -> int:
    odd = 0x9E3779B97F4A7C15
    total = 0
    for game, row in zip(games, rows, strict=True):
        raw = row.tobytes()
        words = [int.from_bytes(raw[at : at + 8], "little") for at in range(0, len(raw), 8)]
        value = sum(word * (spread(place * odd % 2**64) | 1) for place, word in enumerate(words, 2))
        total += spread(value % 2**64 ^ game * odd % 2**64 ^ int(KEY, 16))
    return total % 2**64


def counts_in_python(values: list[int], is_signed: bool) -> list[int]:
    """Those of 0, 1, 2, …; or those of 0, −1, 1, −2, 2, …"""
    found = Counter(values)
    if not is_signed:
        return [found[value] for value in range(max(values, default=-1) + 1)]
    turns = [0, *(value for size in range(1, MOST_COUNTED + 2) for value in (-size, size))]
    counts = [found[value] for value in turns]
    while counts and not counts[-1]:
        counts.pop()
    return counts


@st.composite
def some_rows(draw: st.DrawFn) -> Rows:
    types = draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=12))
    games = draw(st.sampled_from([0, 1, 2, 3, 7, 512, 513, 1030]) | st.integers(0, 40))
    luck = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = np.zeros(games, [(f"column {number}", kind) for number, kind in enumerate(types)])
    for name in rows.dtype.names or ():
        most = draw(st.sampled_from([0, 1, 12, 255, 256, 999, 2**63 - 1]))
        held = np.iinfo(rows.dtype[name])
        least = max(-most, held.min) if draw(st.booleans()) else 0
        rows[name] = luck.integers(least, min(most, held.max), games, endpoint=True)
    return rows


def check(found: RowSums, rows: Rows, games: list[int], counted: list[str]) -> None:
    assert found.digest == digest_in_python(rows, games)
    assert len(found.columns) == len(rows)
    for name in rows.dtype.names or ():
        assert found.columns[name].dtype == rows.dtype[name]
        assert found.columns[name].tolist() == found.columns.packed[name].tolist() == rows[name].tolist()
        assert found.columns.packed[name].flags.c_contiguous
    assert {name: counts.tolist() for name, counts in found.counts.items()} == {
        name: counts_in_python(rows[name].tolist(), rows.dtype[name].kind == "i") for name in counted
    }


def may_be_counted(rows: Rows) -> list[str]:
    return [name for name in rows.dtype.names or () if _farthest(rows[name]) <= MOST_COUNTED]


def _farthest(values: Any) -> int:
    return max(int(values.max(initial=0)), -int(values.min(initial=0)))


@pytest.mark.full
@given(some_rows(), st.integers(0, 2**40), st.booleans())
def test_sums_are_those_of_plain_python(rows: Rows, first: int, in_order: bool) -> None:
    """In order, the first index says all; else each game has its own."""
    games = list(range(first, first + len(rows)))[:: 1 if in_order else -1]
    where = first if in_order else np.array(games, np.uint64)
    counted = may_be_counted(rows)
    check(sums_in_one_pass(KEY, where, rows, counted), rows, games, counted)
    check(sums_by_column(KEY, where, rows, counted), rows, games, counted)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@given(some_rows().filter(lambda rows: len(rows) <= 40))
@settings(max_examples=30)
def test_the_pass_is_the_same_interpreted(rows: Rows) -> None:
    """A single np.uint64 warns when it wraps around, which is what it should do here."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("digest_of", "take_columns", "pass_over", "_spread"):
            patch.setattr(one_pass, name, plain(getattr(one_pass, name)))
        patch.setattr(sums, "pass_over", one_pass.pass_over)
        counted = may_be_counted(rows)
        check(sums_in_one_pass(KEY, 5, rows, counted), rows, list(range(5, 5 + len(rows))), counted)


def plain(function: Any) -> Any:
    return getattr(function, "py_func", function)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_is_loaded_before_the_fork_is_all_that_rows_need() -> None:
    """A variant for other types would be compiled, or loaded, in every worker."""
    import numba  # noqa: F401 - a process that plays compiled games has loaded it

    def variants(function: Any) -> int:
        return len(getattr(function.dispatcher, "whole", function.dispatcher).overloads)

    load_passes()
    passes = (one_pass.pass_over, distinct.number_values)
    loaded = list(map(variants, passes))
    rows = np.zeros(40, [("a", "<u1"), ("b", "<u4"), ("c", "<u8")])
    sums_in_one_pass(KEY, 0, rows, ["a"])
    distinct.distinct([rows["b"], rows["b"]])
    distinct.distinct([rows["c"]])
    assert list(map(variants, passes)) == loaded


def test_rows_of_which_a_part_is_looked_at() -> None:
    """Every second row has gaps in memory."""
    rows = np.zeros(40, [("a", "<u1"), ("b", "<u2")])
    rows["a"] = np.arange(40)
    check(sums_in_one_pass(KEY, 0, rows[::2], ["a", "b"]), rows[::2].copy(), list(range(20)), ["a", "b"])


@pytest.mark.parametrize("way", [sums_in_one_pass, sums_by_column, sum_rows])
@pytest.mark.parametrize("kind", ["<i1", "<i2"])
def test_values_below_zero_are_counted_in_turn(way: Any, kind: str) -> None:
    rows = np.array([(-1,), (-1,), (0,), (2,), (-3,)], [("a", kind)])
    assert way(KEY, 0, rows, ["a"]).counts["a"].tolist() == [1, 2, 0, 0, 1, 1]
    least = np.array([(np.iinfo(kind).min,)], [("a", kind)])
    assert len(way(KEY, 0, least, ["a"]).counts["a"]) == 1 << 8 * int(kind[2])
    assert [value_at(place) for place in range(6)] == [0, -1, 1, -2, 2, -3]
    assert all(place_of(value_at(place)) == place for place in range(600))


def test_a_column_takes_a_byte_for_a_value_if_all_fit() -> None:
    rows = np.zeros(9, [("small", "<u2"), ("large", "<u2")])
    rows["large"][8] = 256
    columns = sums_in_one_pass(KEY, 0, rows, []).columns
    assert {name: column.itemsize for name, column in columns.packed.items()} == {"small": 1, "large": 2}


@given(st.integers(0, 599), st.integers(0, 8 * 5 - 1))
def test_every_bit_of_every_row_counts(row: int, bit: int) -> None:
    rows = np.zeros(600, [("a", "<u1"), ("b", "<u2"), ("c", "<u2")])
    changed = rows.copy()
    changed.view(np.uint8).reshape(600, -1)[row, bit // 8] ^= 1 << bit % 8
    one, other = (sums_in_one_pass(KEY, 0, each, ["a", "b", "c"]) for each in (rows, changed))
    assert one.digest != other.digest
    assert {name: counts.tolist() for name, counts in one.counts.items()} != {
        name: counts.tolist() for name, counts in other.counts.items()
    }
