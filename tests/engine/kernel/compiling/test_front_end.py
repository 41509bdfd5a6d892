"""What Numba's front end is spared: names stay unique and short, and kernels compute the same."""

import operator
from typing import Any

import numpy as np
import pytest

from engine.kernel.compiled import INTERPRETED, compiled
from engine.kernel.records import new

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def test_a_name_is_short_and_tells_functions_and_types_apart() -> None:
    from numba import types

    from engine.kernel.compiling.front_end import short_name
    from engine.kernel.whole_program import ENVIRONMENTS

    name = "engine.shipwreck.rules.fade.fade_card"
    one = short_name(name, (types.int64,), abi_tags=["a"], uid=1)
    others = [
        short_name("engine.shipwreck.rules.fade.fade_step", (types.int64,), abi_tags=["a"], uid=1),
        short_name(name, (types.float64,), abi_tags=["a"], uid=1),
        short_name(name, (types.int64,), abi_tags=["b"], uid=1),
        short_name(name, (types.int64,), abi_tags=["a"], uid=2),
        short_name(f".NumbaEnv.{name}", (types.int64,), abi_tags=["a"], uid=1),
    ]
    assert len({one, *others}) == 6
    assert one.startswith("_ZN")
    assert "fade_card_" in one
    assert max(map(len, [one, *others])) < 80
    assert others[-1].startswith(ENVIRONMENTS)


class Row:
    value: int


@compiled
def rounded(number: Any) -> Any:
    """Numbers of two kinds meet the same operators."""
    return number / 2 + number // 2


@compiled
def with_inner(row: Any, number: Any) -> Any:
    """A branch that is cut out, a function within the function, a name of two types."""
    factor = None
    if factor is None:
        row.value += 1
        total = number
    else:
        total = number + factor
    pairs = [total + each for each in range(3)]
    return pairs[0] + pairs[2] + row.value


def test_answers_are_remembered_by_type() -> None:
    assert [rounded(5), rounded(5.5), rounded(np.uint8(250)), rounded(-7)] == [4.5, 4.75, 250.0, -7.5]


def test_a_function_within_a_function_compiles() -> None:
    assert with_inner(new(Row), 10) == 23


def test_the_answers_are_those_of_numba() -> None:
    """Whatever was asked of the types so far, Numba itself would answer the same."""
    from numba.core.registry import cpu_target
    from numba.core.types import int64, uint64

    from engine.kernel.compiling.front_end import remembering

    rounded(3)
    usual = cpu_target.typing_context
    ours = remembering(usual)
    for function in (operator.add, operator.floordiv, operator.truediv, operator.rshift, operator.lt):
        for kinds in ((int64, int64), (uint64, uint64), (int64, uint64)):
            asked = [each.resolve_function_type(function, kinds, {}) for each in (ours, ours, usual)]
            assert asked[0] == asked[1] == asked[2]
