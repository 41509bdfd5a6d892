"""The claims about all cells of a gate: which hold, which are broken, and whether that is enough to stop.

All functions take whole arrays whose last axis are the cells: a gate has one row of them, a self-test thousands.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sim.statistics.sequential import ChangeCounts

Array = NDArray[np.float64]


@dataclass
class ClaimLedger:
    """The claims, and what is known about each."""

    low: Array
    high: Array
    risk: float
    """The probability of a false alarm anywhere; and, for each cell, of calling a broken claim kept."""
    outside: Array = field(init=False)
    """The p-value of each claim."""
    inside: NDArray[np.bool_] = field(init=False)
    """Whether the claim is known to hold."""

    def __post_init__(self) -> None:
        self.outside = np.ones_like(self.low)
        self.inside = np.zeros_like(self.low, np.bool_)

    def look(self, counts: ChangeCounts, silent: NDArray[np.bool_]) -> None:
        """Take in more games; `silent` cells say nothing. A claim that is known to hold is not tested again."""
        self.judge(counts.outside(self.low, self.high), counts.inside(self.low, self.high), silent)

    def judge(self, outside: Array, inside: Array, silent: NDArray[np.bool_]) -> None:
        """The same from the p-values of another test."""
        settled = self.inside
        self.outside = np.where(settled, self.outside, outside)
        self.inside = settled | (inside <= self.risk) & ~silent

    @property
    def failed(self) -> NDArray[np.bool_]:
        """Whether some claim is broken: the first step of Holm's procedure."""
        return np.asarray(self.outside.min(axis=-1) * self.outside.shape[-1] <= self.risk)

    @property
    def passed(self) -> NDArray[np.bool_]:
        """Whether all claims hold."""
        return np.asarray(self.inside.all(axis=-1))
