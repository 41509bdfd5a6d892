"""The claims about all cells of a gate: which hold, which are broken, and whether that is enough to stop.

A cell is here one outcome of a cell. A claim is broken if a cell, a group of cells or a whole of several categories
lies outside of it (Holm's correction over all of them). It is kept if
the cell is known to lie inside. At the last look a group may stand in for cells that are not decided: if the mean
change of the group lies inside the claim, each of its cells lies inside a wider one, and none of them alone, without
any correction, shows that it lies outside of its own.

All functions take whole arrays whose last axis are the cells: a gate has one row of them, a self-test thousands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.statistics.sequential import FULL, Evidence

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


class PValues(NamedTuple):
    """What a look says: about each cell and each group, that the claim holds (`outside`) or that it does not
    (`inside`); and about each cell, that it lies outside of the wider claim."""

    outside: Array
    inside: Array
    wide: Array
    group_outside: Array
    group_inside: Array
    whole_outside: Array


@dataclass(frozen=True)
class Claims:
    """The range that is claimed for each cell and each group."""

    low: Array
    high: Array
    wide_low: Array
    wide_high: Array
    member: Flags
    """One row a group, one column a cell."""
    group_low: Array
    group_high: Array
    category: Flags
    """One row a whole of several categories, one column a cell."""

    @classmethod
    def of(
        cls,
        ranges: Sequence[tuple[float, float]],
        room: Sequence[float],
        groups: Sequence[Sequence[int]],
        wholes: Sequence[Sequence[int]] = (),
        reach: ArrayLike = 1.0,
    ) -> "Claims":
        """The claims about cells, how much wider each may be inside a group, the cells of each group and of each whole.
        The cells of a group have one claim. An open end, which is as far as the `reach` of a cell, stays open."""
        low, high = (np.array(ends, float) for ends in zip(*ranges, strict=True))
        extra, member, category = np.array(room, float), _rows(groups, len(ranges)), _rows(wholes, len(ranges))
        first, end = [cells[0] for cells in groups], FULL * np.asarray(reach, float)
        wide = np.maximum(low - extra, -end), np.minimum(high + extra, end)
        return cls(low, high, *wide, member, low[first], high[first], category)

    def weigh(self, cells: Evidence, groups: Evidence, wholes: Array | None = None) -> PValues:
        """The p-values of all claims; those of the wholes are given, if there are any. Wider ones matter at the last
        look only."""
        inside = cells.inside(self.low, self.high)
        none = np.ones((*inside.shape[:-1], 0))
        return PValues(
            cells.outside(self.low, self.high),
            inside,
            cells.inside(self.wide_low, self.wide_high) if cells.last else np.ones_like(inside),
            groups.outside(self.group_low, self.group_high) if len(self.member) else none,
            groups.inside(self.group_low, self.group_high) if len(self.member) else none,
            none if wholes is None else wholes,
        )


def _rows(sets: Sequence[Sequence[int]], cells: int) -> Flags:
    found = np.zeros((len(sets), cells), np.bool_)
    for row, members in enumerate(sets):
        found[row, list(members)] = True
    return found


@dataclass
class ClaimLedger:
    """The claims, and what is known about each."""

    claims: Claims
    risk: float
    """The probability of a false alarm anywhere; and, for each cell, of calling a broken claim kept."""
    runs: tuple[int, ...] = ()
    """How many gate runs are judged at once."""
    outside: Array = field(init=False)
    """The p-value of each claim: of the cells, then of the groups, then of the wholes."""
    inside: Flags = field(init=False)
    """Whether the claim about a cell is known to hold …"""
    as_group: Flags = field(init=False)
    """… or its group stands in for it."""

    def __post_init__(self) -> None:
        groups, cells = self.claims.member.shape
        self.outside = np.ones((*self.runs, cells + groups + len(self.claims.category)))
        self.inside = np.zeros((*self.runs, cells), np.bool_)
        self.as_group = np.zeros((*self.runs, cells), np.bool_)

    def judge(self, seen: PValues, silent: Flags, last: bool) -> None:
        """Take in more games; `silent` cells say nothing. A claim that is known to hold is not tested again."""
        member, category = self.claims.member, self.claims.category
        settled = np.concatenate([self.inside, _every(self.inside, member), _every(self.inside, category)], axis=-1)
        tested = np.concatenate([seen.outside, seen.group_outside, seen.whole_outside], axis=-1)
        self.outside = np.where(settled, self.outside, tested)
        self.inside = self.inside | (seen.inside <= self.risk) & ~silent
        if last:
            fits = self.inside | (seen.wide <= self.risk) & (seen.outside > self.risk) & ~silent
            holds = (seen.group_inside <= self.risk) & _every(fits, member)
            self.as_group = (holds[..., None] & member).any(axis=-2) & ~self.inside

    @property
    def failed(self) -> Flags:
        """Whether some claim is broken: the first step of Holm's procedure."""
        return np.asarray(self.outside.min(axis=-1) * self.outside.shape[-1] <= self.risk)

    @property
    def passed(self) -> Flags:
        """Whether all claims hold."""
        return np.asarray((self.inside | self.as_group).all(axis=-1))


def _every(cells: Flags, sets: Flags) -> Flags:
    """For each set of cells, whether this is true of all of them."""
    return np.asarray((cells[..., None, :] | ~sets).all(axis=-1))
