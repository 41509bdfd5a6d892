"""Statistics of pairs for a ratio of sums, Σx / Σy: worth for each hour, before and after a change.

By the delta method: as long as games are many, each game moves a ratio by (x − r·y) over the mean of y. A game moves
the difference of the two ratios by what it moves the one less what it moves the other, so games are paired as usual.
Sums of the four numbers of a game, and of their products of two and of three, are all that is needed. Those of three
tell how far the differences lean to one side: see `sim.statistics.skewness`.
"""

from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from sim.statistics.intervals import CONFIDENCE, Interval
from sim.statistics.paired import POWER
from sim.statistics.sequential import Array, Evidence, OneLook
from sim.statistics.skewness import mean_interval
from sim.statistics.unseen import Unseen, smallest_seen, widened

Whole = NDArray[np.int64]

ROUNDING = 1e-12
"""A variance that is a smaller part of a squared ratio is none."""


@dataclass(frozen=True)
class PairedRatio:
    """A ratio of the same games before and after a change."""

    games: int
    fell: int
    rose: int
    changed: int
    """Those with another x or y, even if the ratio is the same."""
    sums: Array
    """Of x and y before, of x and y after; x in units."""
    products: Array
    """Sums of the products of two of these four …"""
    triples: Array
    """… and of three."""
    lowest: Array
    """Of each of the four …"""
    highest: Array
    widths: tuple[float, float] = (inf, 0.0)
    """How far apart two values of x can be, in units, and two of y. The first is infinite if no bounds are known; the
    second is 0 if only those of x are."""

    @classmethod
    def of(
        cls,
        before: tuple[Whole, Whole],
        after: tuple[Whole, Whole],
        scale: float = 1.0,
        widths: tuple[float, float] = (inf, 0.0),
    ) -> Self:
        """From x and y of each game, on both sides."""
        (x, y), (new_x, new_y) = before, after
        four = np.stack([x / scale, y, new_x / scale, new_y], axis=-1)
        changed = int(np.count_nonzero((x != new_x) | (y != new_y)))
        fell, rose = (int(np.count_nonzero(sign * (new_x * y - x * new_y) > 0)) for sign in (-1, 1))
        ends = four.min(axis=0, initial=inf), four.max(axis=0, initial=-inf)
        return cls(len(x), fell, rose, changed, *power_sums(four), *ends, widths)

    @property
    def before(self) -> float:
        return float(self.sums[0] / max(self.sums[1], 1.0))

    @property
    def after(self) -> float:
        return float(self.sums[2] / max(self.sums[3], 1.0))

    @property
    def difference(self) -> float:
        return self.after - self.before

    @property
    def informative(self) -> bool:
        """They say nothing if nothing was counted on a side, or if every game has the same ratio on both."""
        rounding = ROUNDING * (self.before**2 + self.after**2)
        return self._speaks and (self.changed > 0 or max(self._sides) > rounding)

    @property
    def counts_nothing(self) -> bool:
        """Whether there is nothing to divide by, on either side: a role that is in no game."""
        return self.games > 0 and not bool(self.sums[1] or self.sums[3])

    @property
    def _speaks(self) -> bool:
        return self.games > 0 and bool(self.sums[1] > 0 and self.sums[3] > 0)

    @property
    def _sides(self) -> tuple[float, float]:
        """The variance that a game's part in the ratio has on each side."""
        first, second = side_moves(self.games, self.sums)
        return tuple(max(float(move @ self.products @ move) / self.games, 0.0) for move in (first, second))  # type: ignore[return-value]

    @property
    def _paired(self) -> float:
        first, second = side_moves(self.games, self.sums)
        move = second - first
        return max(float(move @ self.products @ move) / self.games, 0.0)

    @property
    def reach(self) -> float:
        """The most by which a game can move the difference; infinite if no bounds are known."""
        return self._moved_by(*self.widths)

    @property
    def span(self) -> float:
        low, high = (ends.reshape(2, 2) for ends in (self.lowest, self.highest))
        return self._moved_by(*(high.max(axis=0) - low.min(axis=0)).tolist())

    def _moved_by(self, numerator: float, denominator: float) -> float:
        """How far a game moves the difference whose x and y lie so far from those of another."""
        if not self._speaks:
            return inf
        under = min(float(self.sums[1]), float(self.sums[3])) / self.games
        return (numerator + max(abs(self.before), abs(self.after)) * denominator) / under

    @property
    def imagined(self) -> float:
        return sqrt(self._paired * self.games / self.changed if self.changed else sum(self._sides) / 2)

    @property
    def variance(self) -> float:
        return self._paired + 2 * self.imagined**2 / self.games

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        return sqrt(self.variance / self.games) if self._speaks else inf

    @property
    def lean(self) -> float:
        """How far the differences of games lean to one side, over the root of the number of games."""
        if not self.changed or not self._speaks:
            return 0.0
        return float(ratio_lean(self.games, self.sums, self.triples, np.asarray(self.variance)))

    @property
    def _fixed(self) -> OneLook:
        """What the games say, at a number of them that was fixed in advance."""
        return OneLook(self.difference, self.error, self.lean, self.games, True, self._unseen)

    @property
    def _unseen(self) -> Unseen:
        return Unseen(self.reach, self.games, self.changed, self.span)

    @property
    def moved(self) -> float:
        return float(self._fixed.outside(0.0, 0.0))

    @property
    def variance_left(self) -> float | None:
        unpaired = sum(self._sides)
        return self._paired / unpaired if unpaired else None

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        if not self._speaks:
            return -inf, inf
        plain = mean_interval(self.difference, self.error, self.lean, self.games, confidence)
        return widened(plain, self._unseen, confidence)

    def held(self, margin: float) -> float:
        return float(self._fixed.inside(-margin, margin))

    def smallest_visible(self, risk: float, power: float = POWER) -> float:
        return smallest_seen(float(ndtri(1 - risk / 2) + ndtri(power)) * self.error, self._unseen, power)

    def evidence(self, last: bool) -> Evidence:
        return replace(self._fixed, last=last)

    def plus(self, more: Self) -> Self:
        return type(self)(
            self.games + more.games,
            self.fell + more.fell,
            self.rose + more.rose,
            self.changed + more.changed,
            self.sums + more.sums,
            self.products + more.products,
            self.triples + more.triples,
            np.minimum(self.lowest, more.lowest),
            np.maximum(self.highest, more.highest),
            self.widths,
        )


def power_sums(four: Array) -> tuple[Array, Array, Array]:
    """Sums of the four numbers of games, of their products of two, and of those of three; one row a game."""
    pairs = (four[:, :, None] * four[:, None, :]).reshape(len(four), 16)
    return four.sum(axis=0), four.T @ four, (pairs.T @ four).reshape(4, 4, 4)


def ratio_lean(games: ArrayLike, sums: Array, triples: Array, variance: Array) -> Array:
    """How far what games do to the difference of two ratios leans to one side, over the root of the number of games.
    The parts of all games add up to nothing, so their third moment is the plain one."""
    first, second = side_moves(games, sums)
    move, number = second - first, np.asarray(games, np.float64)
    third = np.einsum("...abc,...a,...b,...c->...", triples, move, move, move) / number
    return np.asarray(third / variance**1.5 / np.sqrt(number))


def side_moves(games: ArrayLike, sums: Array) -> tuple[Array, Array]:
    """By how much x and y of a game move the ratio before and that after: factors of its four numbers. The last axis
    of the sums are these; other axes are simulated games."""
    number = np.asarray(games, np.float64)
    moves = []
    for x, y in ((0, 1), (2, 3)):
        whole = np.maximum(sums[..., y], 1e-300)
        move = np.zeros_like(sums)
        move[..., x], move[..., y] = number / whole, -sums[..., x] / whole * number / whole
        moves.append(move)
    return moves[0], moves[1]
