"""Exponential and logarithm built only of + − × ÷ and comparisons.

The library functions differ in the last bit between compiled and interpreted code and between machines. These do
not, so a policy that reasons with probabilities plays the same games everywhere.
"""

import numpy as np

from engine.kernel.compiled import inlined

LN2 = 0.6931471805599453
PER_LN2 = 1.0 / LN2
SMALLEST_EXPONENT = -45.0
"""exp of less than this is 0 here: one part in 10¹⁹, less than a float can add to 1."""

TOO_SMALL = 69
POWERS_OF_TWO = np.array([0.5**n for n in range(TOO_SMALL)] + [0.0])
"""Of one half; the last entry is for numbers whose exponential is 0 here."""
C2, C3, C4, C5, C6, C7, C8, C9 = 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040, 1 / 40320, 1 / 362880
"""The coefficients of Taylor's series."""


@inlined
def exp(x: float) -> float:
    """e to the power x, for x ≤ 0."""
    bounded = x if x > SMALLEST_EXPONENT else SMALLEST_EXPONENT
    halvings = int(bounded * -PER_LN2 + 0.5)
    rest = bounded + halvings * LN2
    square = rest * rest
    fourth = square * square
    # |rest| ≤ ln 2 / 2, so the tenth term is below 10⁻¹¹; paired up, so that the products need not wait for each other
    low = (1.0 + rest) + square * (C2 + C3 * rest)
    high = (C4 + C5 * rest) + square * (C6 + C7 * rest) + fourth * (C8 + C9 * rest)
    # chosen by the index and not at the end: compiled to a branch, that would cost as much as all the rest
    result: float = (low + fourth * high) * POWERS_OF_TWO[halvings if x >= SMALLEST_EXPONENT else TOO_SMALL]
    return result


@inlined
def log2(x: float) -> float:
    """The binary logarithm, for 0 < x ≤ 1."""
    exponent = 0.0
    while x < 0.5:
        x *= 2.0
        exponent -= 1.0
    s = (x - 1.0) / (x + 1.0)
    square = s * s
    series = 0.0
    for odd in range(25, 0, -2):
        series = series * square + 1.0 / odd
    return exponent + 2.0 * s * series / LN2
