"""Exponential and logarithm built only of + − × ÷ and comparisons.

The library functions differ in the last bit between compiled and interpreted code and between machines. These do
not, so a policy that reasons with probabilities plays the same games everywhere.
"""

from math import sqrt

import numpy as np

from engine.kernel.compiled import inlined

LN2 = 0.6931471805599453
SMALLEST_EXPONENT = -45.0
"""exp of less than this is 0 here: one part in 10¹⁹, less than a float can add to 1."""

PARTS = 32
"""An exponential is a number of such parts of a halving, and a small rest."""
HALVING = 5
"""log2 of PARTS."""
PART = LN2 / PARTS
PER_PART = PARTS / LN2
TOO_SMALL = 2078
"""More parts than any exponential has that is not 0 here."""


def _roots() -> list[float]:
    """One half to the power n / PARTS. Square roots, unlike other powers, have the same last bit on every machine."""
    part = 0.5
    for _ in range(HALVING):
        part = sqrt(part)
    roots = [1.0]
    while len(roots) < PARTS:
        roots.append(roots[-1] * part)
    return roots


def _part_powers() -> list[float]:
    roots = _roots()
    return [roots[parts % PARTS] * 0.5 ** (parts // PARTS) for parts in range(TOO_SMALL)] + [0.0]


PART_POWERS = np.array(_part_powers())
"""One half to the power n / PARTS; the last entry is for numbers whose exponential is 0 here."""
C2, C3, C4 = 1 / 2, 1 / 6, 1 / 24
"""The coefficients of Taylor's series."""
SQRT_HALF = sqrt(0.5)


@inlined
def parts_in(x: float) -> int:
    """How many parts of a halving e to the power x is. Too many, if it is 0 here: chosen by the index and not at the
    end, because that would be compiled to a branch that costs as much as all the rest."""
    bounded = x if x > SMALLEST_EXPONENT else SMALLEST_EXPONENT
    return int(bounded * -PER_PART + 0.5) if x >= SMALLEST_EXPONENT else TOO_SMALL


@inlined
def exp_of_rest(x: float, parts: int) -> float:
    """e to the power of what the parts leave of x."""
    bounded = x if x > SMALLEST_EXPONENT else SMALLEST_EXPONENT
    rest = bounded + parts * PART
    # |rest| ≤ ln 2 / 64, so the next term of the series is below 10⁻¹¹
    return (1.0 + rest) + rest * rest * (C2 + rest * (C3 + C4 * rest))


@inlined
def exp(x: float) -> float:
    """e to the power x, for x ≤ 0."""
    parts = parts_in(x)
    result: float = exp_of_rest(x, parts) * PART_POWERS[parts]
    return result


@inlined
def log2(x: float) -> float:
    """The binary logarithm, for 0 < x ≤ 1."""
    exponent = 0.0
    while x < SQRT_HALF / 128.0:
        x *= 128.0
        exponent -= 7.0
    # up to seven doublings in three steps: nobody can predict how often a loop would run
    exponent, x = (exponent - 4.0, x * 16.0) if x < SQRT_HALF / 8.0 else (exponent, x)
    exponent, x = (exponent - 2.0, x * 4.0) if x < SQRT_HALF / 2.0 else (exponent, x)
    exponent, x = (exponent - 1.0, x * 2.0) if x < SQRT_HALF else (exponent, x)
    s = (x - 1.0) / (x + 1.0)
    square = s * s
    series = 0.0
    for odd in range(15, 0, -2):  # |s| ≤ 0.172, so the next term is below 10⁻¹³
        series = series * square + 1.0 / odd
    return exponent + 2.0 * s * series / LN2
