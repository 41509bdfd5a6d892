"""Statistics of pairs: the same games before and after a change, counted in a two-by-two table.

Only games whose result changed say something about the difference; the others say how rare a change is. All methods are
published: the exact test of McNemar; the score interval of Tango ("Equivalence test and confidence interval for the
difference in proportions for the paired-sample design", Statistics in Medicine 17, 1998), which also holds near 0 and
if no result changed at all; and equivalence by two one-sided score tests.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

from sim.statistics.intervals import CONFIDENCE, z_of

POWER = 0.8
"""The probability that a test detects the smallest visible change."""


class Paired(NamedTuple):
    """How many games were won on both sides, lost by the change, gained by it, and won on neither."""

    both: int
    lost: int
    gained: int
    neither: int

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def changed(self) -> int:
        """Games with another result after the change."""
        return self.lost + self.gained

    @property
    def before(self) -> float:
        return (self.both + self.lost) / self.games

    @property
    def after(self) -> float:
        return (self.both + self.gained) / self.games

    @property
    def difference(self) -> float:
        """How much higher the win rate is after the change."""
        return (self.gained - self.lost) / self.games

    @property
    def informative(self) -> bool:
        """Whether the games say anything about the change. They do not if all ended the same way on both sides:
        players who always win would also win a slightly harder or easier game."""
        return self.games > 0 and not (self.both == self.games or self.neither == self.games)


def score(gained: ArrayLike, lost: ArrayLike, games: ArrayLike, difference: ArrayLike) -> NDArray[np.float64]:
    """Tango's statistic for this difference: about standard normal if it is the true one, positive if the games show a
    larger one. Works on whole arrays."""
    up, down, n, d = (np.asarray(given, np.float64) for given in (gained, lost, games, difference))
    linear = -up - down + (2 * n - up + down) * d
    constant = -down * d * (1 - d)
    falling = (np.sqrt(np.maximum(linear * linear - 8 * n * constant, 0.0)) - linear) / (4 * n)
    spread = np.maximum(n * (2 * falling + d * (1 - d)), 0.0)
    distance = up - down - n * d
    with np.errstate(divide="ignore", invalid="ignore"):
        z = distance / np.sqrt(spread)
    return np.asarray(np.where(distance == 0, 0.0, z))


def interval(table: Paired, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The differences that the score test does not exclude."""
    z = z_of(confidence)

    def beyond(difference: float, bound: float) -> float:
        return float(score(table.gained, table.lost, table.games, difference)) - bound

    seen, edge = table.difference, 1 - 1e-12
    low = brentq(beyond, -edge, seen, (z,)) if beyond(-edge, z) > 0 > beyond(seen, z) else -1.0
    high = brentq(beyond, seen, edge, (-z,)) if beyond(edge, -z) < 0 < beyond(seen, -z) else 1.0
    return float(low), float(high)


def mcnemar(table: Paired) -> float:
    """The p-value of the exact test that the change gains as many games as it loses."""
    from scipy.stats import binomtest  # a second to import, and `run` has no use for it

    return float(binomtest(table.gained, table.changed).pvalue) if table.changed else 1.0


def equivalence(table: Paired, margin: float) -> float:
    """The p-value of two one-sided tests of a difference as large as the margin; small if the difference is smaller."""
    counts = (table.gained, table.lost, table.games)
    if not table.changed:
        return float((1 - margin) ** table.games)
    return float(max(ndtr(-score(*counts, -margin)), ndtr(score(*counts, margin))))


def unseen(games: int, risk: float) -> float:
    """The share of changed results that n games without any exclude, at this risk: 1 − risk^(1/n)."""
    return float(-np.expm1(np.log(risk) / games))


def smallest_visible(table: Paired, risk: float, power: float = POWER) -> float:
    """The smallest difference that a two-sided test at this risk detects with this power in as many games, if results
    change as often as they did. If none did, the share of changes of which one would have been seen."""
    if not table.changed:
        return unseen(table.games, 1 - power)
    reach = float(ndtri(1 - risk / 2) + ndtri(power))
    # The spread of a difference d where a share q of results changes is √((q − d²)/n).
    share = table.changed / table.games
    return reach * sqrt(share / (table.games + reach * reach))


def paired_variance(table: Paired) -> float:
    """The variance of the difference between the two sides of a game."""
    return table.changed / table.games - table.difference**2


def unpaired_variance(table: Paired) -> float:
    """The variance of that difference if the two sides were independent."""
    return sum(rate * (1 - rate) for rate in (table.before, table.after))


def variance_left(table: Paired) -> float | None:
    """The paired variance as a share of the unpaired one; None if neither side varies."""
    unpaired = unpaired_variance(table)
    return paired_variance(table) / unpaired if unpaired else None
