"""Statistics of pairs for a mean: whole numbers game by game, before and after a change.

How often each difference was seen is all that is needed. Two imagined games, one that changed up and one down by as
much as games usually change, keep the spread above zero; if none changed, by as much as games differ from each other.
Intervals and tests are corrected for skewness: see `sim.statistics.skewness`.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, sqrt
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from sim.statistics.intervals import CONFIDENCE, Interval
from sim.statistics.paired import POWER
from sim.statistics.sequential import Array, Evidence, OneLook, StepCounts
from sim.statistics.skewness import mean_interval, mean_score
from sim.statistics.unseen import Unseen, excluding_score, smallest_seen, widened

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Level:
    """The values of one side: their sum, the sum of their squares, the lowest and the highest."""

    total: int
    squares: float
    """Not a whole number: large values would not fit."""
    lowest: float = inf
    highest: float = -inf

    @classmethod
    def of(cls, values: Whole) -> Self:
        squares = float((values.astype(np.float64) ** 2).sum())
        return cls(int(values.sum()), squares, *((int(values.min()), int(values.max())) if len(values) else ()))

    def mean(self, games: int) -> float:
        return self.total / games

    def variance(self, games: int) -> float:
        return max(self.squares / games - self.mean(games) ** 2, 0.0)

    def plus(self, more: "Level") -> "Level":
        ends = min(self.lowest, more.lowest), max(self.highest, more.highest)
        return Level(self.total + more.total, self.squares + more.squares, *ends)


@dataclass(frozen=True)
class PairedMean:
    """A mean of the same games before and after a change."""

    steps: Whole
    """The differences that were seen, the lowest first, in parts of the unit …"""
    counts: Whole
    """… and how often."""
    old: Level
    new: Level
    scale: float = 1.0
    """Parts of a unit."""
    reach: float = inf
    """The largest difference there can be, in the unit; infinite if no bounds are known."""

    @classmethod
    def of(cls, before: Whole, after: Whole, scale: float = 1.0, reach: float = inf) -> Self:
        """Bounds that a game does not keep are none."""
        steps, counts = np.unique(after - before, return_counts=True)
        kept = not len(steps) or max(-int(steps[0]), int(steps[-1])) <= reach * scale
        return cls(steps, counts, Level.of(before), Level.of(after), scale, reach if kept else inf)

    @property
    def games(self) -> int:
        return int(self.counts.sum())

    @property
    def changed(self) -> int:
        return int(self.counts[self.steps != 0].sum())

    @property
    def fell(self) -> int:
        return int(self.counts[self.steps < 0].sum())

    @property
    def rose(self) -> int:
        return int(self.counts[self.steps > 0].sum())

    @property
    def before(self) -> float:
        return self.old.mean(self.games) / self.scale

    @property
    def after(self) -> float:
        return self.new.mean(self.games) / self.scale

    @property
    def difference(self) -> float:
        return float((self.counts * self.steps).sum() / self.games / self.scale)

    @property
    def informative(self) -> bool:
        """They say nothing if all games count for the same on both sides."""
        games = self.games
        return games > 0 and bool(self.changed or self.old.variance(games) or self.new.variance(games))

    @cached_property
    def imagined(self) -> float:
        if self.changed:
            return usual_step(self.steps, self.counts) / self.scale
        spread = sqrt((self.old.variance(self.games) + self.new.variance(self.games)) / 2)
        return max(spread, 1.0) / self.scale

    @cached_property
    def _seen(self) -> "Moments":
        return Moments.of(self.counts, self.steps / self.scale, self.imagined)

    @property
    def variance(self) -> float:
        return float(self._seen.error) ** 2 * self.games

    @property
    def span(self) -> float:
        both = self.old.plus(self.new)
        return max(both.highest - both.lowest, 0.0) / self.scale

    @property
    def _unseen(self) -> Unseen:
        return Unseen(self.reach, self.games, self.changed, self.span)

    @property
    def _fixed(self) -> OneLook:
        """What the games say, at a number of them that was fixed in advance."""
        seen = self._seen
        return OneLook(seen.mean, seen.error, seen.lean, seen.games, True, self._unseen)

    @property
    def moved(self) -> float:
        return float(self._fixed.outside(0.0, 0.0))

    @property
    def variance_left(self) -> float | None:
        games = self.games
        unpaired = self.old.variance(games) + self.new.variance(games)
        paired = (
            float((self.counts * self.steps.astype(float) ** 2).sum() / games) - (self.difference * self.scale) ** 2
        )
        return paired / unpaired if unpaired else None

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        seen = self._seen
        plain = mean_interval(float(seen.mean), float(seen.error), float(seen.lean), int(seen.games), confidence)
        return widened(plain, self._unseen, confidence)

    def held(self, margin: float) -> float:
        return float(self._fixed.inside(-margin, margin))

    def smallest_visible(self, risk: float, power: float = POWER) -> float:
        plain = float(ndtri(1 - risk / 2) + ndtri(power)) * float(self._seen.error)
        return smallest_seen(plain, self._unseen, power)

    def evidence(self, last: bool) -> Evidence:
        if self.reach == inf:
            return replace(self._fixed, last=last)
        values = self.steps / self.scale
        return MeanCounts(self.counts.astype(float), values, last, self.reach, np.asarray(self.imagined))

    def plus(self, more: Self) -> Self:
        steps = np.union1d(self.steps, more.steps)
        counts = np.zeros(len(steps), np.int64)
        for part in (self, more):
            counts[np.searchsorted(steps, part.steps)] += part.counts
        reach = max(self.reach, more.reach)
        return type(self)(steps, counts, self.old.plus(more.old), self.new.plus(more.new), self.scale, reach)


@dataclass(frozen=True)
class Moments:
    """The mean of some numbers, its standard error and its lean; arrays for many cells or simulated ones."""

    mean: Array
    error: Array
    lean: Array
    games: Array
    """Games that tell how much a change moves a game: those that changed, and one. Thousands of games that stayed as
    they were do not make the spread of twenty others better known."""

    @classmethod
    def of(cls, counts: ArrayLike, values: ArrayLike, imagined: ArrayLike) -> Self:
        """Of values that were seen so often; the last axis of both are the values."""
        often, value = np.asarray(counts, np.float64), np.asarray(values, np.float64)
        games = np.maximum(often.sum(axis=-1), 1.0)
        mean = (often * value).sum(axis=-1) / games
        away = value - mean[..., None]
        found = cls.central(games, mean, (often * away**2).sum(axis=-1), (often * away**3).sum(axis=-1), imagined)
        changed = (often * (value != 0)).sum(axis=-1)
        return replace(found, games=np.where(changed > 0, changed + 1, games))

    @classmethod
    def of_numbers(cls, numbers: ArrayLike, imagined: ArrayLike) -> Self:
        """Of the numbers themselves."""
        value = np.asarray(numbers, np.float64)
        mean = np.asarray(value.mean())
        away = value - mean
        return cls.central(np.asarray(float(len(value))), mean, (away**2).sum(), (away**3).sum(), imagined)

    @classmethod
    def of_sums(
        cls, games: ArrayLike, total: ArrayLike, squares: ArrayLike, cubes: ArrayLike, imagined: ArrayLike
    ) -> Self:
        """From sums of the numbers, of their squares and of their cubes."""
        n, one, two, three = (np.asarray(given, np.float64) for given in (games, total, squares, cubes))
        mean = one / n
        around = np.maximum(two - n * mean**2, 0.0)
        return cls.central(n, mean, around, three - 3 * mean * two + 2 * n * mean**3, imagined)

    @classmethod
    def central(cls, games: Array, mean: Array, squares: Array, cubes: Array, imagined: ArrayLike) -> Self:
        """From sums around the mean, and two imagined games."""
        variance = (squares + 2 * np.asarray(imagined, np.float64) ** 2) / games
        spread = np.where(variance > 0, variance, 1.0)  # 0 if nothing was counted: then the cubes are 0, too
        return cls(mean, np.sqrt(variance / games), cubes / games / spread**1.5 / np.sqrt(games), games)

    def score(self, bound: ArrayLike) -> Array:
        return mean_score(self.mean, self.error, self.lean, self.games, bound)


@dataclass
class MeanCounts(Evidence):
    """How often each difference of a mean with known bounds was seen. Bets are as for steps from −1 to +1, of which the
    largest difference is one. The last axis of the counts are the values."""

    counts: Array
    values: Array
    last: bool = field(default=False)
    reach: float = 1.0
    imagined: Array = field(default_factory=lambda: np.ones(()))

    def _steps(self) -> StepCounts:
        return StepCounts(self.counts, self.values / self.reach)

    def doubt_at_least(self, bound: ArrayLike) -> Array:
        return self._steps().doubt_at_least(np.asarray(bound) / self.reach)

    def doubt_at_most(self, bound: ArrayLike) -> Array:
        return self._steps().doubt_at_most(np.asarray(bound) / self.reach)

    def score(self, bound: ArrayLike) -> Array:
        return Moments.of(self.counts, self.values, self.imagined).score(bound)

    def excluding(self, bound: ArrayLike, sign: int, unseen: bool) -> Array:
        seen = Moments.of(self.counts, self.values, self.imagined)
        changed = (self.counts * (self.values != 0)).sum(axis=-1)
        limits = Unseen(self.reach, self.counts.sum(axis=-1), changed)
        return excluding_score(seen.score, bound, sign, unseen, limits)


def usual_step(steps: Whole, counts: Whole) -> float:
    """How much a game changes if it does: the root of the mean square."""
    changed = counts[steps != 0].sum()
    return sqrt(float((counts * steps.astype(float) ** 2).sum() / changed)) if changed else 0.0
