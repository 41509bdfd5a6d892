"""Gate runs drawn from a pool of games that were really played.

A run draws rows with replacement, and the gate's own code judges it, look by look. A run at full effort draws a quarter
of a million rows, so they are drawn in bundles: a thousand bundles of a thousand rows are added up once, and runs draw
bundles.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sim.compare.gate.self_test.counting import (
    Counted,
    Flags,
    WholeCounts,
    counted_cells,
    counted_groups,
    counted_wholes,
)
from sim.compare.gate.self_test.pools import Pool
from sim.compare.gate.stopping_rule import Array, ClaimLedger, Claims
from sim.statistics.sequential import FIRST_LOOK, Evidence, Together, looks

BATCH = 64
"""Gate runs simulated at a time."""
BUNDLE = FIRST_LOOK
"""Rows in a bundle; looks are whole numbers of them."""
BUNDLES = 1024


class Ends(NamedTuple):
    """How many gate runs failed, and how many passed."""

    failed: int
    passed: int


class Sums:
    """All sums over games that the claims about a pool need, side by side."""

    def __init__(self, pool: Pool, claims: Claims) -> None:
        self.claims = claims
        self.cells = counted_cells(pool)
        self.groups = counted_groups(pool, claims.member)
        self.wholes = counted_wholes(pool, claims)
        self._ends = np.cumsum([0, *(part.width for part in self.parts)])

    @property
    def parts(self) -> list[Counted | WholeCounts]:
        return [*self.cells, *self.groups, *self.wholes]

    def bundles(self, rows: int, random: np.random.Generator) -> Array:
        """The sums of many bundles of rows that are drawn from so many."""
        drawn = (random.integers(rows, size=BUNDLE) for _ in range(BUNDLES))
        return np.stack([np.concatenate([part.sums(bundle) for part in self.parts]) for bundle in drawn])

    def turned(self, sums: Array) -> Array:
        """The sums if the sides are exchanged."""
        return np.concatenate(
            [part.turned(each) for part, each in zip(self.parts, self._split(sums), strict=True)], axis=-1
        )

    def judge(self, ledger: ClaimLedger, sums: Array, games: int, diverges: bool, last: bool) -> None:
        """What the sums of many runs say, after so many games."""
        each = self._split(sums)
        cells, rest = each[: len(self.cells)], each[len(self.cells) :]
        groups, wholes = rest[: len(self.groups)], rest[len(self.groups) :]
        outside = [part.outside(own, last) for part, own in zip(self.wholes, wholes, strict=True)]
        seen = self.claims.weigh(
            _evidence(self.cells, cells, games, last),
            _evidence(self.groups, groups, games, last),
            np.stack(outside, axis=-1) if outside else None,
        )
        alike = [part.alike(own, games) for part, own in zip(self.cells, cells, strict=True)]
        silent: Flags = np.concatenate(alike, axis=-1) & diverges
        ledger.judge(seen, silent, last)

    def _split(self, sums: Array) -> list[Array]:
        return [sums[..., first:last] for first, last in pairwise(self._ends)]


def draw_runs(
    pool: Pool, claims: Claims, risk: float, most: int, runs: int, random: np.random.Generator, fair: bool = False
) -> Ends:
    """Draw gate runs and judge them. In a `fair` pool the sides were tossed: bundles are drawn both ways round, too, so
    that they hold exactly no difference."""
    kept = Sums(pool, claims)
    bundles = kept.bundles(len(pool), random)
    if fair:
        bundles = np.concatenate([bundles, kept.turned(bundles)])
    diverges = bool(pool.changed().any())
    most = -(-most // BUNDLE) * BUNDLE
    failed = passed = 0
    for start in range(0, runs, BATCH):
        batch = min(BATCH, runs - start)
        ledger, done = ClaimLedger(claims, risk, (batch,)), 0
        counted = np.zeros((batch, bundles.shape[1]))
        ends = np.zeros((2, batch), np.bool_)
        for games in looks(most):
            for chosen in random.integers(len(bundles), size=(batch, (games - done) // BUNDLE)).T:
                counted += bundles[chosen]
            done, last = games, games == most
            kept.judge(ledger, counted, games, diverges, last)
            going = ~ends.any(axis=0)
            ends[0] |= going & ledger.failed
            ends[1] |= going & ledger.passed & ~ledger.failed
            if ends.any(axis=0).all():
                break
        failed, passed = failed + int(ends[0].sum()), passed + int(ends[1].sum())
    return Ends(failed, passed)


def _evidence(parts: Sequence[Counted], sums: Sequence[Array], games: int, last: bool) -> Evidence:
    found = [part.evidence(own, games, last) for part, own in zip(parts, sums, strict=True)]
    return Together(found, [part.claims for part in parts], last)
