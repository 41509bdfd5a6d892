"""Win rates of variants, estimated better than from their own games alone.

A variant shares its luck with the base, of which more games were played. How often the base won the games that the
variant played, compared with all of its games, tells how lucky those games were, and the estimate is corrected by that.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from sim.play.outcomes import Outcomes
from sim.search.tune.goals import Goal
from sim.statistics.intervals import z_of

Series = NDArray[np.float64]
"""For each game index, the share of some cells that were won."""


class EstimatedRate(NamedTuple):
    """A win rate and its standard error."""

    mean: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """With a confidence of 95 %."""
        reach = z_of() * self.error
        return max(self.mean - reach, 0.0), min(self.mean + reach, 1.0)


def series_of(outcomes: Sequence[Outcomes]) -> Series:
    """Cells share their luck, so the games of one index are one observation."""
    return np.asarray(np.mean([cell.won for cell in outcomes], axis=0, dtype=np.float64))


def rate_of(games: Series) -> EstimatedRate:
    """From these games alone."""
    return EstimatedRate(float(games.mean()), sqrt(variance(games) / len(games)))


def paired_rate(base: Series, games: Series) -> EstimatedRate:
    """From the first games of a variant, and all games of the base."""
    few, many = len(games), len(base)
    if few >= many:
        return rate_of(games)
    share = 1 - few / many
    mean = float(games.mean() - base[:few].mean() + base.mean())
    spread = variance(games - share * base[:few]) / few + share**2 * variance(base) / (many - few)
    return EstimatedRate(min(max(mean, 0.0), 1.0), sqrt(spread))


def chance(rates: Sequence[EstimatedRate], goals: Sequence[Goal]) -> float:
    """The probability that all goals are reached, given the errors of the rates."""
    inside = [
        (1.0 if goal.high >= 1 else float(ndtr((goal.high - rate.mean) / rate.error)))
        - (0.0 if goal.low <= 0 else float(ndtr((goal.low - rate.mean) / rate.error)))
        for rate, goal in zip(rates, goals, strict=True)
    ]
    return float(np.prod(inside))


def miss(rates: Sequence[EstimatedRate], goals: Sequence[Goal]) -> float:
    """By how much the worst goal is missed."""
    return max(max(goal.low - rate.mean, rate.mean - goal.high, 0.0) for rate, goal in zip(rates, goals, strict=True))


def variance(values: Series) -> float:
    """Of one game. It is never 0, because games that all end the same way do not prove that the next one does: as if
    there were four more results, spread as widely as possible."""
    return float(values.var()) + 4 / len(values)
