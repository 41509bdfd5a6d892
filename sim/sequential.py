"""Deciding while playing: at looks fixed in advance, whether a difference lies within a range or outside of it.

On the way, tests by betting are right however often one looks. The last look may count on the score test as well, which
needs fewer games but allows only one look; each of the two gets half of the risk. All functions take whole arrays, so
that a simulation decides by the very code that decides in earnest.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import ndtr

from sim.betting import doubt_at_least, doubt_at_most
from sim.paired import Paired, score
from sim.stats import CONFIDENCE

FIRST_LOOK = 1024
FULL = 1.0
"""No difference is larger: a range that ends here is open on that side."""

Array = NDArray[np.float64]


def looks(most: int) -> list[int]:
    """After how many games of a cell to look: at twice as many each time, later at a quarter more, in whole pieces of
    play. They are part of the definition, so the answer is the same however the games are played."""
    found, games = [], FIRST_LOOK
    while games < most:
        found.append(games)
        games += games if games < 4 * FIRST_LOOK else -(-games // (4 * FIRST_LOOK)) * FIRST_LOOK
    return [*found, most]


@dataclass
class Counts:
    """Results that changed, of so many games; one entry a cell, or whole arrays of simulated cells."""

    gained: ArrayLike
    lost: ArrayLike
    games: ArrayLike
    last: bool = field(default=False)
    """Whether no more games will follow."""

    def less_than(self, bound: float) -> Array:
        """The p-value of the contrary: that the difference is the bound or more."""
        doubt = doubt_at_least(self.gained, self.lost, self.games, bound)
        if not self.last:
            return np.minimum(2 * doubt, 1.0)
        final = ndtr(score(self.gained, self.lost, self.games, bound))
        return np.asarray(np.minimum(2 * np.minimum(doubt, final), 1.0))

    def more_than(self, bound: float) -> Array:
        """The p-value of the contrary: that the difference is the bound or less."""
        doubt = doubt_at_most(self.gained, self.lost, self.games, bound)
        if not self.last:
            return np.minimum(2 * doubt, 1.0)
        final = ndtr(-score(self.gained, self.lost, self.games, bound))
        return np.asarray(np.minimum(2 * np.minimum(doubt, final), 1.0))

    def outside(self, low: float, high: float) -> Array:
        """The p-value of the claim that the difference lies from low to high: small if it is outside."""
        ends = [self.less_than(low)] if low > -FULL else []
        ends += [self.more_than(high)] if high < FULL else []
        return np.asarray(np.minimum(len(ends) * np.minimum.reduce(ends), 1.0))

    def inside(self, low: float, high: float) -> Array:
        """The p-value of the contrary claim: small if the difference lies within. Both ends must be excluded, so
        neither needs a correction."""
        ends = [self.more_than(low)] if low > -FULL else []
        ends += [self.less_than(high)] if high < FULL else []
        return np.asarray(np.maximum.reduce(ends))


def counts_of(table: Paired, last: bool) -> Counts:
    """The counts of one cell."""
    return Counts(table.gained, table.lost, table.games, last)


def lasting_interval(table: Paired, last: bool, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The differences not excluded: an interval that may be looked at after every look."""
    counts, miss, edge = counts_of(table, last), (1 - confidence) / 2, 1 - 1e-9

    def above(bound: float) -> float:
        return float(counts.more_than(bound)) - miss

    def below(bound: float) -> float:
        return float(counts.less_than(bound)) - miss

    seen = table.difference
    low = brentq(above, -edge, seen) if above(-edge) < 0 < above(seen) else -FULL
    high = brentq(below, seen, edge) if below(edge) < 0 < below(seen) else FULL
    return float(low), float(high)
