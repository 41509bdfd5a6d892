"""Several cells taken together: the mean change of all cells that share some labels, such as one rung of the ladder.

Cells share their luck, so the games of one index are one observation, however many cells there are. One imagined index
that fell and one that rose keep the spread above zero where hardly any result changed (after Agresti, Min: "Simple
improved confidence intervals for comparing matched proportions", Statistics in Medicine 24, 2005). Means are corrected
for skewness, and what the games may not have shown counts as it does for a cell: see `sim.statistics.unseen`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, isinf
from statistics import fmean

import numpy as np

from engine.game.outcomes import Outcome, Share
from sim.compare.pairs import Pair, Steps, parts_of, reach_of
from sim.experiment.labels import Label, varying
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.paired_means import Moments
from sim.statistics.sequential import OneLook
from sim.statistics.shrinkage import common_correlation, shrink
from sim.statistics.skewness import mean_interval
from sim.statistics.unseen import NOTHING_UNSEEN, Unseen, widened


@dataclass(frozen=True)
class PooledChange:
    """The mean change of some cells."""

    labels: Mapping[str, Label]
    cells: int
    diverged: int
    change: float
    standard_error: float
    """Of the change."""
    silent: bool = False
    """Whether the games say nothing: they diverged, and all of them ended the same way."""
    lean: float = 0.0
    """Of a mean: see `sim.statistics.skewness`."""
    telling: float = inf
    """Games that tell the standard error."""
    unseen: Unseen = NOTHING_UNSEEN
    same: bool = False
    """Whether both sides play the very same games in all of the cells."""
    before: float | None = None
    """The mean of the cells before the change; None if nobody has counted."""
    after: float | None = None

    @property
    def name(self) -> str:
        """What the cells have in common."""
        return ", ".join(str(value) for value in self.labels.values())

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Of the mean change."""
        plain = mean_interval(self.change, self.standard_error, self.lean, self.telling, confidence)
        return widened(plain, self.unseen, confidence)

    @property
    def blind(self) -> bool:
        """Whether the games cannot say how large the change is: too few of them changed, and no bounds are known."""
        return not self.same and isinf(self.interval()[1])

    @property
    def assumed(self) -> float:
        """The change of a game that none exceeds if `held` is true; 0 where bounds say so, or nothing changed."""
        reach, span = float(np.asarray(self.unseen.reach)), float(np.asarray(self.unseen.span))
        return 0.0 if self.same or isfinite(reach) else span

    @property
    def _look(self) -> OneLook:
        return OneLook(self.change, self.standard_error, self.lean, self.telling, True, self.unseen)

    @property
    def moved(self) -> float:
        """The p-value of no change."""
        return float(self._look.outside(0.0, 0.0))

    def held(self, margin: float) -> float:
        """The p-value of a change as large as the margin."""
        return 0.0 if self.same else float(self._look.inside(-margin, margin))


def pools_of(pairs: Sequence[Pair], axes: Sequence[str], outcome: Outcome) -> list[PooledChange]:
    """The cells grouped by their labels on these axes, those that they have."""
    axes = [axis for axis in axes if axis in pairs[0].match.labels]
    groups: dict[tuple[Label, ...], list[Pair]] = {}
    for pair in pairs:
        groups.setdefault(tuple(pair.match.labels[axis] for axis in axes), []).append(pair)
    return [_pool(dict(zip(axes, labels, strict=True)), members, outcome) for labels, members in groups.items()]


def pools_by_rung(pairs: Sequence[Pair], rungs: str, outcome: Outcome) -> list[PooledChange]:
    """One pool for each rung and each value of the last axis that varies; all other cells are taken together."""
    axes = varying([pair.match.labels for pair in pairs])
    return pools_of(pairs, list(dict.fromkeys([*(axis for axis in axes if axis == rungs), axes[-1]])), outcome)


def summed_steps(pairs: Sequence[Pair], outcome: Outcome) -> Steps:
    """For each index that all cells played, by how much the change moved all of them together."""
    steps = [pair.steps(outcome) for pair in pairs]
    games = min(map(len, steps))
    return np.asarray(np.sum([each[:games] for each in steps], axis=0))


def _pool(labels: Mapping[str, Label], pairs: Sequence[Pair], outcome: Outcome) -> PooledChange:
    sums, cells, parts = summed_steps(pairs, outcome), len(pairs), parts_of(outcome)
    games = len(sums)
    diverged = sum(len(pair.diverged) for pair in pairs)
    if not games:
        return PooledChange(labels, cells, diverged, 0.0, reach_of(outcome))
    # The imagined results are those of all cells at once: cells may well move together.
    imagined = max(pair.of(outcome).imagined for pair in pairs if pair.games)
    seen = Moments.of_numbers(sums / (cells * parts), imagined)
    silent = diverged > 0 and not any(pair.of(outcome).informative for pair in pairs)
    same = not diverged and all(pair.match.same for pair in pairs)
    sides = [pair.of(outcome) for pair in pairs if pair.games]
    before, after = fmean(side.before for side in sides), fmean(side.after for side in sides)
    change, error = float(seen.mean), float(seen.error)
    found = PooledChange(labels, cells, diverged, change, error, silent, same=same, before=before, after=after)
    if isinstance(outcome, Share):
        # One imagined index each way is enough for an interval, but not to rule out a margin.
        return replace(found, unseen=Unseen(1.0, games, inf))
    changed = _changed_indices(pairs, outcome, games)
    reach, span = max(side.reach for side in sides), max(side.span for side in sides)
    telling = changed + 1 if changed else games
    return replace(found, lean=float(seen.lean), telling=telling, unseen=Unseen(reach, games, changed, span))


def _changed_indices(pairs: Sequence[Pair], outcome: Outcome, games: int) -> int:
    """How many of the first games count for something else in at least one cell."""
    touched = np.zeros(games, np.bool_)
    for pair in pairs:
        touched |= pair.touched(outcome)[:games]
    return int(np.count_nonzero(touched))


# How large a change is in the cells where it is largest: shrunk, because those are picked for being extreme. If a
# change makes all cells harder by one point, the games of single cells show less in some and more in others, and "by
# 0.4 to 1.7 points" tells of luck, not of cells. What is said of the extreme cells is therefore pulled towards the mean
# of all, as far as their games leave it open whether they differ: see `sim.statistics.shrinkage`.


def shrunk_changes(pairs: Sequence[Pair], outcome: Outcome) -> list[float]:
    """The change of every cell, in the order of the pairs. A cell that plays the same games on both sides has changed
    by exactly 0 and tells nothing about the others, nor does one without games."""
    found = [0.0] * len(pairs)
    members = [at for at, pair in enumerate(pairs) if not pair.match.same and pair.games]
    if members:
        changed = [pairs[at] for at in members]
        pools = [pools_of([pair], [], outcome)[0] for pair in changed]
        errors = [pool.standard_error for pool in pools]
        shrunk = shrink([pool.change for pool in pools], errors, None, _correlation(changed, errors, outcome))
        for at, change in zip(members, shrunk.estimates, strict=True):
            found[at] = float(change)
    return found


def _correlation(pairs: Sequence[Pair], errors: Sequence[float], outcome: Outcome) -> float:
    """Of the changes of two cells, in the games that all cells have."""
    [together] = pools_of(pairs, [], outcome)
    games = np.array([pair.games for pair in pairs])
    return common_correlation(np.array(errors) * np.sqrt(games / games.min()), together.standard_error)
