"""The scale on which effects add up: log odds for a share, the outcome itself for a mean.

On both, the precision of a usual goal (a point, near even odds) is about as long, so that one model serves both.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

from sim.search.tune.goals import Goal

Array = NDArray[np.float64]

EDGE = 0.0005
POINT = 0.04
"""One point, near even odds, in log odds."""


class GoalScale:
    """How outcomes are turned into numbers that add up, goal by goal. The last axis of every array are the goals."""

    def __init__(self, goals: Sequence[Goal]) -> None:
        self.shares = np.array([goal.is_share for goal in goals])
        self.unit = np.array([POINT / goal.precision for goal in goals])

    def of(self, values: Array) -> Array:
        """Outcomes on the scale."""
        return np.where(self.shares, logit(held_off(values)), values * self.unit)

    def bounds(self, values: Array) -> Array:
        """Ends of goals on the scale; an open end lies at infinity."""
        with np.errstate(divide="ignore"):
            return np.where(self.shares, logit(np.clip(values, 0.0, 1.0)), values * self.unit)

    def errors(self, values: Array, errors: Array) -> Array:
        """Standard errors of outcomes, on the scale."""
        there = held_off(values)
        return np.where(self.shares, errors / (there * (1 - there)), errors * self.unit)

    def back(self, goal: int, place: float) -> float:
        """The outcome of a goal at a place of the scale."""
        return float(expit(place)) if self.shares[goal] else float(place / self.unit[goal])


def held_off(rates: Array) -> Array:
    """Shares kept away from 0 and 1, where log odds are infinite."""
    return np.clip(rates, EDGE, 1 - EDGE)
