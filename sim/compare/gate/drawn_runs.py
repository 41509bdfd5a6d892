"""Gate runs drawn from a pool of games that were really played.

A pool has one row a game index and one column a cell, because cells share their luck. A run draws rows with
replacement, and the gate's own code judges it, look by look.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.compare.gate.claims import Array, ClaimLedger, Claims
from sim.statistics.sequential import ChangeCounts, StepCounts, looks

LOST, GAINED, BOTH = 1, 2, 3
"""The code of a pair: bit 0 is set if it was won before, bit 1 if it was won after."""
Codes = NDArray[np.uint8]

BATCH = 64
"""Gate runs simulated at a time."""


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


def draw_runs(pool: Codes, claims: Claims, risk: float, most: int, runs: int, random: np.random.Generator) -> Ends:
    """Draw gate runs and judge them."""
    cells, values = pool.shape[1], _values(claims)
    kinds = np.concatenate([pool == code for code in (LOST, GAINED, BOTH)], axis=1)
    kinds = np.concatenate([kinds, _group_steps(pool, claims, values)], axis=1).astype(np.float32)
    diverges = bool(kinds[:, : 2 * cells].any())
    failed = passed = 0
    for start in range(0, runs, BATCH):
        batch = min(BATCH, runs - start)
        ledger, done = ClaimLedger(claims, risk, (batch,)), 0
        counted = np.zeros((batch, kinds.shape[1]))
        ends = np.zeros((2, batch), np.bool_)
        for games in looks(most):
            counted += _drawn(kinds, games - done, batch, random)
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


def _values(claims: Claims) -> Array:
    """The steps that each group can make: −1, …, 0, …, +1; smaller groups are filled up with steps of 0."""
    sizes = claims.member.sum(axis=1)
    values = np.zeros((len(sizes), 2 * int(sizes.max(initial=0)) + 1))
    for row, size in enumerate(sizes):
        values[row, : 2 * size + 1] = np.arange(-size, size + 1) / size
    return values


def _group_steps(pool: Codes, claims: Claims, values: Array) -> NDArray[np.bool_]:
    """For every row and group, which of its steps it makes."""
    moves = (pool >> 1).astype(np.int64) - (pool & 1)
    sums = moves @ claims.member.T.astype(np.int64) + claims.member.sum(axis=1)
    return np.asarray(sums[..., None] == np.arange(values.shape[1])).reshape(len(pool), -1)


def _drawn(kinds: NDArray[np.float32], games: int, runs: int, random: np.random.Generator) -> Array:
    """How often each run drew each kind."""
    draws = (random.integers(len(kinds), size=games) for _ in range(runs))
    weights = np.stack([np.bincount(drawn, minlength=len(kinds)) for drawn in draws]).astype(np.float32)
    return (weights @ kinds).astype(np.float64)
