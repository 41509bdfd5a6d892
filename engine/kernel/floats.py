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
"""A power of two is a whole number of halvings and a number of such parts of one."""
HALVING = 5
"""log2 of PARTS."""
PART = LN2 / PARTS
PER_PART = PARTS / LN2
TOO_SMALL = 69
POWERS_OF_TWO = np.array([0.5**n for n in range(TOO_SMALL)] + [0.0])
"""Of one half; the last entry is for numbers whose exponential is 0 here."""


def _roots() -> list[float]:
    """One half to the power n / PARTS. Square roots, unlike other powers, have the same last bit on every machine."""
    part = 0.5
    for _ in range(HALVING):
        part = sqrt(part)
    roots = [1.0]
    while len(roots) < PARTS:
        roots.append(roots[-1] * part)
    return roots


ROOTS_OF_TWO = np.array(_roots())
C2, C3, C4 = 1 / 2, 1 / 6, 1 / 24
"""The coefficients of Taylor's series."""
SQRT_HALF = sqrt(0.5)


@inlined
def exp(x: float) -> float:
    """e to the power x, for x ≤ 0."""
    bounded = x if x > SMALLEST_EXPONENT else SMALLEST_EXPONENT
    parts = int(bounded * -PER_PART + 0.5)
    rest = bounded + parts * PART
    # |rest| ≤ ln 2 / 64, so the next term of the series is below 10⁻¹¹
    series = (1.0 + rest) + rest * rest * (C2 + rest * (C3 + C4 * rest))
    # chosen by the index and not at the end: compiled to a branch, that would cost as much as all the rest
    halvings = parts >> HALVING if x >= SMALLEST_EXPONENT else TOO_SMALL
    result: float = series * ROOTS_OF_TWO[parts & (PARTS - 1)] * POWERS_OF_TWO[halvings]
    return result


@inlined
def log2(x: float) -> float:
    """The binary logarithm, for 0 < x ≤ 1."""
    exponent = 0.0
    while x < SQRT_HALF:
        x *= 2.0
        exponent -= 1.0
    s = (x - 1.0) / (x + 1.0)
    square = s * s
    series = 0.0
    for odd in range(15, 0, -2):  # |s| ≤ 0.172, so the next term is below 10⁻¹³
        series = series * square + 1.0 / odd
    return exponent + 2.0 * s * series / LN2
