"""Deciding while playing: at looks fixed in advance, whether a difference lies inside a range or outside it.

Before the last look, tests by betting are valid however often one looks. The last look may also use the score test,
which needs fewer games but allows only one look; each of the two gets half of the risk. All functions take whole
arrays, so that a simulation decides with the same code as a real comparison.

How a test by betting works: each game steps by −1, 0 or +1 (lost by the change, same, gained). Whoever claims "the
difference is at least m" offers a fair bet to whoever doubts it. If the claim is true, the doubter's capital grows
tenfold in at most one of ten cases, whenever the doubter stops (Ville's inequality). So the inverse of the capital is a
p-value at every look. It is exact for any number of games and assumes nothing about how often results change. The best
stake is not known, so the doubter spreads the capital over many (Waudby-Smith, Ramdas: "Estimating means of bounded
random variables by betting", Journal of the Royal Statistical Society B 86, 2024). Steps have few different values, so
the capital follows from the counts alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import logsumexp, ndtr

from sim.statistics.intervals import CONFIDENCE, Interval, paired_score
from sim.statistics.skewness import mean_score
from sim.statistics.unseen import NOTHING_UNSEEN, Unseen, excluding_score

FIRST_LOOK = 1024
FULL = 1 - 1e-9
"""The largest possible difference. A range that ends here is open on that side."""

STAKES = np.geomspace(0.002, 0.999, 32)
"""From the stake that pays when luck changes half of all results to the one that pays when it changes none."""

Array = NDArray[np.float64]


def looks(most: int, doubling_to: int = 4 * FIRST_LOOK) -> list[int]:
    """The numbers of games after which to look: first twice as many each time, later a quarter more, in whole pieces of
    play. The looks are part of the definition, so the answer does not depend on how the games are played."""
    found, games = [], FIRST_LOOK
    while games < most:
        found.append(games)
        games += games if games < doubling_to else -(-games // (4 * FIRST_LOOK)) * FIRST_LOOK
    return [*found, most]


def doubt_at_least(gained: ArrayLike, lost: ArrayLike, games: ArrayLike, difference: ArrayLike) -> Array:
    """The p-value, valid at any look, of the claim that the true difference is this or more. Takes whole arrays."""
    up, down, n, m = (np.asarray(given, np.float64)[..., None] for given in (gained, lost, games, difference))
    stakes = STAKES / (1 - m)
    capital = down * np.log1p(stakes * (1 + m)) + (n - up - down) * np.log1p(stakes * m) + up * np.log1p(-STAKES)
    grown = logsumexp(capital, axis=-1) - np.log(len(STAKES))
    return np.asarray(np.exp(-np.maximum(grown, 0.0)))


def doubt_at_most(gained: ArrayLike, lost: ArrayLike, games: ArrayLike, difference: ArrayLike) -> Array:
    """The p-value, valid at any look, of the claim that the true difference is this or less."""
    return doubt_at_least(lost, gained, games, -np.asarray(difference))


class Evidence(ABC):
    """What the games so far say about a difference. Half of the risk is for the tests at every look, half for the
    score test at the last one."""

    last: bool
    reach: float = 1.0
    """The largest difference there can be."""

    @abstractmethod
    def doubt_at_least(self, bound: ArrayLike) -> Array:
        """The p-value, valid at any look, of the claim that the difference is the bound or more."""

    @abstractmethod
    def doubt_at_most(self, bound: ArrayLike) -> Array:
        """The p-value, valid at any look, of the claim that the difference is the bound or less."""

    @abstractmethod
    def score(self, bound: ArrayLike) -> Array:
        """About standard normal if the bound is the true difference; positive if the games show a larger one."""

    def excluding(self, bound: ArrayLike, sign: int, unseen: bool) -> Array:
        """The score that has to exclude a difference at the bound and above it (`sign` +1), or below it (−1). With
        `unseen`, what the games may not have shown counts, too. The score of a share allows for that by itself."""
        return self.score(bound)

    def less_than(self, bound: ArrayLike, unseen: bool = False) -> Array:
        """The p-value of the opposite claim: that the difference is at least the bound."""
        return self._halved(self.doubt_at_least(bound), lambda: ndtr(self.excluding(bound, 1, unseen)))

    def more_than(self, bound: ArrayLike, unseen: bool = False) -> Array:
        """The p-value of the opposite claim: that the difference is at most the bound."""
        return self._halved(self.doubt_at_most(bound), lambda: ndtr(-self.excluding(bound, -1, unseen)))

    def outside(self, low: ArrayLike, high: ArrayLike) -> Array:
        """The p-value of the claim that the difference lies between low and high; small if it lies outside."""
        return np.asarray(np.minimum(2 * np.minimum(self.less_than(low), self.more_than(high)), 1.0))

    def inside(self, low: ArrayLike, high: ArrayLike) -> Array:
        """The p-value of the claim that it lies outside; small if it lies between low and high. Both ends must be
        excluded, so neither needs a correction. That games have not shown something proves little, so the unseen
        counts here."""
        return np.asarray(np.maximum(self.more_than(low, unseen=True), self.less_than(high, unseen=True)))

    def _halved(self, doubt: Array, at_the_end: Callable[[], Array]) -> Array:
        """The p-value of a look: of the bets, and at the last look the better of the bets and the score."""
        if self.last:
            doubt = np.minimum(doubt, at_the_end())
        return np.asarray(np.minimum(2 * doubt, 1.0))


@dataclass
class ChangeCounts(Evidence):
    """How many results changed in how many games: numbers for one cell, arrays for many or for simulated ones."""

    gained: ArrayLike
    lost: ArrayLike
    games: ArrayLike
    last: bool = field(default=False)
    """Whether this is the last look."""

    def doubt_at_least(self, bound: ArrayLike) -> Array:
        return doubt_at_least(self.gained, self.lost, self.games, bound)

    def doubt_at_most(self, bound: ArrayLike) -> Array:
        return doubt_at_most(self.gained, self.lost, self.games, bound)

    def score(self, bound: ArrayLike) -> Array:
        return paired_score(self.gained, self.lost, self.games, bound)


@dataclass
class StepCounts(Evidence):
    """How often each step was seen, where steps are means over several cells that share their luck: of four cells, one
    game index may step by −1, −¾, … or +1. The last axis of both arrays are the values of the steps."""

    counts: Array
    values: Array
    last: bool = field(default=False)

    def doubt_at_least(self, bound: ArrayLike) -> Array:
        m = np.asarray(bound, np.float64)[..., None, None]
        growth = np.log1p(STAKES * (m - self.values[..., None]) / (1 - m))
        grown = logsumexp(np.einsum("...v,...vs->...s", self.counts, growth), axis=-1) - np.log(len(STAKES))
        return np.asarray(np.exp(-np.maximum(grown, 0.0)))

    def doubt_at_most(self, bound: ArrayLike) -> Array:
        return StepCounts(self.counts, -self.values).doubt_at_least(-np.asarray(bound))

    def score(self, bound: ArrayLike) -> Array:
        """By the spread around the bound, with one imagined full step down and one up, so that it is never zero."""
        away = self.values - np.asarray(bound)[..., None]
        squares = (self.counts * away**2).sum(axis=-1) + 2
        return np.asarray((self.counts * away).sum(axis=-1) / np.sqrt(squares))


@dataclass
class OneLook(Evidence):
    """Evidence that allows a single look, after a number of games that was fixed in advance: a mean whose bounds are
    not known. Nobody can bet on it, because one game could cost any sum. All of the risk is for the last look."""

    seen: ArrayLike
    error: ArrayLike
    """Its standard error."""
    lean: ArrayLike
    """See `sim.statistics.skewness`."""
    games: ArrayLike
    """Games that tell the spread."""
    last: bool = field(default=False)
    unseen: Unseen = NOTHING_UNSEEN
    reach: float = inf

    def doubt_at_least(self, bound: ArrayLike) -> Array:
        return np.ones(np.broadcast(self.seen, bound).shape)

    def doubt_at_most(self, bound: ArrayLike) -> Array:
        return self.doubt_at_least(bound)

    def score(self, bound: ArrayLike) -> Array:
        return mean_score(self.seen, self.error, self.lean, self.games, bound)

    def excluding(self, bound: ArrayLike, sign: int, unseen: bool) -> Array:
        return excluding_score(self.score, bound, sign, unseen, self.unseen)

    def _halved(self, doubt: Array, at_the_end: Callable[[], Array]) -> Array:
        return np.asarray(at_the_end()) if self.last else doubt


@dataclass
class Together(Evidence):
    """Evidence of several kinds: the last axis of a bound is that of the parts, one after the other."""

    parts: Sequence[Evidence]
    sizes: Sequence[int]
    """How many entries of that axis each part has."""
    last: bool

    def doubt_at_least(self, bound: ArrayLike) -> Array:
        return self._each("doubt_at_least", bound)

    def doubt_at_most(self, bound: ArrayLike) -> Array:
        return self._each("doubt_at_most", bound)

    def score(self, bound: ArrayLike) -> Array:
        return self._each("score", bound)

    def less_than(self, bound: ArrayLike, unseen: bool = False) -> Array:
        return self._each("less_than", bound, unseen)

    def more_than(self, bound: ArrayLike, unseen: bool = False) -> Array:
        return self._each("more_than", bound, unseen)

    def _each(self, what: str, bound: ArrayLike, *how: bool) -> Array:
        bounds = np.split(np.asarray(bound, np.float64), np.cumsum(self.sizes)[:-1], axis=-1)
        found = [getattr(part, what)(each, *how) for part, each in zip(self.parts, bounds, strict=True)]
        return np.concatenate(found, axis=-1)


def step_values(sizes: Sequence[int]) -> Array:
    """The steps that groups of so many cells can make: −1, …, 0, …, +1, one row a group. Smaller groups are filled up
    with steps of 0, which are never counted."""
    values = np.zeros((len(sizes), 2 * max(sizes, default=0) + 1))
    for row, size in enumerate(sizes):
        values[row, : 2 * size + 1] = np.arange(-size, size + 1) / size
    return values


def not_excluded(evidence: Evidence, seen: float, confidence: float = CONFIDENCE) -> Interval:
    """The differences around the one that was seen that the evidence does not exclude."""
    miss, end = (1 - confidence) / 2, FULL * evidence.reach

    def above(bound: float) -> float:
        return float(evidence.more_than(bound)) - miss

    def below(bound: float) -> float:
        return float(evidence.less_than(bound)) - miss

    low = brentq(above, -end, seen) if above(-end) < 0 < above(seen) else -end
    high = brentq(below, seen, end) if below(end) < 0 < below(seen) else end
    return float(low), float(high)
