"""Outcomes of variants, estimated better than from their own games alone.

A variant shares its luck with the base, of which more games were played. How the base did in the games that the variant
played, compared with all of its games, tells how lucky those games were, and the estimate is corrected by that.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from engine.game.outcomes import Mean, Outcome
from sim.play.outcomes import Outcomes
from sim.search.tune.goals import Goal, groups_of
from sim.statistics.intervals import z_of

Series = NDArray[np.float64]
"""For each game index, the mean of an outcome over some cells."""


class EstimatedRate(NamedTuple):
    """An outcome and its standard error."""

    mean: float
    error: float

    def interval(self, goal: Goal) -> tuple[float, float]:
        """With a confidence of 95 %."""
        reach = z_of() * self.error
        return goal.possible(self.mean - reach), goal.possible(self.mean + reach)


def series_of(outcomes: Sequence[Outcomes], outcome: Outcome) -> Series:
    """Cells share their luck, so the games of one index are one observation."""
    return np.asarray(np.mean([_values(cell, outcome) for cell in outcomes], axis=0, dtype=np.float64))


def _values(cell: Outcomes, outcome: Outcome) -> Series:
    """What each game adds to the outcome. Of a ratio: by how much it moves the ratio of all games (delta method); their
    mean is that ratio."""
    values = cell.of(outcome).astype(np.float64)
    if not isinstance(outcome, Mean):
        return values
    values /= outcome.scale
    if not outcome.over:
        return values
    over = cell.over(outcome).astype(np.float64)
    total = max(float(over.sum()), 1.0)
    ratio = float(values.sum()) / total
    return np.asarray(ratio + (values - ratio * over) * len(over) / total)


def rate_of(games: Series, goal: Goal) -> EstimatedRate:
    """From these games alone."""
    return EstimatedRate(float(games.mean()), sqrt(variance(games, goal) / len(games)))


def measured(base: Series, games: Series, goal: Goal) -> EstimatedRate:
    """What a goal speaks of, from the same games of the base and of a variant: an outcome, or its change."""
    return rate_of(games - base, goal) if goal.relative else rate_of(games, goal)


def paired_rate(base: Series, games: Series, goal: Goal) -> EstimatedRate:
    """The same, from the first games of a variant, and all games of the base."""
    few, many = len(games), len(base)
    if goal.relative:
        return rate_of(games - base[:few], goal)
    if few >= many:
        return rate_of(games, goal)
    share = 1 - few / many
    mean = float(games.mean() - base[:few].mean() + base.mean())
    spread = variance(games - share * base[:few], goal) / few + share**2 * variance(base, goal) / (many - few)
    return EstimatedRate(goal.possible(mean), sqrt(spread))


def chance(rates: Sequence[EstimatedRate], goals: Sequence[Goal]) -> float:
    """The probability that all goals are reached, given the errors of the rates: of each statement, that of its least
    likely goal."""
    inside = [
        (1.0 if goal.open_high else float(ndtr((goal.high - rate.mean) / rate.error)))
        - (0.0 if goal.open_low else float(ndtr((goal.low - rate.mean) / rate.error)))
        for rate, goal in zip(rates, goals, strict=True)
    ]
    return float(np.prod([min(inside[at] for at in group) for group in groups_of(goals)]))


def miss(rates: Sequence[EstimatedRate], goals: Sequence[Goal]) -> float:
    """By how much the worst goal is missed, in its own precision: outcomes of different units have no other measure in
    common."""
    return max(
        max(goal.low - rate.mean, rate.mean - goal.high, 0.0) / _measure(goals, goal)
        for rate, goal in zip(rates, goals, strict=True)
    )


def _measure(goals: Sequence[Goal], goal: Goal) -> float:
    return 1.0 if all(other.is_share for other in goals) else goal.precision


def variance(values: Series, goal: Goal) -> float:
    """Of one game. It is never 0, because games that all end the same way do not prove that the next one does: as if
    there were four more results, spread as widely as possible (of a mean: by a step)."""
    return float(values.var()) + 4 * goal.step**2 / len(values)
