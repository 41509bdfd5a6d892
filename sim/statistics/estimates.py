"""An outcome of one cell: its value and its 95 % interval, from exact sums over its games.

A share has Wilson's interval. The mean of a column has the interval of Hall ("On the removal of skewness by
transformation", Journal of the Royal Statistical Society B 54, 1992), which allows for the skewness of the column:
counts such as turns or points have long tails, and the plain interval misses the mean too often on that side. A ratio
of two columns has the interval of the delta method, with the same correction.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from sim.statistics.intervals import CONFIDENCE, Interval, wilson, z_of
from sim.statistics.skewness import bent


class Estimate(NamedTuple):
    """A value and its interval; no value where nothing was counted."""

    value: float | None
    low: float | None
    high: float | None

    @property
    def half_width(self) -> float:
        """Half the length of the interval; infinite without one."""
        return float("inf") if self.low is None or self.high is None else (self.high - self.low) / 2

    def moved(self, by: float) -> "Estimate":
        """The same, counted from another zero."""
        return Estimate(*(None if each is None else each + by for each in self))

    def within(self, least: float, most: float) -> "Estimate":
        """The same, where the value cannot lie beyond these: an interval ends there, and still covers the truth as
        often."""
        ends = (None if end is None else min(max(end, least), most) for end in (self.low, self.high))
        return Estimate(self.value, *ends)

    def scaled(self, scale: float) -> "Estimate":
        """The same in another unit."""
        return Estimate(*(None if each is None else each / scale for each in self))


NOTHING = Estimate(None, None, None)


def share_estimate(some: int, games: int) -> Estimate:
    """Of the games, some."""
    return Estimate(some / games, *wilson(some, games)) if games else NOTHING


def mean_estimate(games: int, total: int, squares: int, cubes: int, step: float = 1.0) -> Estimate:
    """The mean of a column, from the sums of its values, of their squares and of their cubes. `step` is by how much
    games differ if they do."""
    if not games:
        return NOTHING
    mean = total / games
    # Exact integers: n²·variance and n³·third moment, so that large columns lose no digits.
    spread = games * squares - total * total
    third = games * games * cubes - 3 * games * total * squares + 2 * total**3
    low, high = skewed_interval(games, mean, spread / games**2, third / games**3, step)
    return Estimate(mean, low, high)


def skewed_interval(
    games: int, mean: float, variance: float, third: float, step: float = 1.0, confidence: float = CONFIDENCE
) -> Interval:
    """Hall's interval of a mean. One game a step above the others and one a step below are imagined, so that it is
    never empty: games that are all alike do not prove that the next one is."""
    sums = variance * games + 2 * step * step
    spread = sqrt(sums / max(games - 1, 1))
    skew = third / (sums / games) ** 1.5 / sqrt(games)
    z = z_of(confidence)
    error = spread / sqrt(games)
    return mean - error * float(bent(z, skew)), mean - error * float(bent(-z, skew))


def ratio_estimate(
    games: float,
    x: float,
    y: float,
    xx: float,
    xy: float,
    yy: float,
    step: float = 1.0,
    cubes: tuple[float, float] | None = None,
) -> Estimate:
    """Σx / Σy, from sums and sums of products. As for a mean, two more games are imagined, whose x is a step above and
    a step below the ratio, so that the interval is never empty. Games that share their luck count as fewer than they
    are, so their number need not be whole. With Σx³ and Σy³ it allows for skewness: where few games have any x, the
    plain interval is too low far too often."""
    if games < 2 or y <= 0:
        return NOTHING
    ratio = x / y
    scatter = max(0.0, xx - 2 * ratio * xy + ratio * ratio * yy) + 2 * step * step
    error, reach = sqrt(scatter * games / (games - 1)) / y, _t_of(games)
    lean = ratio_third(games, (x, y), (xx, xy, yy), cubes) / (scatter / games) ** 1.5 / sqrt(games) if cubes else 0.0
    return Estimate(ratio, *(ratio - error * float(bent(end, lean)) for end in (reach, -reach)))


def ratio_third(
    games: float, sums: tuple[float, float], products: tuple[float, float, float], cubes: tuple[float, float]
) -> float:
    """About the third moment of x − r·y, from the sums of each column alone and Σxy: runs do not add up Σx²y. What y
    explains of x leans to no side; of the rest, x and y lean each for itself."""
    (x, y), (xx, xy, yy) = (each / games for each in sums), (each / games for each in products)
    spread, other = xx - x * x, yy - y * y
    third = cubes[0] / games - 3 * x * xx + 2 * x**3
    other_third = cubes[1] / games - 3 * y * yy + 2 * y**3
    explained = (xy - x * y) ** 2 / (spread * other) if spread * other > 0 else 0.0
    return float((third - (x / y) ** 3 * other_third) * max(1 - explained, 0.0) ** 1.5)


def weighted_estimate(
    games: float, weight: float, total: float, squares: tuple[float, float, float], step: float = 1.0
) -> Estimate:
    """The mean of a number of games that have weights, from Σ weight, Σ weight · number, and of the squares Σ weight²,
    Σ weight² · number and Σ (weight · number)². The two imagined games have the usual weight, and a number that is a
    step above the mean and a step below."""
    weights, mixed, numbers = squares
    return ratio_estimate(games, total, weight, numbers, mixed, weights, step * weight / max(games, 1.0))


def chance_of_zero(found: Estimate, games: float) -> float:
    """The p-value that the true ratio is 0, of an estimate with an interval of `ratio_estimate`."""
    from scipy.special import stdtr

    assert found.value is not None
    return float(2 * stdtr(games - 1, -abs(found.value) / found.half_width * _t_of(games)))


def _t_of(games: float) -> float:
    """How many standard errors Student's interval reaches to either side."""
    from scipy.special import stdtrit

    return float(stdtrit(games - 1, 0.5 + CONFIDENCE / 2))


def quantile(counts: Sequence[int], share: float) -> int | None:
    """The smallest value that at least this share of the games do not exceed; `counts` are the games with 0, 1, 2, …"""
    return quantile_of(list(enumerate(counts)), share)


def quantile_of(counted: Sequence[tuple[int, int]], share: float) -> int | None:
    """The same of values and how many games have each, least value first."""
    total, so_far = sum(count for _, count in counted), 0
    for value, count in counted:
        so_far += count
        if total and so_far >= share * total:
            return value
    return None
