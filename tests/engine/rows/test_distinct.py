"""Compiled, interpreted and by NumPy, the values of a column get the same numbers as in plain Python."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.rows import distinct as module
from engine.rows.distinct import MOST, Distinct, distinct_by_hash, distinct_by_sorting

Parts = list[NDArray[np.integer]]


def in_python(parts: Parts) -> tuple[list[int], list[int]]:
    numbers: dict[int, int] = {}
    found = [numbers.setdefault(value, len(numbers)) for part in parts for value in part.tolist()]
    return list(numbers), found


def check(found: Distinct | None, parts: Parts) -> None:
    assert found is not None
    assert (found.values.tolist(), found.numbers.tolist()) == in_python(parts)
    assert (found.values.dtype.name, found.numbers.dtype.name) == ("uint64", "uint16")


@st.composite
def some_parts(draw: st.DrawFn) -> Parts:
    dtype = draw(st.sampled_from(["<u4", "<u8"]))
    largest = np.iinfo(dtype).max
    number = st.integers(0, 3) | st.sampled_from([int(largest), int(largest) - 1, 1 << 31]) | st.integers(0, largest)
    return draw(st.lists(st.lists(number, max_size=50).map(lambda values: np.array(values, dtype)), min_size=1))


@given(some_parts())
@settings(max_examples=40)
def test_values_are_numbered_as_they_appear(parts: Parts) -> None:
    check(distinct_by_hash(parts), parts)
    check(distinct_by_sorting(parts), parts)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@given(some_parts())
@settings(max_examples=15)
def test_numbers_are_the_same_interpreted(parts: Parts) -> None:
    """A single np.uint64 warns when it wraps around, which is what it should do here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "number_values", getattr(module.number_values, "py_func", module.number_values))
        check(distinct_by_hash(parts), parts)


@pytest.mark.parametrize("step", [1, 1 << 15, 1 << 49])
def test_values_that_want_the_same_slot_find_another(step: int) -> None:
    """As many values as fit, some of which share the low bits, some the high ones."""
    parts: Parts = [np.arange(MOST, dtype="<u8") * np.uint64(step), np.arange(9, dtype="<u8") * np.uint64(step)]
    check(distinct_by_hash(parts), parts)


def test_one_value_too_many_is_refused() -> None:
    parts: Parts = [np.arange(MOST, dtype="<u8"), np.array([5, MOST], "<u8")]
    assert distinct_by_hash(parts) is None
    assert distinct_by_sorting(parts) is None
