"""What Numba's front end is spared: names stay unique and short, and kernels compute the same."""

import operator
from collections import Counter
from typing import Any

import numpy as np
import pytest

from engine.kernel.compile_way import compiles_whole_programs
from engine.kernel.compiled import INTERPRETED, compiled, from_outside
from engine.kernel.records import new

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def test_a_name_is_short_and_tells_functions_and_types_apart() -> None:
    from numba import types

    from engine.kernel.numba_inside.front_end import short_name
    from engine.kernel.numba_inside.whole_program import ENVIRONMENTS

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

    from engine.kernel.numba_inside.front_end import remembering

    rounded(3)
    usual = cpu_target.typing_context
    ours = remembering(usual)
    for function in (operator.add, operator.floordiv, operator.truediv, operator.rshift, operator.lt):
        for kinds in ((int64, int64), (uint64, uint64), (int64, uint64)):
            asked = [each.resolve_function_type(function, kinds, {}) for each in (ours, ours, usual)]
            assert asked[0] == asked[1] == asked[2]


def make_doubled() -> Any:
    """A function that is new to Numba."""

    def doubled(row: Any, number: int) -> int:
        return int(row[number] + row[number] + row[number + number])

    return uncached(compiled(doubled))


def uncached(function: Any) -> Any:
    """The same, compiled even if an earlier test has done it."""
    from numba.core.caching import NullCache

    function.dispatcher.whole._cache = NullCache()
    return function


class Watched:
    """What Numba itself is asked to do while a function compiles."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from engine.kernel.numba_inside import front_end

        self.lifetimes: Counter[bool] = Counter()
        """How often all of them were computed, by whether anybody reads them."""
        process = front_end._usual_process

        def processed(self_: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
            self.lifetimes[emit_dels] += 1
            process(self_, emit_dels, extend_lifetimes)

        monkeypatch.setattr(front_end, "_usual_process", processed)


@pytest.mark.skipif(not compiles_whole_programs(), reason="Numba works as usual")
def test_numba_computes_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.postproc import PostProcessor

    watched = Watched(monkeypatch)
    assert make_doubled()(np.arange(9), 2) == 8
    assert set(watched.lifetimes) == {True}
    assert PostProcessor.run.__module__.startswith("numba."), "other functions are compiled as usual"


@pytest.mark.skipif(not compiles_whole_programs(), reason="Numba works as usual")
def test_code_from_outside_is_compiled_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a function of the engine, too."""
    watched = Watched(monkeypatch)
    with from_outside("0123456789abcdef"):
        strange = make_doubled()

    @compiled
    def ours(row: Any) -> int:
        return int(strange(row, 2))

    assert uncached(ours)(np.arange(9)) == 8
    assert watched.lifetimes[False] > 0
