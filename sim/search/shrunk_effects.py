"""The effects of many alterations, shrunk: a ranking shows the extreme ones first, and those are extreme by luck, too.

Alterations of one kind are shrunk together, for each rung and difficulty: what all powers do says nothing about what a
card does. All are compared with the same games of the unchanged experiment, so they share some luck. How much follows
from the mean of them all: the error of that mean, index by index, is larger than independent errors would make it.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from engine.game.outcomes import Outcome
from sim.compare.pairs import Pair, Steps, parts_of
from sim.compare.pooled_change import summed_steps
from sim.search.effects import Effect, pairs_of
from sim.statistics.shrinkage import common_correlation, shrink


class ShrunkEffect(NamedTuple):
    """What an alteration did, as far as its games and those of its kind tell."""

    change: float
    interval: tuple[float, float]


class LuckInCommon:
    """The steps of all alterations of a kind, added up index by index."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._sums: dict[tuple[str, int], Steps] = {}

    def add(self, kind: str, pairs: Sequence[Pair], effects: Sequence[Effect]) -> None:
        """The games of one alteration."""
        for at, effect in enumerate(effects):
            if not effect.same:
                steps = summed_steps(pairs_of(effect.pool, pairs), self._outcome)
                before = self._sums.get((kind, at))
                self._sums[kind, at] = steps if before is None else before + steps

    def error_of_mean(self, kind: str, at: int, effects: Sequence[Effect]) -> float:
        """The standard error of the mean change of these effects, which are all those of this kind and number."""
        sums = self._sums[kind, at]
        parts = len(sums) * effects[0].pool.cells * len(effects) * parts_of(self._outcome)
        return sqrt(max(float((sums * sums).sum() - sums.sum() ** 2 / len(sums)), 0.0)) / parts if parts else 0.0


def shrunk_effects(
    kinds: Sequence[str], effects: Sequence[Sequence[Effect]], luck: LuckInCommon
) -> list[list[ShrunkEffect]]:
    """The effects of every alteration, in the same order. One that changed nothing is exactly 0."""
    found = [[ShrunkEffect(effect.change, effect.interval) for effect in line] for line in effects]
    for kind in dict.fromkeys(kinds):
        for at in range(len(effects[0])):
            members = [number for number, its in enumerate(kinds) if its == kind and not effects[number][at].same]
            if members:
                family = [effects[number][at] for number in members]
                for number, shrunk in zip(members, _shrunk(family, luck.error_of_mean(kind, at, family)), strict=True):
                    found[number][at] = shrunk
    return found


def _shrunk(family: Sequence[Effect], error_of_mean: float) -> list[ShrunkEffect]:
    errors = [effect.pool.standard_error for effect in family]
    shrunk = shrink([effect.change for effect in family], errors, None, common_correlation(errors, error_of_mean))
    return [ShrunkEffect(float(change), (float(low), float(high))) for change, low, high in zip(*shrunk, strict=True)]
