"""What a gate run counts: for each kind of outcome, of group and of whole, sums over games, and what they say.

A run at full effort draws a quarter of a million games. Their sums are enough, so games are drawn in bundles whose sums
are known.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray

from engine.game.outcomes import Mean, Share
from sim.compare.gate.self_test.pools import Pool, Values
from sim.compare.gate.stopping_rule import Claims
from sim.compare.pairs import reach_of, widths_of
from sim.statistics.categories import whole_moved
from sim.statistics.paired_means import MeanCounts, Moments, PairedMean
from sim.statistics.paired_ratios import PairedRatio, power_sums, ratio_lean, side_moves
from sim.statistics.sequential import Array, ChangeCounts, Evidence, OneLook, StepCounts, step_values
from sim.statistics.unseen import Unseen

Flags = NDArray[np.bool_]
Rows = NDArray[np.int64]


class Counted(ABC):
    """Sums over games about some claims that stand side by side."""

    claims: int
    """How many claims."""
    width: int
    """How many sums."""

    @abstractmethod
    def sums(self, rows: Rows) -> Array:
        """Over these rows of the pool."""

    @abstractmethod
    def turned(self, sums: Array) -> Array:
        """The sums if the sides are exchanged."""

    @abstractmethod
    def evidence(self, sums: Array, games: int, last: bool) -> Evidence:
        """What the sums of many runs say, one row a run."""

    def alike(self, sums: Array, games: int) -> Flags:
        """Whether all games count for the same on both sides."""
        return np.zeros((len(sums), self.claims), np.bool_)


class ShareCounts(Counted):
    """How many games of shares were lost by the change, gained, and counted on both sides."""

    def __init__(self, before: Values, after: Values) -> None:
        was, now = before == 1, after == 1
        self._kinds = np.concatenate([was & ~now, ~was & now, was & now], axis=1).astype(np.uint8)
        self.claims, self.width = before.shape[1], self._kinds.shape[1]

    def sums(self, rows: Rows) -> Array:
        return np.asarray(self._kinds[rows].sum(axis=0, dtype=np.int64), np.float64)

    def turned(self, sums: Array) -> Array:
        lost, gained, both = np.split(sums, 3, axis=-1)
        return np.concatenate([gained, lost, both], axis=-1)

    def evidence(self, sums: Array, games: int, last: bool) -> Evidence:
        lost, gained, _ = np.split(sums, 3, axis=-1)
        return ChangeCounts(gained, lost, np.full_like(lost, games), last)

    def alike(self, sums: Array, games: int) -> Flags:
        lost, gained, both = np.split(sums, 3, axis=-1)
        return np.asarray((lost + gained == 0) & ((both == 0) | (both == games)))


class StepSums(Counted):
    """Groups of shares: how many indices made each step."""

    def __init__(self, moves: Values, member: Flags) -> None:
        self._sizes = member.sum(axis=1)
        self._values = step_values(self._sizes.tolist())
        self._steps = moves @ member.T.astype(np.int64) + self._sizes
        self.claims, self.width = len(member), self._values.size

    def sums(self, rows: Rows) -> Array:
        wide = self._values.shape[1]
        places = self._steps[rows] + wide * np.arange(self.claims)
        return np.bincount(places.ravel(), minlength=self.width).astype(np.float64)

    def turned(self, sums: Array) -> Array:
        steps = sums.reshape(*sums.shape[:-1], *self._values.shape).copy()
        for row, size in enumerate(self._sizes):
            steps[..., row, : 2 * size + 1] = steps[..., row, : 2 * size + 1][..., ::-1].copy()
        return steps.reshape(sums.shape)

    def evidence(self, sums: Array, games: int, last: bool) -> Evidence:
        return StepCounts(sums.reshape(len(sums), *self._values.shape), self._values, last)


class MeanSums(Counted):
    """A mean with bounds, or a group of such: how many games made each step."""

    claims = 1

    def __init__(self, before: Values, after: Values, scale: float, reach: float) -> None:
        pairs = PairedMean.of(before, after, scale, reach)
        steps = np.unique(np.concatenate([pairs.steps, -pairs.steps]))
        self._codes = np.searchsorted(steps, after - before)
        self._values, self._imagined, self._reach = steps / scale, pairs.imagined, reach
        self._alike, self.width = not pairs.informative, len(steps)

    def sums(self, rows: Rows) -> Array:
        return np.bincount(self._codes[rows], minlength=self.width).astype(np.float64)

    def turned(self, sums: Array) -> Array:
        return sums[..., ::-1]

    def evidence(self, sums: Array, games: int, last: bool) -> Evidence:
        return MeanCounts(sums[:, None, :], self._values, last, self._reach, np.asarray(self._imagined))

    def alike(self, sums: Array, games: int) -> Flags:
        return np.full((len(sums), 1), self._alike)


class MomentSums(Counted):
    """A mean without bounds: sums of the differences, of their squares and of their cubes, and how many changed."""

    claims, width = 1, 4

    def __init__(self, before: Values, after: Values, scale: float) -> None:
        pairs = PairedMean.of(before, after, scale)
        steps = (after - before) / scale
        self._powers = np.stack([steps, steps**2, steps**3, steps != 0], axis=1)
        self._imagined, self._alike, self._span = pairs.imagined, not pairs.informative, pairs.span

    def sums(self, rows: Rows) -> Array:
        return np.asarray(self._powers[rows].sum(axis=0))

    def turned(self, sums: Array) -> Array:
        return np.asarray(sums * np.array([-1.0, 1.0, -1.0, 1.0]))

    def evidence(self, sums: Array, games: int, last: bool) -> Evidence:
        total, squares, cubes, changed = (sums[:, [at]] for at in range(4))
        seen = Moments.of_sums(np.full_like(total, games), total, squares, cubes, self._imagined)
        telling = np.where(changed > 0, changed + 1, games)
        return OneLook(seen.mean, seen.error, seen.lean, telling, last, Unseen(inf, games, changed, self._span))

    def alike(self, sums: Array, games: int) -> Flags:
        return np.full((len(sums), 1), self._alike)


class RatioSums(Counted):
    """A mean over another column: sums of both on both sides, of their products of two and of three, and how many games
    changed."""

    claims, width = 1, 4 + 16 + 64 + 1

    def __init__(
        self,
        before: tuple[Values, Values],
        after: tuple[Values, Values],
        scale: float,
        widths: tuple[float, float],
    ) -> None:
        pairs = PairedRatio.of(before, after, scale, widths)
        self._four = np.stack([before[0] / scale, before[1], after[0] / scale, after[1]], axis=1)
        self._changed = (before[0] != after[0]) | (before[1] != after[1])
        self._imagined, self._alike = pairs.imagined, not pairs.informative
        self._reach, self._span = pairs.reach, pairs.span

    def sums(self, rows: Rows) -> Array:
        parts = power_sums(self._four[rows])
        return np.concatenate([*(part.ravel() for part in parts), [np.count_nonzero(self._changed[rows])]])

    def turned(self, sums: Array) -> Array:
        other = [2, 3, 0, 1]
        four, products, triples, changed = self._parts(sums)
        sides = (
            four[..., other],
            products[..., other, :][..., other],
            triples[..., other, :, :][..., other, :][..., other],
        )
        return np.concatenate([*(side.reshape(*sums.shape[:-1], -1) for side in sides), changed], axis=-1)

    def evidence(self, sums: Array, games: int, last: bool) -> Evidence:
        four, products, triples, changed = self._parts(sums)
        first, second = side_moves(games, four)
        move = second - first
        variance = np.maximum(np.einsum("ra,rab,rb->r", move, products, move), 0.0) / games
        variance += 2 * self._imagined**2 / games
        lean = np.where(changed[:, 0] > 0, ratio_lean(games, four, triples, variance), 0.0)
        seen = four[:, 2] / four[:, 3] - four[:, 0] / four[:, 1]
        number = np.full((len(sums), 1), float(games))
        error = np.sqrt(variance / games)[:, None]
        unseen = Unseen(self._reach, games, changed, self._span)
        return OneLook(seen[:, None], error, lean[:, None], number, last, unseen)

    def _parts(self, sums: Array) -> tuple[Array, Array, Array, Array]:
        four, products, triples, changed = np.split(sums, [4, 20, 84], axis=-1)
        shape = sums.shape[:-1]
        return four, products.reshape(*shape, 4, 4), triples.reshape(*shape, 4, 4, 4), changed

    def alike(self, sums: Array, games: int) -> Flags:
        return np.full((len(sums), 1), self._alike)


class WholeCounts:
    """Several categories of one whole: how many games were of which before and after."""

    def __init__(self, before: Values, after: Values, low: Array, high: Array) -> None:
        numbers = np.arange(1, before.shape[1] + 1)
        self._size, self._ends = before.shape[1] + 1, (low, high)
        self._codes = (before @ numbers) * self._size + after @ numbers
        self.width = self._size**2

    def sums(self, rows: Rows) -> Array:
        return np.bincount(self._codes[rows], minlength=self.width).astype(np.float64)

    def turned(self, sums: Array) -> Array:
        table = sums.reshape(*sums.shape[:-1], self._size, self._size)
        return np.swapaxes(table, -1, -2).reshape(sums.shape)

    def outside(self, sums: Array, last: bool) -> Array:
        """For each run, the p-value of the claims about all categories."""
        if not last:
            return np.ones(len(sums))
        tables = sums.reshape(-1, self._size, self._size)
        return np.array([min(1.0, 2 * whole_moved(table, *self._ends)) for table in tables])


def counted_cells(pool: Pool) -> list[Counted]:
    """What is counted about the outcomes of a pool, in the order of its columns: shares come first."""
    shares = [at for at, outcome in enumerate(pool.outcomes) if isinstance(outcome, Share)]
    if shares != list(range(len(shares))):
        raise ValueError("expected the shares of a pool before its means")
    found: list[Counted] = [ShareCounts(pool.before[:, shares], pool.after[:, shares])] if shares else []
    for at in range(len(shares), pool.cells):
        outcome, before, after = pool.outcomes[at], pool.before[:, at], pool.after[:, at]
        if not isinstance(outcome, Mean):
            continue
        if outcome.over and pool.under is not None:
            old, new = (side[:, at] for side in pool.under)
            found.append(RatioSums((before, old), (after, new), outcome.scale, widths_of(outcome)))
        elif reach_of(outcome) == inf:
            found.append(MomentSums(before, after, outcome.scale))
        else:
            found.append(MeanSums(before, after, outcome.scale, reach_of(outcome)))
    return found


def counted_groups(pool: Pool, member: Flags) -> list[Counted]:
    """The same about groups: those of shares come first."""
    of_shares = [isinstance(pool.outcomes[int(np.flatnonzero(row)[0])], Share) for row in member]
    shares = member[of_shares]
    found: list[Counted] = [StepSums(pool.after - pool.before, shares)] if len(shares) else []
    for row in member[[not share for share in of_shares]]:
        cells = np.flatnonzero(row)
        outcome = pool.outcomes[int(cells[0])]
        scale = (outcome.scale if isinstance(outcome, Mean) else 1) * len(cells)
        before, after = (side[:, cells].sum(axis=1) for side in (pool.before, pool.after))
        found.append(MeanSums(before, after, scale, reach_of(outcome)))
    return found


def counted_wholes(pool: Pool, claims: Claims) -> list[WholeCounts]:
    """The same about wholes of several categories."""
    rows: Sequence[Flags] = list(claims.category)
    return [WholeCounts(pool.before[:, row], pool.after[:, row], claims.low[row], claims.high[row]) for row in rows]
