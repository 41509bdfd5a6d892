"""Win rates of variants, known better than their own games tell.

A variant shares its luck with the base, of which more games were played. What the base won in the variant's games,
against what it won in all of its games, says how lucky those games were, and that is taken out.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from sim.play.outcomes import Outcomes
from sim.search.tune.goals import Goal
from sim.statistics.intervals import CONFIDENCE

Series = NDArray[np.float64]
"""For each game index, the share of some cells that was won."""


class Rate(NamedTuple):
    """A win rate and its standard error."""

    mean: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """At the usual confidence."""
        reach = float(ndtri(0.5 + CONFIDENCE / 2)) * self.error
        return max(self.mean - reach, 0.0), min(self.mean + reach, 1.0)


def series_of(outcomes: Sequence[Outcomes]) -> Series:
    """Cells share their luck, so the games of one index are one observation."""
    return np.asarray(np.mean([cell.won for cell in outcomes], axis=0, dtype=np.float64))


def plain_rate(games: Series) -> Rate:
    """From these games alone."""
    return Rate(float(games.mean()), sqrt(variance(games) / len(games)))


def paired_rate(base: Series, games: Series) -> Rate:
    """From the first games of a variant, and all games of the base."""
    few, many = len(games), len(base)
    if few >= many:
        return plain_rate(games)
    share = 1 - few / many
    mean = float(games.mean() - base[:few].mean() + base.mean())
    spread = variance(games - share * base[:few]) / few + share**2 * variance(base) / (many - few)
    return Rate(min(max(mean, 0.0), 1.0), sqrt(spread))


def chance(rates: Sequence[Rate], goals: Sequence[Goal]) -> float:
    """How likely it is that all goals are reached, if rates scatter about what was measured."""
    inside = [
        (1.0 if goal.high >= 1 else float(ndtr((goal.high - rate.mean) / rate.error)))
        - (0.0 if goal.low <= 0 else float(ndtr((goal.low - rate.mean) / rate.error)))
        for rate, goal in zip(rates, goals, strict=True)
    ]
    return float(np.prod(inside))


def miss(rates: Sequence[Rate], goals: Sequence[Goal]) -> float:
    """By how much the worst goal is missed."""
    return max(max(goal.low - rate.mean, rate.mean - goal.high, 0.0) for rate, goal in zip(rates, goals, strict=True))


def variance(values: Series) -> float:
    """Of one game. Never 0, for so many games alike do not prove that the next one is: as if four more results were
    spread as widely as they can be."""
    return float(values.var()) + 4 / len(values)
