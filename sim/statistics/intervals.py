"""Intervals, tests and corrections, on SciPy's distributions."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95
FALSE_DISCOVERIES = 0.05
"""The share of false marks among all marked effects that is allowed."""

Interval = tuple[float, float]


Z_OF_CONFIDENCE = 1.959963984540054
"""SciPy's answer for the usual confidence. A run needs no other, and SciPy takes a third of a second to load."""


def z_of(confidence: float = CONFIDENCE) -> float:
    """How many standard errors a normal interval of this confidence reaches to either side."""
    if confidence == CONFIDENCE:
        return Z_OF_CONFIDENCE
    from scipy.special import ndtri

    return float(ndtri(0.5 + confidence / 2))


def z_beyond(risk: float) -> float:
    """How many standard errors away a one-sided bound with this risk lies."""
    from scipy.special import ndtri

    return float(ndtri(1 - risk))


def wilson(wins: float, games: float, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval for a share. Unlike the plain interval, it also holds near 0 and 1. Without games, it is
    0 to 1. The numbers need not be whole: games that share their luck count as fewer than they are."""
    if games <= 0:
        return 0.0, 1.0
    z = z_of(confidence)
    shrink = 1 + z * z / games
    middle = (wins + z * z / 2) / games / shrink
    reach = z * sqrt(wins * (games - wins) / games + z * z / 4) / games / shrink
    low = middle - reach if wins > 0 else 0.0
    high = middle + reach if wins < games else 1.0
    return low, high


def half_width(wins: float, games: float, confidence: float = CONFIDENCE) -> float:
    """Half the length of Wilson's interval."""
    low, high = wilson(wins, games, confidence)
    return (high - low) / 2


def newcombe(
    wins: float, games: float, others_wins: float, others_games: float, confidence: float = CONFIDENCE
) -> Interval:
    """Newcombe's hybrid score interval for the difference of two independent shares, the first minus the second."""
    if games <= 0 or others_games <= 0:
        return -1.0, 1.0
    p, q = wins / games, others_wins / others_games
    (low, high), (lower, higher) = wilson(wins, games, confidence), wilson(others_wins, others_games, confidence)
    return p - q - sqrt((p - low) ** 2 + (higher - q) ** 2), p - q + sqrt((high - p) ** 2 + (q - lower) ** 2)


def combined(parts: Sequence[tuple[float, float, Interval]]) -> tuple[float, Interval]:
    """A weighted sum of independent estimates, and its interval: Newcombe's method for any number of parts, each a
    weight, an estimate and its interval."""
    value = sum(weight * estimate for weight, estimate, _ in parts)
    below = above = 0.0
    for weight, estimate, (low, high) in parts:
        down, up = (estimate - low, high - estimate) if weight > 0 else (high - estimate, estimate - low)
        below += (weight * down) ** 2
        above += (weight * up) ** 2
    return value, (value - sqrt(below), value + sqrt(above))


def two_sided(z: float) -> float:
    """The two-sided p-value of a standard normal statistic."""
    from scipy.special import ndtr

    return float(2 * ndtr(-abs(z)))


def adjusted(p_values: Sequence[float]) -> NDArray[np.float64]:
    """p-values adjusted after Benjamini and Hochberg: mark those below FALSE_DISCOVERIES. Effects that share their luck
    are correlated; for two-sided tests of that kind the procedure keeps its rate (Reiner-Benaim, Biometrical Journal
    49, 2007)."""
    from scipy.stats import false_discovery_control  # a second to import, and `run` has no use for it

    return np.asarray(false_discovery_control(p_values) if len(p_values) else [], np.float64)


def ratio_interval(n: int, x: float, y: float, xx: float, xy: float, yy: float) -> Interval | None:
    """The interval of Σx / Σy over n games, from sums and sums of products. Games are independent, but events within a
    game are not, so the variance is that of whole games. None if n or y is too small."""
    if n < 2 or y <= 0:
        return None
    ratio = x / y
    scatter = max(0.0, xx - 2 * ratio * xy + ratio * ratio * yy) * n / (n - 1)
    reach = z_of() * sqrt(scatter) / y
    return ratio - reach, ratio + reach


def share_interval(n: float, x: float, y: float, xx: float, xy: float, yy: float) -> Interval | None:
    """The interval of Σx / Σy if x counts some of what y counts: Wilson's interval for the number of independent trials
    that would have the same variance. If all or none of y are x, the variance is 0, and each game is one trial."""
    if n < 1 or y <= 0:
        return None
    share = x / y
    scatter = xx - 2 * share * xy + share * share * yy
    trials = share * (1 - share) * y * y / scatter if scatter > 0 and 0 < share < 1 else n
    return wilson(share * trials, trials)


def detectable(wins: float, games: float, power: float = 0.8) -> float:
    """The smallest difference from the share of another run, with as many games, that a test at 5 % detects with this
    power. The share is moved a little towards the middle, as Agresti and Coull do."""
    from scipy.special import ndtri

    share = (wins + 2) / (games + 4)
    return float((z_of() + ndtri(power)) * sqrt(2 * share * (1 - share) / games)) if games > 0 else 1.0


def holm(chances: Sequence[float]) -> list[float]:
    """p-values corrected for several tests (Holm: "A simple sequentially rejective multiple test procedure", 1979). The
    probability of a false alarm anywhere stays within the level, however the tests depend on each other."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    corrected, highest = [1.0] * len(chances), 0.0
    for place, at in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - place) * chances[at]))
        corrected[at] = highest
    return corrected


def fisher(wins: ArrayLike, games: ArrayLike, others_wins: ArrayLike, others_games: ArrayLike) -> NDArray[np.float64]:
    """The p-values of Fisher's exact test that two independent shares are equal: twice that of the smaller tail, so it
    holds for any number of games. Takes whole arrays; 1 where a side has no games."""
    from scipy.stats import hypergeom  # a second to import, and `run` has no use for it

    won, of, others_won, others = (np.asarray(given, np.int64) for given in (wins, games, others_wins, others_games))
    drawn = hypergeom(of + others, won + others_won, of)
    return np.asarray(np.minimum(1.0, 2 * np.minimum(drawn.cdf(won), drawn.sf(won - 1))), np.float64)


def unpaired(before: Sequence[int], after: Sequence[int]) -> tuple[float, float]:
    """The difference of two win rates of separate samples (wins, games), and its standard error, with one win and one
    loss imagined on each side (Agresti, Caffo: "Simple and effective confidence intervals for proportions and
    differences of proportions", The American Statistician 54, 2000)."""
    rates = [(wins + 1) / (games + 2) for wins, games in (before, after)]
    spread = sum(rate * (1 - rate) / (games + 2) for rate, (_, games) in zip(rates, (before, after), strict=True))
    return rates[1] - rates[0], sqrt(spread)


def paired_score(gained: ArrayLike, lost: ArrayLike, games: ArrayLike, difference: ArrayLike) -> NDArray[np.float64]:
    """Tango's statistic for this difference of paired shares: about standard normal if it is the true one, positive if
    the games show a larger one. Works on whole arrays."""
    up, down, n, d = (np.asarray(given, np.float64) for given in (gained, lost, games, difference))
    linear = -up - down + (2 * n - up + down) * d
    constant = -down * d * (1 - d)
    falling = (np.sqrt(np.maximum(linear * linear - 8 * n * constant, 0.0)) - linear) / (4 * n)
    spread = np.maximum(n * (2 * falling + d * (1 - d)), 0.0)
    distance = up - down - n * d
    with np.errstate(divide="ignore", invalid="ignore"):
        z = distance / np.sqrt(spread)
    return np.asarray(np.where(distance == 0, 0.0, z))
