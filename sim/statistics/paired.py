"""Statistics of pairs: the same games before and after a change, for a share counted in a two-by-two table.

What a comparison asks of any outcome is `PairedOutcome`; `Paired` answers it for a share, `PairedMean` for a mean,
`PairedRatio` for a mean over another column. Values and differences are those of the outcome: fractions for a share,
its own unit for a mean.

Only games whose result changed say something about the difference; the others say how rare a change is. All methods are
published: the exact test of McNemar; the score interval of Tango ("Equivalence test and confidence interval for the
difference in proportions for the paired-sample design", Statistics in Medicine 17, 1998), which also holds near 0 and
if no result changed at all; and equivalence by two one-sided score tests.
"""

from math import inf, sqrt
from typing import NamedTuple, Protocol, Self

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

from sim.statistics.intervals import CONFIDENCE, Interval, paired_score, z_of
from sim.statistics.sequential import ChangeCounts, Evidence, not_excluded

POWER = 0.8
"""The probability that a test detects the smallest visible change."""


class PairedOutcome(Protocol):
    """An outcome of the same games before and after a change."""

    @property
    def games(self) -> int: ...

    @property
    def changed(self) -> int:
        """Games that count for something else after the change."""
        ...

    @property
    def fell(self) -> int:
        """Games that count for less after the change …"""
        ...

    @property
    def rose(self) -> int:
        """… and those that count for more."""
        ...

    @property
    def imagined(self) -> float:
        """By how much two imagined games changed, one down and one up: they keep a spread above zero."""
        ...

    @property
    def reach(self) -> float:
        """The most by which a game can move the difference; infinite if no bounds are known."""
        ...

    @property
    def span(self) -> float:
        """The most by which a game could move it that counts for no more or less than those of both sides did."""
        ...

    @property
    def before(self) -> float: ...

    @property
    def after(self) -> float: ...

    @property
    def difference(self) -> float:
        """How much higher the outcome is after the change."""
        ...

    @property
    def informative(self) -> bool:
        """Whether the games say anything about the change."""
        ...

    @property
    def variance(self) -> float:
        """Of what the change does to a game. Never 0 because of too few games."""
        ...

    @property
    def moved(self) -> float:
        """The p-value of no difference at all, at a number of games that was fixed in advance."""
        ...

    @property
    def variance_left(self) -> float | None:
        """The variance of a game's difference, as a share of that between two independent games; None if games do not
        vary."""
        ...

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Of the difference, at a number of games that was fixed in advance."""
        ...

    def held(self, margin: float) -> float:
        """The p-value of a difference as large as the margin; small if the difference is smaller."""
        ...

    def smallest_visible(self, risk: float, power: float = POWER) -> float:
        """The smallest difference that a two-sided test at this risk detects with this power in as many games."""
        ...

    def evidence(self, last: bool) -> Evidence:
        """What a test that looks while games are played may say about the difference."""
        ...

    def plus(self, more: Self) -> Self:
        """With more games."""
        ...


def lasting_interval(outcome: PairedOutcome, last: bool, confidence: float = CONFIDENCE) -> Interval:
    """The differences that are not excluded: an interval that is valid at every look. Without bounds there is none
    before the last one."""
    evidence = outcome.evidence(last)
    if evidence.reach == inf:
        return outcome.interval(confidence) if last else (-inf, inf)
    return not_excluded(evidence, outcome.difference, confidence)


class Paired(NamedTuple):
    """How many games were won on both sides, lost by the change, gained by it, and won on neither. What is called won
    here is whatever a share counts."""

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
    def fell(self) -> int:
        return self.lost

    @property
    def rose(self) -> int:
        return self.gained

    @property
    def imagined(self) -> float:
        return 1.0

    @property
    def reach(self) -> float:
        return 1.0

    @property
    def span(self) -> float:
        return 1.0

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

    @property
    def variance(self) -> float:
        return max(self.changed, 1) / self.games - self.difference**2

    @property
    def moved(self) -> float:
        return mcnemar(self)

    @property
    def variance_left(self) -> float | None:
        return variance_left(self)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        return interval(self, confidence)

    def held(self, margin: float) -> float:
        return equivalence(self, margin)

    def smallest_visible(self, risk: float, power: float = POWER) -> float:
        return smallest_visible(self, risk, power)

    def evidence(self, last: bool) -> Evidence:
        return ChangeCounts(self.gained, self.lost, self.games, last)

    def plus(self, more: Self) -> Self:
        return type(self)(*(here + new for here, new in zip(self, more, strict=True)))


def interval(table: Paired, confidence: float = CONFIDENCE) -> Interval:
    """The differences that the score test does not exclude."""
    z = z_of(confidence)

    def beyond(difference: float, bound: float) -> float:
        return float(paired_score(table.gained, table.lost, table.games, difference)) - bound

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
    return float(max(ndtr(-paired_score(*counts, -margin)), ndtr(paired_score(*counts, margin))))


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
