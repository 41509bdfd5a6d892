"""An outcome of one cell in two runs: how far they differ, and whether that is more than chance."""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

import numpy as np

from engine.game.outcomes import Outcome
from sim.compare.verdicts import DecisionRule, direction
from sim.statistics.estimates import Estimate, share_estimate
from sim.statistics.intervals import Interval, combined, fisher, holm, newcombe, two_sided, z_of
from sim.statistics.paired import PairedOutcome

RISK = DecisionRule().risk
"""The probability of a false claim anywhere on the page."""


class ShareCount(NamedTuple):
    """The games of a cell in one run that count for a share, and all its games."""

    some: int
    games: int

    @property
    def estimate(self) -> Estimate:
        return share_estimate(*self)


class MeanOf(NamedTuple):
    """A mean of a cell in one run, and its games."""

    estimate: Estimate
    games: int


class Difference(NamedTuple):
    """An outcome of a cell in the first run and in another one."""

    before: ShareCount | MeanOf
    after: ShareCount | MeanOf
    paired: PairedOutcome | None = None
    """The same games side by side, where they share their luck."""

    @property
    def value(self) -> float | None:
        """How much higher the outcome is in the other run."""
        before, after = self.before.estimate.value, self.after.estimate.value
        return None if before is None or after is None else after - before

    @property
    def interval(self) -> Interval | None:
        """Of this difference alone."""
        if self.paired is not None:
            found = self.paired.interval()
            return found if isfinite(found[1] - found[0]) else None
        if isinstance(self.before, ShareCount) and isinstance(self.after, ShareCount):
            return newcombe(*self.after, *self.before)
        parts = []
        for sign, side in ((1.0, self.after), (-1.0, self.before)):
            value, low, high = side.estimate
            if value is None or low is None or high is None:
                return None
            parts.append((sign, value, (low, high)))
        return combined(parts)[1]

    @property
    def chance(self) -> float:
        """The p-value of no difference, of means of independent samples: they are about normal."""
        value, ends = self.value, self.interval
        if value is None or ends is None:
            return 1.0
        reach = value - ends[0] if value > 0 else ends[1] - value
        return two_sided(value / reach * z_of()) if reach > 0 else 1.0


class Judged(NamedTuple):
    """What can be said of a difference."""

    chance: float
    """The p-value of no difference."""
    corrected: float
    """The same, corrected over all differences of the page."""
    verdict: str


def judge(differences: Sequence[Difference], outcome: Outcome) -> list[Judged]:
    """Test all differences of an outcome: game by game where luck is shared, else as independent samples, and corrected
    over all of them (Holm), so that a page makes any false claim about it with a probability of at most 5 %."""
    chances = [each.chance if each.paired is None else each.paired.moved for each in differences]
    counted = [(*each.after, *each.before) for each in differences if isinstance(each.before, ShareCount)]
    if counted:
        alone = fisher(*np.array(counted, np.int64).T)
        chances = [
            float(exact) if each.paired is None else chance
            for each, chance, exact in zip(differences, chances, alone, strict=True)
        ]
    corrected = holm(chances)
    return [
        Judged(chance, after_all, direction(each.value or 0.0, after_all, RISK, outcome))
        for each, chance, after_all in zip(differences, chances, corrected, strict=True)
    ]
