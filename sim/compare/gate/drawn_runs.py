"""Gate runs drawn from a pool of games that were really played.

A pool has one row a game index and one column a cell, because cells share their luck. A run draws rows with
replacement, and the gate's own code judges it, look by look. A run at full effort draws a quarter of a million rows, so
they are drawn in bundles: a thousand bundles of a thousand rows are added up once, and runs draw bundles.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.compare.gate.claims import Array, ClaimLedger, Claims
from sim.statistics.sequential import FIRST_LOOK, ChangeCounts, StepCounts, looks, step_values

LOST, GAINED, BOTH = 1, 2, 3
"""The code of a pair: bit 0 is set if it was won before, bit 1 if it was won after."""
Codes = NDArray[np.uint8]

BATCH = 64
"""Gate runs simulated at a time."""
BUNDLE = FIRST_LOOK
"""Rows in a bundle; looks are whole numbers of them."""
BUNDLES = 1024


class Ends(NamedTuple):
    """How many gate runs failed, and how many passed."""

    failed: int
    passed: int


def tossed(pool: Codes) -> Codes:
    """Every row both ways round, so that there is no difference between the sides, whatever the games were."""
    return np.concatenate([pool, (pool >> 1) | (pool & 1) << 1]).astype(np.uint8)


def thinned(pool: Codes, share: float, random: np.random.Generator) -> Codes:
    """The pool with only this share of its rows changed; in the others the new side ends as the old one did."""
    old = pool & 1
    return np.where((random.random(len(pool)) < share)[:, None], pool, old * BOTH).astype(np.uint8)


def worsened(pool: Codes, cells: list[int], share: float, random: np.random.Generator) -> Codes:
    """The pool with wins of the new side turned into losses, in these cells, at random: as many as this share of all
    games."""
    changed, count = pool.copy(), round(share * len(pool))
    for cell in cells:
        wins = np.flatnonzero(changed[:, cell] & GAINED)
        changed[random.choice(wins, min(count, len(wins)), replace=False), cell] &= LOST
    return changed


def changed_shares(pool: Codes) -> Array:
    """The share of changed results in each cell."""
    return np.asarray(((pool == LOST) | (pool == GAINED)).mean(axis=0))


def draw_runs(
    pool: Codes, claims: Claims, risk: float, most: int, runs: int, random: np.random.Generator, fair: bool = False
) -> Ends:
    """Draw gate runs and judge them. In a `fair` pool the sides were tossed: bundles are drawn both ways round, too, so
    that they hold exactly no difference."""
    cells, values = pool.shape[1], step_values(claims.member.sum(axis=1).tolist())
    kinds = np.concatenate([pool == code for code in (LOST, GAINED, BOTH)], axis=1)
    kinds = np.concatenate([kinds, _group_steps(pool, claims, values)], axis=1)
    bundles = _bundles(kinds, random)
    if fair:
        bundles = np.concatenate([bundles, bundles[:, _turned(cells, claims, values)]])
    diverges = bool(kinds[:, : 2 * cells].any())
    most = -(-most // BUNDLE) * BUNDLE
    failed = passed = 0
    for start in range(0, runs, BATCH):
        batch = min(BATCH, runs - start)
        ledger, done = ClaimLedger(claims, risk, (batch,)), 0
        counted = np.zeros((batch, bundles.shape[1]))
        ends = np.zeros((2, batch), np.bool_)
        for games in looks(most):
            counted += bundles[random.integers(len(bundles), size=(batch, (games - done) // BUNDLE))].sum(axis=1)
            done, last = games, games == most
            lost, gained, both = (counted[:, at * cells : (at + 1) * cells] for at in range(3))
            steps = counted[:, 3 * cells :].reshape(batch, *values.shape)
            alike = (lost + gained == 0) & ((both == 0) | (both == games))
            evidence = ChangeCounts(gained, lost, np.full_like(lost, games), last)
            ledger.judge(claims.weigh(evidence, StepCounts(steps, values, last)), alike & diverges, last)
            going = ~ends.any(axis=0)
            ends[0] |= going & ledger.failed
            ends[1] |= going & ledger.passed & ~ledger.failed
            if ends.any(axis=0).all():
                break
        failed, passed = failed + int(ends[0].sum()), passed + int(ends[1].sum())
    return Ends(failed, passed)


def _group_steps(pool: Codes, claims: Claims, values: Array) -> NDArray[np.bool_]:
    """For every row and group, which of its steps it makes."""
    moves = (pool >> 1).astype(np.int64) - (pool & 1)
    sums = moves @ claims.member.T.astype(np.int64) + claims.member.sum(axis=1)
    return np.asarray(sums[..., None] == np.arange(values.shape[1])).reshape(len(pool), -1)


def _bundles(kinds: NDArray[np.bool_], random: np.random.Generator) -> Array:
    """How often each kind was drawn, for each bundle."""
    small = kinds.astype(np.uint8)
    drawn = (small[random.integers(len(small), size=BUNDLE)].sum(axis=0, dtype=np.int64) for _ in range(BUNDLES))
    return np.stack(list(drawn)).astype(np.float64)


def _turned(cells: int, claims: Claims, values: Array) -> NDArray[np.int64]:
    """Where each kind is found if the sides are exchanged: lost is gained, and a group steps the other way."""
    places = np.arange(3 * cells)
    swapped = np.concatenate([places[cells : 2 * cells], places[:cells], places[2 * cells :]])
    steps = 3 * cells + np.arange(values.size).reshape(values.shape)
    for row, size in enumerate(claims.member.sum(axis=1)):
        steps[row, : 2 * size + 1] = steps[row, : 2 * size + 1][::-1]
    return np.concatenate([swapped, steps.ravel()])
