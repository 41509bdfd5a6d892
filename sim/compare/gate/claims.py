"""The claims about all cells of a gate: which hold, which are broken, and whether that is enough to stop.

A claim is broken if a cell or a group of cells lies outside of it (Holm's correction over all of both). It is kept if
the cell is known to lie inside. At the last look a group may stand in for cells that are not decided: if the mean
change of the group lies inside the claim, each of its cells lies inside a wider one, and none of them alone, without
any correction, shows that it lies outside of its own.

All functions take whole arrays whose last axis are the cells: a gate has one row of them, a self-test thousands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.statistics.sequential import FULL, Evidence, StepCounts

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

    @classmethod
    def of(
        cls, ranges: Sequence[tuple[float, float]], room: Sequence[float], groups: Sequence[Sequence[int]]
    ) -> "Claims":
        """The claims about cells, how much wider each may be inside a group, and the cells of each group. The cells of
        a group have one claim. An open end stays open."""
        low, high = (np.array(ends, float) for ends in zip(*ranges, strict=True))
        extra, member = np.array(room, float), np.zeros((len(groups), len(ranges)), np.bool_)
        for row, cells in enumerate(groups):
            member[row, list(cells)] = True
        first = [cells[0] for cells in groups]
        wide = np.maximum(low - extra, -FULL), np.minimum(high + extra, FULL)
        return cls(low, high, *wide, member, low[first], high[first])

    def weigh(self, cells: Evidence, groups: StepCounts) -> PValues:
        """The p-values of all claims. Wider ones matter at the last look only."""
        inside = cells.inside(self.low, self.high)
        return PValues(
            cells.outside(self.low, self.high),
            inside,
            cells.inside(self.wide_low, self.wide_high) if cells.last else np.ones_like(inside),
            groups.outside(self.group_low, self.group_high),
            groups.inside(self.group_low, self.group_high),
        )


@dataclass
class ClaimLedger:
    """The claims, and what is known about each."""

    claims: Claims
    risk: float
    """The probability of a false alarm anywhere; and, for each cell, of calling a broken claim kept."""
    runs: tuple[int, ...] = ()
    """How many gate runs are judged at once."""
    outside: Array = field(init=False)
    """The p-value of each claim: of the cells, then of the groups."""
    inside: Flags = field(init=False)
    """Whether the claim about a cell is known to hold …"""
    as_group: Flags = field(init=False)
    """… or its group stands in for it."""

    def __post_init__(self) -> None:
        groups, cells = self.claims.member.shape
        self.outside = np.ones((*self.runs, cells + groups))
        self.inside = np.zeros((*self.runs, cells), np.bool_)
        self.as_group = np.zeros((*self.runs, cells), np.bool_)

    def judge(self, seen: PValues, silent: Flags, last: bool) -> None:
        """Take in more games; `silent` cells say nothing. A claim that is known to hold is not tested again."""
        member = self.claims.member
        settled = np.concatenate([self.inside, self._every(self.inside)], axis=-1)
        tested = np.concatenate([seen.outside, seen.group_outside], axis=-1)
        self.outside = np.where(settled, self.outside, tested)
        self.inside = self.inside | (seen.inside <= self.risk) & ~silent
        if last:
            fits = self.inside | (seen.wide <= self.risk) & (seen.outside > self.risk) & ~silent
            holds = (seen.group_inside <= self.risk) & self._every(fits)
            self.as_group = (holds[..., None] & member).any(axis=-2) & ~self.inside

    def _every(self, cells: Flags) -> Flags:
        """For each group, whether this is true of all its cells."""
        return np.asarray((cells[..., None, :] | ~self.claims.member).all(axis=-1))

    @property
    def failed(self) -> Flags:
        """Whether some claim is broken: the first step of Holm's procedure."""
        return np.asarray(self.outside.min(axis=-1) * self.outside.shape[-1] <= self.risk)

    @property
    def passed(self) -> Flags:
        """Whether all claims hold."""
        return np.asarray((self.inside | self.as_group).all(axis=-1))
