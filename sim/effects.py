"""The mean change over several cells, with its interval.

Cells share their luck, so the games of one index are one observation, however many cells it was played in. Results that
change are rare and so is the evidence: the spread is judged by as many degrees of freedom as there are indices at which
something changed, which keeps a handful of changes from looking certain. One cell alone has its exact paired test.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import stdtr, stdtrit

from sim.paired import interval, mcnemar, unseen
from sim.pairing import Label, Pair
from sim.stats import CONFIDENCE


@dataclass(frozen=True)
class Effect:
    """What a change did to the mean win rate of some cells."""

    before: float
    change: float
    low: float
    high: float
    chance: float
    """The p-value of no change."""
    informative: bool = True
    """False where every game ended alike on both sides: then a win rate can say nothing."""
    same: bool = False
    """Whether nothing was changed here, so that both sides played the very same games."""

    @property
    def after(self) -> float:
        """The mean win rate with the change."""
        return self.before + self.change


def effect_of(pairs: Sequence[Pair], confidence: float = CONFIDENCE) -> Effect:
    """The mean over these cells, of as many games as all of them have."""
    games = min(pair.before.games for pair in pairs)
    before = float(np.mean([pair.before.won[:games].mean() for pair in pairs]))
    if all(pair.match.same for pair in pairs):
        return Effect(before, 0.0, 0.0, 0.0, 1.0, same=True)
    informative = any(pair.table.informative for pair in pairs)
    if len(pairs) == 1:
        table = pairs[0].table
        return Effect(before, table.difference, *interval(table, confidence), mcnemar(table), informative)
    steps = np.mean([pair.steps[:games] for pair in pairs], axis=0, dtype=np.float64)
    moved = int(np.count_nonzero(steps))
    if not moved:
        reach = unseen(games, 1 - confidence)
        return Effect(before, 0.0, -reach, reach, 1.0, informative)
    change, freedom = float(steps.mean()), max(moved - 1, 1)
    error = sqrt(float((steps * steps).sum())) / games
    reach = float(stdtrit(freedom, 0.5 + confidence / 2)) * error
    chance = 2 * float(stdtr(freedom, -abs(change) / error)) if moved > 1 else 1.0
    return Effect(before, change, change - reach, change + reach, chance, informative)


@dataclass(frozen=True)
class Group:
    """Cells that are looked at together: one rung, one value of the last axis that varies."""

    labels: dict[str, Label]
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """`literal, doom 2`"""
        return ", ".join(value if isinstance(value, str) else f"{axis} {value}" for axis, value in self.labels.items())


def groups_of(labels: Sequence[dict[str, Label]], rungs: str) -> list[Group]:
    """The groups of a grid, all else averaged; the last axis is the one that a table shows across."""
    varying = [axis for axis in labels[0] if len({label[axis] for label in labels}) > 1] or [list(labels[0])[-1]]
    axes = list(dict.fromkeys([*([rungs] if rungs in varying else []), varying[-1]]))
    found: dict[tuple[Label, ...], list[int]] = {}
    for at, label in enumerate(labels):
        found.setdefault(tuple(label[axis] for axis in axes), []).append(at)
    return [Group(dict(zip(axes, values, strict=True)), tuple(cells)) for values, cells in found.items()]
