"""The mean of numbers that lean to one side, such as differences of few large jumps.

The usual t statistic of such a mean leans to the other side: its interval misses the truth far more often at one end
than at the other. Hall's transformation takes that away, by the third moment of the same numbers (Hall: "On the removal
of skewness by transformation", Journal of the Royal Statistical Society B 54, 1992). It is a cubic that only rises, so
it can be turned round, and a test and its interval always agree.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

STRAIGHT = 1e-9
"""A lean smaller than this changes nothing that could be seen, and would be divided by."""


def straightened(t: ArrayLike, lean: ArrayLike) -> Array:
    """The t statistic without its skewness; `lean` is that of the numbers, over the root of how many there are."""
    seen, skew = np.asarray(t, np.float64), np.asarray(lean, np.float64)
    return np.asarray(seen + skew * seen**2 / 3 + skew**2 * seen**3 / 27 + skew / 6)


def bent(straight: ArrayLike, lean: ArrayLike) -> Array:
    """The t statistic whose straightened value this is."""
    value, skew = np.asarray(straight, np.float64), np.asarray(lean, np.float64)
    flat = np.abs(skew) < STRAIGHT
    used = np.where(flat, 1.0, skew)
    return np.asarray(np.where(flat, value, 3 / used * (np.cbrt(1 + used * (value - used / 6)) - 1)))


def mean_score(seen: ArrayLike, error: ArrayLike, lean: ArrayLike, games: ArrayLike, bound: ArrayLike) -> Array:
    """About standard normal if the bound is the true mean; positive if the games show a larger one. `error` is the
    standard error of the mean that was seen."""
    from scipy.special import ndtri, stdtr

    with np.errstate(invalid="ignore", divide="ignore"):  # games that are all alike have no error
        t = (np.asarray(seen, np.float64) - np.asarray(bound, np.float64)) / np.asarray(error, np.float64)
        straight = np.where(np.isfinite(t), straightened(t, lean), t)
    # Student's distribution has longer tails than the normal one. They matter if games are few.
    below = stdtr(np.maximum(np.asarray(games, np.float64) - 1, 1), -np.abs(straight))
    return np.asarray(-np.sign(straight) * ndtri(below))


def mean_interval(seen: float, error: float, lean: float, games: float, confidence: float) -> tuple[float, float]:
    """The means that the score does not exclude. `games` may be infinite: then the error is known exactly."""
    from scipy.special import stdtrit

    reach = float(stdtrit(max(games - 1, 1), 0.5 + confidence / 2))
    return seen - error * float(bent(reach, lean)), seen - error * float(bent(-reach, lean))
