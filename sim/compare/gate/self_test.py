"""The error rates of the gate, measured on the real engine: how often it fails where nothing changed, how often it
passes an unchanged game, how often it finds a planted change.

For each kind of pair one pool of whole games is played, and gate runs are drawn from it by resampling games, with the
same game in all cells, because cells share their luck. Pairs without a difference that do diverge come from the same
game with another seed on one side. Each pair is in the pool both ways round, so that there is no difference whatever
the games were.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import FatecastError
from engine.game.parts import content_of
from sim.compare.gate.baseline import BaselinePair
from sim.compare.gate.claims import ClaimLedger
from sim.compare.pairs import Pair, match_variant, play_pairs
from sim.experiment.changes import variant
from sim.experiment.experiment import ResolvedExperiment
from sim.play.options import PlayOptions
from sim.play.outcome_cache import OutcomeCache, SeededCell, outcome_cache
from sim.play.outcomes import Outcomes
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.sequential import ChangeCounts, looks

POOL = 16_384
"""Games of each cell."""
REKEYED = 1 << 32
"""Added to the seed to get other luck."""
PLANTED = 0.01
FIRST_GUESS, TRIES = 0.002, 3
BATCH = 64
"""Gate runs simulated at a time."""
LEAST_PASSES, LEAST_POWER = 0.99, 0.95

LOST, GAINED, BOTH = 1, 2, 3
"""The code of a pair: bit 0 is set if it was won before, bit 1 if it was won after."""
Codes = NDArray[np.uint8]


@dataclass(frozen=True)
class ObservedShare:
    """How many of some gate runs."""

    some: int
    of: int

    @property
    def value(self) -> float:
        """The share of them."""
        return self.some / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """The exact interval of Clopper and Pearson."""
        from scipy.stats import binomtest  # takes a second to import, and only this needs it

        exact = binomtest(self.some, self.of).proportion_ci(CONFIDENCE, "exact")
        return float(exact.low), float(exact.high)


@dataclass(frozen=True)
class GateErrorRates:
    """What the self-test measured."""

    false_alarms: ObservedShare
    unchanged_passes: ObservedShare
    found: ObservedShare
    risk: float
    planted: str
    """The planted change."""
    planted_cell: str
    """The cell with the most varied results …"""
    planted_effect: float
    """… and by how much the planted change moves it."""
    played: int

    @property
    def good(self) -> bool:
        """Whether the gate is as good as promised."""
        quiet = self.false_alarms.value <= self.risk
        return quiet and self.unchanged_passes.value >= LEAST_PASSES and self.found.value >= LEAST_POWER


def measure(sides: BaselinePair, risk: float, most: int, runs: int, options: PlayOptions) -> GateErrorRates:
    """Play the pools and draw the gate runs."""
    game, seed = sides.after, sides.baseline.seed
    with outcome_cache([game], options) as played:
        here = played.play([SeededCell(cell, seed) for cell in game.cells], POOL)
        there = played.play([SeededCell(cell, seed + REKEYED) for cell in game.cells], POOL)
        again = _again(played, sides)
        value, planted = _plant(played, sides, _most_varied(here))
        total = played.played
    rekeyed, same = _codes(list(zip(here, there, strict=True))), _codes(list(zip(here, again, strict=True)))
    changed = _codes([(pair.before, pair.after) for pair in planted])
    claims = np.full(len(here), sides.margin)
    random = np.random.default_rng(seed)
    alarms = draw_runs(np.concatenate([rekeyed, _turned(rekeyed)]), claims, risk, most, runs, random)
    passes = draw_runs(same, claims, risk, most, runs, random)
    finds = draw_runs(changed, claims, risk, most, runs, random)
    probe = planted[_most_varied(here)]
    return GateErrorRates(
        ObservedShare(alarms[0], runs),
        ObservedShare(passes[1], runs),
        ObservedShare(finds[0], runs),
        risk,
        _change(game, value),
        probe.match.name,
        probe.table.difference,
        total,
    )


def draw_runs(
    pool: Codes, margins: NDArray[np.float64], risk: float, most: int, runs: int, random: np.random.Generator
) -> tuple[int, int]:
    """How many of these gate runs fail, and how many pass."""
    failed = passed = 0
    kinds = np.concatenate([pool == code for code in (LOST, GAINED, BOTH)], axis=1).astype(np.float32)
    diverges = bool((kinds[:, : 2 * len(margins)]).any())
    for start in range(0, runs, BATCH):
        batch = min(BATCH, runs - start)
        ledger = ClaimLedger(np.tile(-margins, (batch, 1)), np.tile(margins, (batch, 1)), risk)
        counted = np.zeros((3, batch, len(margins)))
        done = 0
        ends = np.zeros((2, batch), np.bool_)
        for games in looks(most):
            counted += _drawn(kinds, games - done, batch, random)
            done = games
            lost, gained, both = counted
            alike = (lost + gained == 0) & ((both == 0) | (both == games))
            ledger.look(ChangeCounts(gained, lost, np.full_like(lost, games), games == most), alike & diverges)
            going = ~ends.any(axis=0)
            ends[0] |= going & ledger.failed
            ends[1] |= going & ledger.passed & ~ledger.failed
            if ends.any(axis=0).all():
                break
        failed, passed = failed + int(ends[0].sum()), passed + int(ends[1].sum())
    return failed, passed


def _drawn(kinds: NDArray[np.float32], games: int, runs: int, random: np.random.Generator) -> NDArray[np.float64]:
    """How often each run drew a pair that was lost, gained, won on both sides, for each cell."""
    draws = (random.integers(len(kinds), size=games) for _ in range(runs))
    weights = np.stack([np.bincount(drawn, minlength=len(kinds)) for drawn in draws]).astype(np.float32)
    return (weights @ kinds).astype(np.float64).reshape(runs, 3, -1).swapaxes(0, 1)


def _codes(sides: Sequence[tuple[Outcomes, Outcomes]]) -> Codes:
    """One row a game, one column a cell."""
    return np.stack([before.won + np.uint8(2) * after.won for before, after in sides], axis=1).astype(np.uint8)


def _turned(codes: Codes) -> Codes:
    """The sides exchanged."""
    return ((codes >> 1) | (codes & 1) << 1).astype(np.uint8)


def _again(played: OutcomeCache, sides: BaselinePair) -> list[Outcomes]:
    """The unchanged game, played again: it must give the same results."""
    places = [SeededCell(cell, sides.baseline.seed) for cell in sides.after.cells]
    played.forget(places)
    return played.play(places, POOL)


def _most_varied(outcomes: Sequence[Outcomes]) -> int:
    return int(np.argmax([side.won.mean() * (1 - side.won.mean()) for side in outcomes]))


def _plant(played: OutcomeCache, sides: BaselinePair, at: int) -> tuple[float, list[Pair]]:
    """Make the game harder, by as much as moves the most varied cell by a point."""
    effective, seed = sides.after, sides.baseline.seed

    def worsened(value: float, cells: slice) -> list[Pair]:
        changed = variant(effective, {content_of(effective.game).planted_change: value}, "self-test")
        return play_pairs(played, match_variant(effective, changed)[cells], seed, POOL)

    value = FIRST_GUESS
    for _ in range(TRIES):
        [probe] = worsened(value, slice(at, at + 1))
        if probe.table.difference >= 0:
            raise FatecastError(f"self-test: {_change(effective, value)} does not make {probe.match.name} harder")
        value *= PLANTED / -probe.table.difference
    return value, worsened(value, slice(None))


def _change(effective: ResolvedExperiment, value: float) -> str:
    return f"{content_of(effective.game).planted_change}={value:.3g}"
