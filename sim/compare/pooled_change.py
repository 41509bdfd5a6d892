"""Cells taken together: the mean change of all cells that share some labels, of a rung of the ladder for instance.

Cells share their luck, so games of one index are one observation, whatever the number of cells. One imagined result
lost and one gained keep the spread from vanishing where hardly a result changed (after Agresti, Min: "Simple improved
confidence intervals for comparing matched proportions", Statistics in Medicine 24, 2005).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import ndtr, ndtri

from sim.compare.pairs import Pair
from sim.experiment.labels import Label, varying
from sim.statistics.intervals import CONFIDENCE


@dataclass(frozen=True)
class Pool:
    """Some cells, with the mean of their changes."""

    labels: Mapping[str, Label]
    cells: int
    diverged: int
    change: float
    spread: float
    """The standard error of the change."""

    @property
    def name(self) -> str:
        """What the cells have in common."""
        return ", ".join(str(value) for value in self.labels.values())

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Of the mean change."""
        reach = float(ndtri(0.5 + confidence / 2)) * self.spread
        return self.change - reach, self.change + reach

    @property
    def moved(self) -> float:
        """The p-value of no change."""
        return float(2 * ndtr(-abs(self.change) / self.spread))

    def held(self, margin: float) -> float:
        """The p-value of a change as large as the margin."""
        return float(ndtr((abs(self.change) - margin) / self.spread))

    @property
    def sign(self) -> str:
        """Which way it goes, if that is certain."""
        low, high = self.interval()
        return "easier" if low > 0 else "harder" if high < 0 else "no sign"


def pools_of(pairs: Sequence[Pair], axes: Sequence[str]) -> list[Pool]:
    """The cells grouped by their labels on these axes."""
    groups: dict[tuple[Label, ...], list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(tuple(pair.match.labels[axis] for axis in axes), []).append(pair)
    return [_pool(dict(zip(axes, labels, strict=True)), members) for labels, members in groups.items()]


def pools_by_rung(pairs: Sequence[Pair], rungs: str) -> list[Pool]:
    """One pool for each rung and each value of the last axis that varies; all other cells are taken together."""
    axes = varying([pair.match.labels for pair in pairs])
    return pools_of(pairs, list(dict.fromkeys([*(axis for axis in axes if axis == rungs), axes[-1]])))


def _pool(labels: Mapping[str, Label], pairs: Sequence[Pair]) -> Pool:
    games, cells = min(pair.before.games for pair in pairs), len(pairs)
    diverged = sum(len(pair.diverged) for pair in pairs)
    if not games:
        return Pool(labels, cells, diverged, 0.0, 1.0)
    steps = np.sum([pair.steps[:games] for pair in pairs], axis=0, dtype=np.int64)
    total, squares = int(steps.sum()), int((steps * steps).sum()) + 2
    change = total / (games * cells)
    spread = sqrt(max(squares - total * total / games, 0.0)) / (games * cells)
    return Pool(labels, cells, diverged, change, spread)


def agreement(rungs: Sequence[Pool]) -> str:
    """One sentence on whether the rungs agree on the sign; nothing to say of one rung."""
    if len(rungs) < 2:
        return ""
    told = ", ".join(f"{rung.name} {rung.change * 100:+.2f} ({rung.sign})" for rung in rungs)
    signs = {rung.sign for rung in rungs}
    if signs == {"no sign"}:
        return f"no rung shows a sign: {told}"
    if {"harder", "easier"} <= signs:
        return f"the rungs disagree on the sign: {told}"
    return f"{'the rungs agree' if len(signs) == 1 else 'not every rung shows the sign'}: {told}"
