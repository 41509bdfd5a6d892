"""The error rates of the gate, measured on the real engine: how often it passes an edit without effect, how often it
raises a false alarm, how often it finds a change of a point.

What decides is how many results an edit changes. New luck changes nearly half of them; of those pairs only as many are
used as give the share in question. "Without effect" is exact: the sides of every index are tossed, in all cells
together. A point is planted by turning wins of the new side into losses, at random. Edits of the kind that designers
make are tried in the same way, and what they really do is measured beside.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.special import ndtri

from engine.game.parts import content_of
from sim.compare.gate.baseline import BaselinePair
from sim.compare.gate.checked import CheckedCell, groups_of
from sim.compare.gate.claims import Claims
from sim.compare.gate.drawn_runs import Codes, changed_shares, draw_runs, thinned, tossed, worsened
from sim.compare.gate.gate import cells_to_check
from sim.compare.pairs import Pair, match_variant, play_pairs
from sim.compare.pooled_change import PooledChange, pools_of
from sim.experiment.changes import variant
from sim.play.options import PlayOptions
from sim.play.outcome_cache import SeededCell, outcome_cache
from sim.play.outcomes import Outcomes
from sim.statistics.intervals import CONFIDENCE

POOL = 16_384
"""Games of each cell."""
REKEYED = 1 << 32
"""Added to the seed to get other luck."""
PLANTED = 0.01
LEVELS = (0.03, 0.10, 1.0)
"""Shares of changed results in the cell where luck changes most of them; 1: all that new luck changes."""
PROMISED = 0.10
"""Up to this share of changed results the gate keeps its promise at the default effort."""
LEAST = 0.95
"""The least share of passes and of changes found."""


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
class LevelRates:
    """How good the gate is where an edit changes this share of the results."""

    changed: float
    """In the cell with the most."""
    alarms: ObservedShare
    passes: ObservedShare
    cell_found: ObservedShare
    """Where one cell moves by a point: the party of cells in which that was found least often."""
    cell_passed: ObservedShare
    """The same cells: where the gate passed most often."""
    group_found: ObservedShare
    """How often it was found where all cells of a group move."""
    needed: int
    """About how many games of a cell both promises would take."""


@dataclass(frozen=True)
class EditRates:
    """What the gate does about an edit that somebody could make."""

    label: str
    changed: float
    effect: PooledChange
    """What it really does, over all cells."""
    largest: Pair
    """The cell that it moves most."""
    passes: ObservedShare
    """How often it passes if its effect is taken away."""


@dataclass(frozen=True)
class GateErrorRates:
    """What the self-test measured."""

    levels: list[LevelRates]
    edits: list[EditRates]
    risk: float
    games: int
    played: int

    @property
    def good(self) -> bool:
        """Whether the gate is as good as promised."""
        quiet = all(level.alarms.value <= self.risk for level in self.levels)
        promised = [level for level in self.levels if level.changed <= PROMISED * 1.1]
        return quiet and all(
            share.value >= LEAST for level in promised for share in (level.passes, level.cell_found, level.group_found)
        )


def measure(sides: BaselinePair, risk: float, most: int, runs: int, options: PlayOptions) -> GateErrorRates:
    """Play the pools and draw the gate runs."""
    game, seed = sides.after, sides.baseline.seed
    edits = content_of(game.game).rehearsals(game.grid, "self-test")
    with outcome_cache([game], options) as played:
        here = played.play([SeededCell(cell, seed) for cell in game.cells], POOL)
        there = played.play([SeededCell(cell, seed + REKEYED) for cell in game.cells], POOL)
        tried = [
            play_pairs(played, match_variant(game, variant(game, edit.changes, "self-test")), seed, POOL)
            for edit in edits
        ]
        total = played.played
    drawing = Drawing(cells_to_check(sides, "", "self-test"), risk, most, runs, np.random.default_rng(seed))
    rekeyed = _codes(list(zip(here, there, strict=True)))
    return GateErrorRates(
        [drawing.level(rekeyed, share) for share in LEVELS],
        [drawing.edit(edit.label, pairs) for edit, pairs in zip(edits, tried, strict=True)],
        risk,
        most,
        total,
    )


@dataclass
class Drawing:
    """Draws gate runs for one grid of cells."""

    cells: Sequence[CheckedCell]
    risk: float
    most: int
    runs: int
    random: np.random.Generator
    claims: Claims = field(init=False)
    parties: list[list[int]] = field(init=False)
    """The groups; and each cell that belongs to none, alone."""

    def __post_init__(self) -> None:
        groups = [group.at for group in groups_of(self.cells)]
        self.claims = Claims.of([cell.claim for cell in self.cells], [cell.room for cell in self.cells], groups)
        alone = set(range(len(self.cells))) - {at for group in groups for at in group}
        self.parties = [*groups, *([at] for at in sorted(alone))]

    def level(self, rekeyed: Codes, share: float) -> LevelRates:
        """The error rates where this share of results changes."""
        most_changed = float(changed_shares(rekeyed).max())
        pool = tossed(thinned(rekeyed, min(1.0, share / most_changed), self.random))
        none = draw_runs(pool, self.claims, self.risk, self.most, self.runs, self.random, fair=True)
        changed = float(changed_shares(pool).max())
        return LevelRates(
            changed,
            ObservedShare(none.failed, self.runs),
            ObservedShare(none.passed, self.runs),
            *self._found(pool, [[party[at % len(party)]] for at, party in enumerate(self.parties)]),
            self._found(pool, self.parties)[0],
            self._needed(changed),
        )

    def edit(self, label: str, pairs: Sequence[Pair]) -> EditRates:
        """How often an edit passes if its effect is taken away, and what it really does."""
        pool = tossed(_codes([(pair.before, pair.after) for pair in pairs]))
        ends = draw_runs(pool, self.claims, self.risk, self.most, self.runs, self.random, fair=True)
        [effect] = pools_of(pairs, [])
        largest = max(pairs, key=lambda pair: abs(pair.table.difference))
        return EditRates(
            label, float(changed_shares(pool).max()), effect, largest, ObservedShare(ends.passed, self.runs)
        )

    def _found(self, pool: Codes, planted: Sequence[list[int]]) -> tuple[ObservedShare, ObservedShare]:
        """How often a point is found, and how often it passes, planted in one of these sets of cells after the other;
        the worst of them."""
        runs = -(-self.runs // len(planted))
        ends = [
            draw_runs(worsened(pool, cells, PLANTED, self.random), self.claims, self.risk, self.most, runs, self.random)
            for cells in planted
        ]
        return ObservedShare(min(end.failed for end in ends), runs), ObservedShare(
            max(end.passed for end in ends), runs
        )

    def _needed(self, changed: float) -> int:
        """By the normal approximation: to pass, all cells must be known to lie inside their margins; to be found, the
        planted cell must be known to lie outside."""
        cells, tests = len(self.cells), len(self.cells) + len(self.claims.member)
        margin = float(self.claims.high.max())
        passing = float(ndtri(1 - self.risk / 2) + ndtri(1 - (1 - LEAST) / (2 * cells))) / margin
        finding = float(ndtri(1 - self.risk / (4 * tests)) + ndtri(LEAST)) / abs(PLANTED - margin)
        return int(np.ceil(changed * max(passing, finding) ** 2 / 1000) * 1000)


def _codes(sides: Sequence[tuple[Outcomes, Outcomes]]) -> Codes:
    """One row a game, one column a cell."""
    return np.stack([before.won + np.uint8(2) * after.won for before, after in sides], axis=1).astype(np.uint8)
