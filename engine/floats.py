"""Exponential and logarithm built of + − × ÷ and comparisons alone.

The library functions differ in the last bit between compiled and interpreted code and between machines; these do
not, so a policy that reasons with probabilities plays the same games everywhere.
"""

import numpy as np

from engine.compiled import inlined

LN2 = 0.6931471805599453
SMALLEST_EXPONENT = -45.0
"""exp of less than this is 0 here: one part in 10¹⁹, less than a float can add to 1."""

POWERS_OF_TWO = np.array([0.5**n for n in range(70)])
TERMS = 13


@inlined
def exp(x: float) -> float:
    """e to the power x, for x ≤ 0."""
    if x < SMALLEST_EXPONENT:
        return 0.0
    halvings = int(-x / LN2 + 0.5)
    rest = x + halvings * LN2
    # Taylor's series by Horner's rule; |rest| ≤ ln 2 / 2, so 13 terms are exact to the last bits
    result = 1.0
    for term in range(TERMS, 0, -1):
        result = 1.0 + result * rest / term
    return result * POWERS_OF_TWO[halvings]


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
