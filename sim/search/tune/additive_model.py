"""Which combinations of changes may reach the goals: the effects of single changes add up, on the scale of the goals.

The model is good enough to say which combinations are worth playing, but not what they do. It starts with the measured
effects of single changes and learns from every combination that is played (Gaussian linear regression, with the single
effects and their errors as its prior). Changes are combined level by level, one more field at each; if a level has too
many combinations, only those nearest to the goals are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from sim.search.tune.goal_scale import Array, GoalScale
from sim.search.tune.goals import Goal, groups_of
from sim.search.tune.search_space import FieldOption

CombinationRows = NDArray[np.int64]
"""Combinations of changes, one a row: the numbers of their options, ascending."""

MOST_ROWS = 1_000_000
"""Combinations considered on one level."""
INTERPLAY = 0.02
"""On the scale of the goals: how much a combination is expected to differ from the sum of its parts, before any was
played. In The Shipwreck Arcana, changes of single numbers showed 0.01."""
LESSONS = 16
"""How many combinations this expectation counts for."""
LEAST_ERROR = 0.01


@dataclass(frozen=True)
class AdditiveModel:
    """What single changes do to every goal, and how certain that is."""

    field: NDArray[np.int64]
    """For each option, the field it belongs to."""
    distance: NDArray[np.int64]
    scale: GoalScale
    """Of all that follows."""
    base: Array
    """By goal."""
    shift: Array
    """By goal and option."""
    covariance: Array
    """Of the shifts, by goal."""
    low: Array
    high: Array
    groups: Sequence[Sequence[int]]
    """The goals that one statement makes."""
    interplay: float = INTERPLAY
    """How much each further change may add beyond its own effect: a standard deviation."""
    lessons: int = LESSONS
    """How many combinations this was learned from."""

    @classmethod
    def fitted(
        cls, options: Sequence[FieldOption], base: Array, change: Array, error: Array, goals: Sequence[Goal]
    ) -> Self:
        """From the outcomes of the base, and what each option (a row) changes in each goal (a column)."""
        scale = GoalScale(goals)
        spread = scale.errors(base + change, error)
        start = np.where([goal.relative for goal in goals], base, 0.0)
        return cls(
            np.array([option.field for option in options]),
            np.array([option.distance for option in options]),
            scale,
            scale.of(base),
            (scale.of(base + change) - scale.of(base)).T,
            np.stack([np.diag(column**2) for column in spread.T]),
            scale.bounds(start + [goal.low for goal in goals]),
            scale.bounds(start + [goal.high for goal in goals]),
            groups_of(goals),
        )

    def learned(self, rows: CombinationRows, mean: Array, error: Array) -> Self:
        """The model after these combinations (rows) had these outcomes in every goal (a column)."""
        told = self.scale.of(mean) - self.base
        measured = self.scale.errors(mean, error) ** 2
        design = np.zeros((len(rows), len(self.field)))
        np.put_along_axis(design, rows, 1.0, axis=1)
        wiser = self._surprised(rows, told, measured)
        noise = measured + wiser.beyond(rows) ** 2
        shifts, covariances = [], []
        for shift, covariance, seen, spread in zip(self.shift, self.covariance, told.T, noise.T, strict=True):
            gain = np.linalg.solve(design @ covariance @ design.T + np.diag(spread), design @ covariance).T
            shifts.append(shift + gain @ (seen - design @ shift))
            covariances.append(covariance - gain @ design @ covariance)
        return replace(wiser, shift=np.stack(shifts), covariance=np.stack(covariances))

    def _surprised(self, rows: CombinationRows, told: Array, measured: Array) -> Self:
        """Learn how far combinations are from the sum of their parts, beyond what the errors explain."""
        if rows.shape[1] < 2:
            return self
        surprise = (self.base + told - self.predicted(rows)) ** 2 - measured - self._known(rows)
        seen = float((surprise / (rows.shape[1] - 1) ** 2).mean())
        lessons = self.lessons + len(rows)
        pooled = (self.interplay**2 * self.lessons + seen * len(rows)) / lessons
        return replace(self, interplay=sqrt(max(pooled, LEAST_ERROR**2)), lessons=lessons)

    def predicted(self, rows: CombinationRows) -> Array:
        """The outcome of every goal, on its scale."""
        return np.asarray(self.base + self.shift.T[rows].sum(axis=1))

    def chances(self, rows: CombinationRows) -> Array:
        """The probability that each combination reaches all goals: of each statement, that of its least likely
        goal."""
        odds = self.predicted(rows)
        spread = np.sqrt(self._known(rows) + self.beyond(rows) ** 2 + LEAST_ERROR**2)
        inside = ndtr((self.high - odds) / spread) - ndtr((self.low - odds) / spread)
        return np.asarray(np.column_stack([inside[:, group].min(axis=1) for group in self.groups]).prod(axis=1))

    def misses(self, rows: CombinationRows) -> Array:
        """By how much the worst goal is missed, on the scale."""
        return np.asarray(self.misses_of_goals(rows).max(axis=1))

    def misses_of_goals(self, rows: CombinationRows) -> Array:
        """By how much each goal (a column) is missed, on the scale."""
        odds = self.predicted(rows)
        return np.asarray(np.maximum(np.maximum(self.low - odds, odds - self.high), 0.0))

    def beyond(self, rows: CombinationRows) -> float:
        """How far such combinations may be from the sum of their parts."""
        return float(self.interplay * (rows.shape[1] - 1))

    def _known(self, rows: CombinationRows) -> Array:
        """The variance of the sums, for every goal."""
        variances = sum(self.covariance[:, one, other] for one, other in product(rows.T, rows.T))
        return np.asarray(np.maximum(np.asarray(variances).T, 0.0))

    def sizes(self, rows: CombinationRows) -> NDArray[np.int64]:
        """The sum of the changes."""
        return np.asarray(self.distance[rows].sum(axis=1))

    def one_more(self, rows: CombinationRows) -> CombinationRows:
        """Every combination with one more field changed."""
        room = max(1, MOST_ROWS // len(self.field))
        rows = rows[np.argsort(self.misses(rows), kind="stable")[:room]]
        free = (self.field[None, :, None] != self.field[rows][:, None, :]).all(axis=2)
        line, option = np.nonzero(free)
        return np.unique(np.sort(np.column_stack([rows[line], option]), axis=1), axis=0)

    def reach(self, goal: int, most: int) -> tuple[float, float]:
        """The lowest and the highest outcome that this many changes can reach."""
        ends = []
        for sign in (-1, 1):
            best = sorted((max(0.0, gain) for gain, _ in self.best_options(goal, sign)), reverse=True)
            ends.append(self.scale.back(goal, self.base[goal] + sign * sum(best[:most])))
        return ends[0], ends[1]

    def best_options(self, goal: int, sign: int) -> list[tuple[float, int]]:
        """For each field, how far its best option moves a goal up (1) or down (-1), and the number of the option."""
        found = []
        for field in np.unique(self.field):
            options = np.flatnonzero(self.field == field)
            gains = sign * self.shift[goal, options]
            found.append((float(gains.max()), int(options[gains.argmax()])))
        return found


NO_CHANGE: CombinationRows = np.empty((1, 0), np.int64)
"""The first level: nothing is changed."""
