"""What the games of a ladder prove: gains with intervals that hold all together.

All comparisons of a ladder are one family. Each interval leaves a risk of 1 % divided by their number (Bonferroni), so
that with 99 % no interval misses its gain, whichever of them a sentence picks: the extreme ones, the adjacent ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import inf, isfinite, sqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.compare.pooled_change import PooledChange
from sim.ladder.contest import Bout, Bouts
from sim.ladder.result import MOST_SEATS, RISK
from sim.statistics.paired_means import Moments
from sim.statistics.unseen import Unseen

Key = TypeVar("Key")
Values = NDArray[np.float64]


def each_risk(comparisons: int) -> float:
    """The risk that one interval may leave if all of them are to hold together."""
    return RISK / max(comparisons, 1)


def interval_of(change: PooledChange, comparisons: int) -> tuple[float | None, float | None]:
    """The interval of a gain among so many, within what a game can count for; no end where too few games changed to
    tell one."""
    reach = float(np.asarray(change.unseen.reach))
    low, high = np.clip(change.interval(1 - each_risk(comparisons)), -reach, reach).tolist()
    return low if isfinite(low) else None, high if isfinite(high) else None


def gain_of(bouts: Sequence[Bout], parts: float) -> PooledChange:
    """The mean of all cells. Games with the same index share their luck, and are one observation."""
    return _judged(_means(bouts, parts), bouts, max(bout.reach for bout in bouts))


def by_players(bouts: Sequence[Bout]) -> dict[int, list[Bout]]:
    """The cells of each number of players."""
    found: dict[int, list[Bout]] = {}
    for bout in bouts:
        found.setdefault(bout.players, []).append(bout)
    return found


def by_seat(bouts: Sequence[Bout], parts: float) -> dict[int, PooledChange]:
    """The gain in each seat, from 1 on, of cells with the same number of players; none if no seats were drawn, or too
    many to compare."""
    seats = bouts[0].seats
    if seats is None or not 2 <= bouts[0].players <= MOST_SEATS:
        return {}
    means, reach = _means(bouts, parts), max(bout.reach for bout in bouts)
    drawn = seats[: len(means)]
    return {seat + 1: _judged(means[drawn == seat], bouts, reach) for seat in np.unique(drawn).tolist()}


def players_apart(groups: Mapping[int, Sequence[Bout]], parts: float) -> dict[tuple[int, int], PooledChange]:
    """How much more is gained with one number of players than with another, on the same luck."""
    found = {}
    for more, less in combinations(groups, 2):
        ours, theirs = (_means(groups[size], parts) for size in (more, less))
        games = min(len(ours), len(theirs))
        bouts = [*groups[more], *groups[less]]
        found[more, less] = _judged(ours[:games] - theirs[:games], bouts, 2 * max(bout.reach for bout in bouts))
    return found


def seats_apart(gains: Mapping[int, PooledChange]) -> dict[tuple[int, int], PooledChange]:
    """How much more is gained in one seat than in another: of different games."""
    return {(one, other): _apart(gains[one], gains[other]) for one, other in combinations(gains, 2)}


def ordered(names: Sequence[str], bouts: Bouts, gain: Callable[[Sequence[Bout]], PooledChange]) -> list[str]:
    """The rungs from the lowest to the highest: by how many of those that they met they are better than, then by how
    much. One is better than another if it gains more among players of the other than the other gains among its own."""
    apart = {
        (one, other): gain(bouts[one, other]).change - gain(bouts[other, one]).change
        for one, other in bouts
        if (other, one) in bouts
    }

    def height(name: str) -> tuple[float, float]:
        met = [apart[name, other] for other in names if (name, other) in apart]
        return (
            sum((each > 0) - (each < 0) for each in met) / max(len(met), 1),
            sum(met) / max(len(met), 1),
        )

    return sorted(names, key=height)


def _means(bouts: Sequence[Bout], parts: float) -> Values:
    games = min(len(bout.steps) for bout in bouts)
    sums = np.sum([bout.steps[:games] for bout in bouts], axis=0)
    return np.asarray(sums / (len(bouts) * parts), np.float64)


def _judged(values: Values, bouts: Sequence[Bout], reach: float) -> PooledChange:
    games = len(values)
    if not games:
        return PooledChange({}, len(bouts), 0, 0.0, reach)
    seen = Moments.of_numbers(values, max(bout.imagined for bout in bouts))
    changed = int(np.count_nonzero(values))
    found = PooledChange({}, len(bouts), changed, float(seen.mean), float(seen.error))
    if all(bout.is_share for bout in bouts):
        # As in `sim.compare.pooled_change`: what is imagined is enough for an interval.
        return replace(found, unseen=Unseen(reach, games, inf))
    telling = changed + 1 if changed else games
    return replace(found, lean=float(seen.lean), telling=telling, unseen=Unseen(reach, games, changed))


def _apart(one: PooledChange, other: PooledChange) -> PooledChange:
    error = sqrt(one.standard_error**2 + other.standard_error**2)
    reach, games, changed = (np.asarray([each.unseen[at] for each in (one, other)], float) for at in range(3))
    unseen = Unseen(float(reach.sum()), float(games.min()), float(changed.min()))
    telling = min(one.telling, other.telling)
    return PooledChange(
        {}, 1, one.diverged + other.diverged, one.change - other.change, error, telling=telling, unseen=unseen
    )
