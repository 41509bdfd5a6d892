"""Which combinations of changes may reach the goals: effects of single changes add up, on the scale of log odds.

That is a model, good enough to say which combinations are worth playing and in no way to say what they do. Changes are
combined level by level, one field more at each; where a level has more combinations than can be looked at, those
nearest to the goals go on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtr

from sim.goals import Goal

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
"""Combinations of changes, one a line: the numbers of their options, ascending."""

MOST_ROWS = 1_000_000
"""Combinations looked at on one level."""
INTERPLAY = 0.06
"""How much two changes may do together beyond their sum, in log odds: a standard deviation."""


@dataclass(frozen=True)
class Additive:
    """What single changes do; lines are options, columns are goals."""

    dial: NDArray[np.int64]
    distance: NDArray[np.int64]
    base: Array
    shift: Array
    error: Array
    low: Array
    high: Array

    @classmethod
    def fitted(
        cls,
        dials: Sequence[int],
        distances: Sequence[int],
        base: Array,
        change: Array,
        error: Array,
        goals: Sequence[Goal],
        games: int,
    ) -> "Additive":
        """From the win rates of the base, and their changes with standard errors."""
        after = np.clip(base + change, 0.5 / games, 1 - 0.5 / games)
        before = np.clip(base, 0.5 / games, 1 - 0.5 / games)
        with np.errstate(divide="ignore"):  # an open end lies at infinity
            low, high = (logit(np.array(ends)) for ends in zip(*((goal.low, goal.high) for goal in goals), strict=True))
        shift = logit(after) - logit(before)
        return cls(np.array(dials), np.array(distances), logit(before), shift, error / (after * (1 - after)), low, high)

    def predicted(self, rows: Rows) -> Array:
        """The log odds of winning, for every goal."""
        return np.asarray(self.base + self.shift[rows].sum(axis=1))

    def chances(self, rows: Rows) -> Array:
        """How likely each combination is to reach all goals."""
        odds = self.predicted(rows)
        spread = np.sqrt((self.error[rows] ** 2).sum(axis=1) + ((rows.shape[1] - 1) * INTERPLAY) ** 2)
        return np.asarray((ndtr((self.high - odds) / spread) - ndtr((self.low - odds) / spread)).prod(axis=1))

    def misses(self, rows: Rows) -> Array:
        """By how much the worst goal is missed, in log odds."""
        odds = self.predicted(rows)
        return np.asarray(np.maximum(np.maximum(self.low - odds, odds - self.high), 0.0).max(axis=1))

    def sizes(self, rows: Rows) -> NDArray[np.int64]:
        """The sum of the changes."""
        return np.asarray(self.distance[rows].sum(axis=1))

    def levels(self, most: int) -> Iterator[Rows]:
        """All combinations of one change, of two, … as far as they can be looked at."""
        rows = np.empty((1, 0), np.int64)
        room = max(1, MOST_ROWS // len(self.dial))
        for _ in range(min(most, len(np.unique(self.dial)))):
            rows = self._grown(rows[np.argsort(self.misses(rows), kind="stable")[:room]])
            yield rows

    def reach(self, goal: int, most: int) -> tuple[float, float]:
        """The win rates between which so many changes can move, if each does what is best for that."""
        ends = []
        for sign in (-1, 1):
            best = [max(0.0, (sign * self.shift[self.dial == dial, goal]).max()) for dial in np.unique(self.dial)]
            ends.append(float(expit(self.base[goal] + sign * sum(sorted(best, reverse=True)[:most]))))
        return ends[0], ends[1]

    def _grown(self, rows: Rows) -> Rows:
        """Every combination with one more field changed."""
        free = (self.dial[None, :, None] != self.dial[rows][:, None, :]).all(axis=2)
        line, option = np.nonzero(free)
        grown = np.sort(np.column_stack([rows[line], option]), axis=1)
        return np.unique(grown, axis=0)
