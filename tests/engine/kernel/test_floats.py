"""Exponential and logarithm of the kernel: close to the library's, monotonic, and with the same bits in both modes."""

import math
import os
import subprocess
import sys
from random import Random

import pytest

from engine.kernel.floats import SMALLEST_EXPONENT, exp, log2
from tests.support import ROOT

EXP_ERROR = 1e-11
"""Relative. The first omitted term of the series is (ln 2 / 2)¹⁰ / 10!, 7·10⁻¹²."""
LOG_ERROR = 2e-14
"""Absolute. The series is cut after 3⁻²⁵ / 25."""

LEAST = 2.0**-40


def exponents() -> list[float]:
    """Equal steps, the boundaries between two powers of two, and a few thousand at random."""
    dice = Random(1)
    seams = [-(n + 0.5) * math.log(2) + nudge for n in range(64) for nudge in (-1e-12, 0.0, 1e-12)]
    drawn = [-dice.expovariate(0.2) for _ in range(3000)]
    even = [-n / 100 for n in range(4501)]
    return sorted(x for x in [*seams, *drawn, *even] if SMALLEST_EXPONENT <= x <= 0.0)


def probabilities() -> list[float]:
    dice = Random(2)
    seams = [0.5**n * factor for n in range(40) for factor in (1 - 2**-52, 1.0, 1 + 2**-52)]
    drawn = [0.5 ** (40 * dice.random()) for _ in range(3000)]
    return sorted(x for x in [*seams, *drawn, *(n / 1000 for n in range(1, 1001))] if LEAST <= x <= 1.0)


def digits() -> str:
    """Every bit of every answer."""
    return " ".join([*(exp(x).hex() for x in exponents()), *(log2(x).hex() for x in probabilities())])


def test_exp_is_close() -> None:
    for x in exponents():
        assert exp(x) == pytest.approx(math.exp(x), rel=EXP_ERROR, abs=0.0), x


def test_log2_is_close() -> None:
    for x in probabilities():
        assert log2(x) == pytest.approx(math.log2(x), rel=0.0, abs=LOG_ERROR), x


def test_the_ends() -> None:
    assert exp(0.0) == 1.0
    assert exp(-1e-300) == 1.0
    assert exp(SMALLEST_EXPONENT) == pytest.approx(math.exp(SMALLEST_EXPONENT), rel=EXP_ERROR, abs=0.0)
    assert exp(math.nextafter(SMALLEST_EXPONENT, -math.inf)) == 0.0
    assert exp(-math.inf) == 0.0
    assert log2(1.0) == 0.0


def test_both_rise() -> None:
    """Utilities one billionth apart, the smallest difference that counts, keep their order."""
    for function, points in ((exp, exponents()), (log2, probabilities())):
        apart = [points[0]]
        for x in points:
            if x - apart[-1] >= 1e-9 * abs(x):
                apart.append(x)
        values = [function(x) for x in apart]
        assert values == sorted(values), function
        assert len(set(values)) > len(values) - 2


def test_interpreted_has_the_same_bits() -> None:
    code = "from tests.engine.kernel.test_floats import digits; print(digits())"
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == digits()


def test_the_bounds_notice_a_wrong_series() -> None:
    """The negative control: one term of the Taylor series too few, at the end of its range."""
    x = -math.log(2) / 2
    short = sum(x**n / math.factorial(n) for n in range(9))
    assert short != pytest.approx(math.exp(x), rel=EXP_ERROR, abs=0.0)
    assert exp(x) == pytest.approx(math.exp(x), rel=EXP_ERROR, abs=0.0)
