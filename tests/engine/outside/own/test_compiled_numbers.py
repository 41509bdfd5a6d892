"""Whole numbers of kernels: as in Python, or the kernel stops."""

from itertools import product

import pytest

from engine.kernel.compiled import INTERPRETED
from engine.outside.own.compiled.kit.numbers import add, sub
from engine.outside.own.compiled.kit.record import Stop

LARGEST = (1 << 63) - 1
EDGES = sorted({sign * (size + step) for size in (0, 1 << 62, LARGEST - 1) for step in (-1, 0, 1) for sign in (-1, 1)})


@pytest.mark.skipif(INTERPRETED, reason="Python's own numbers leave nothing")
@pytest.mark.parametrize(("function", "sign"), [(add, 1), (sub, -1)], ids=["add", "sub"])
def test_what_leaves_64_bits_stops_the_kernel_and_nothing_else_does(function: object, sign: int) -> None:
    for a, b in product((-LARGEST - 1, *EDGES), repeat=2):
        want: int | None = a + sign * b
        if not -LARGEST - 1 <= a + sign * b <= LARGEST:
            want = None
        assert _answer(function, a, b) == want, (a, b)


def _answer(function: object, a: int, b: int) -> int | None:
    assert callable(function)
    try:
        return int(function(a, b))
    except Stop:
        return None
