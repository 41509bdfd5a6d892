"""An outcome in two samples, which may share their luck: how far they differ."""

from math import isfinite
from typing import NamedTuple

from sim.statistics.estimates import Estimate, share_estimate
from sim.statistics.intervals import Interval, combined, newcombe, two_sided, z_of
from sim.statistics.paired import PairedOutcome


class ShareCount(NamedTuple):
    """The games of a sample that count for a share, and all its games."""

    some: int
    games: int

    @property
    def estimate(self) -> Estimate:
        return share_estimate(*self)


class MeanOf(NamedTuple):
    """A mean of a sample, and its games."""

    estimate: Estimate
    games: int


class Difference(NamedTuple):
    """An outcome in the first sample and in another one."""

    before: ShareCount | MeanOf
    after: ShareCount | MeanOf
    paired: PairedOutcome | None = None
    """The same games side by side, where they share their luck."""

    @property
    def value(self) -> float | None:
        """How much higher the outcome is in the other sample."""
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
