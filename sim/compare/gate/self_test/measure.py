"""The error rates of the gate, measured on the real engine: how often it passes an edit without effect, how often it
raises a false alarm, how often it finds a change that matters.

What decides is how many results an edit changes. New luck changes nearly half of them; of those pairs only as many are
used as give the share in question. "Without effect" is exact: the sides of every index are tossed, in all cells
together. A change is planted at random: of a share, games no longer count; of a mean, games count for less. Edits of
the kind that designers make are tried in the same way, with their effect taken away and as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, isinf, sqrt

import numpy as np
from scipy.special import ndtri

from engine.game.optional_parts import content_of
from engine.game.outcomes import Mean, Outcome, Share
from sim.compare.gate.baseline import BaselinePair
from sim.compare.gate.cell_evidence import CheckedCell, groups_of, wholes_of
from sim.compare.gate.effort import unseen_of
from sim.compare.gate.gate import cells_to_check, claims_about
from sim.compare.gate.self_test.drawn_runs import draw_runs
from sim.compare.gate.self_test.pools import Pool, lowered, planted, thinned, tossed
from sim.compare.gate.stopping_rule import Claims
from sim.compare.pairs import Pair, match_variant, play_pairs, reach_of, widths_of
from sim.compare.pooled_change import PooledChange, pools_of
from sim.experiment.changes import variant
from sim.play.options import PlayOptions
from sim.play.outcome_cache import SeededCell, outcome_cache
from sim.play.outcomes import Outcomes
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.paired_means import PairedMean
from sim.statistics.unseen import games_until

POOL = 16_384
"""Games of each cell."""
REKEYED = 1 << 32
"""Added to the seed to get other luck."""
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
    """Where one cell moves by what is planted: the party of cells in which that was found least often."""
    cell_passed: ObservedShare
    """The same cells: where the gate passed most often."""
    group_found: ObservedShare
    """How often it was found where all cells of a group move."""
    needed: int
    """About how many games of a cell both promises would take."""


@dataclass(frozen=True)
class EditEffect:
    """What an edit really does to one outcome."""

    outcome: Outcome
    mean: PooledChange
    """Over all cells."""
    largest: Pair
    """The cell that it moves most."""


@dataclass(frozen=True)
class EditRates:
    """What the gate does about an edit that somebody could make."""

    label: str
    changed: float
    effects: list[EditEffect]
    passes: ObservedShare
    """How often it passes if its effect is taken away."""
    found: ObservedShare
    """How often the gate fails if the edit stays as it is."""
    needed: float
    """About how many games of a cell it takes to find it; infinite if it stays within every claim."""


@dataclass(frozen=True)
class GateErrorRates:
    """What the self-test measured."""

    levels: list[LevelRates]
    edits: list[EditRates]
    outcomes: list[Outcome]
    risk: float
    games: int
    played: int

    @property
    def good(self) -> bool:
        """Whether the gate is as good as promised."""
        quiet = all(level.alarms.value <= self.risk for level in self.levels)
        promised = [level for level in self.levels if level.changed <= PROMISED * 1.1]
        striking = [edit for edit in self.edits if 2 * edit.needed <= self.games]
        return (
            quiet
            and all(
                share.value >= LEAST
                for level in promised
                for share in (level.passes, level.cell_found, level.group_found)
            )
            and all(edit.found.value >= LEAST for edit in striking)
        )


def measure(
    sides: BaselinePair, risk: float, most: int, runs: int, options: PlayOptions, outcomes: Sequence[Outcome] = ()
) -> GateErrorRates:
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
    cells = sorted(cells_to_check(sides, "", "self-test", outcomes), key=lambda cell: _kind(cell.outcome))
    places = {cell.name: at for at, cell in enumerate(game.cells)}
    columns = [places[cell.match.after.name] for cell in cells]
    drawing = Drawing(cells, columns, risk, most, runs, np.random.default_rng(seed))
    rekeyed = drawing.pool(list(zip(here, there, strict=True)))
    levels = [drawing.level(rekeyed, share) for share in LEVELS]
    return GateErrorRates(
        levels,
        [drawing.edit(at, edit.label, pairs) for at, (edit, pairs) in enumerate(zip(edits, tried, strict=True))],
        drawing.outcomes,
        risk,
        most,
        total,
    )


def _kind(outcome: Outcome) -> int:
    """Shares first, as a pool wants them."""
    return 0 if isinstance(outcome, Share) else 1


@dataclass
class Drawing:
    """Draws gate runs for the outcomes of one grid of cells."""

    cells: Sequence[CheckedCell]
    at: Sequence[int]
    """For each, the place of its cell in the grid."""
    risk: float
    most: int
    runs: int
    random: np.random.Generator
    claims: Claims = field(init=False)
    parties: list[list[int]] = field(init=False)
    """The groups; and each cell that belongs to none, alone."""

    def __post_init__(self) -> None:
        groups, wholes = groups_of(self.cells), wholes_of(self.cells, always=True)
        self.claims = claims_about(self.cells, groups, wholes)
        alone = set(range(len(self.cells))) - {at for group in groups for at in group.at}
        self.parties = [*(group.at for group in groups), *([at] for at in sorted(alone))]

    @property
    def outcomes(self) -> list[Outcome]:
        """Those that are checked."""
        return list({cell.outcome.name: cell.outcome for cell in self.cells}.values())

    def pool(self, sides: Sequence[tuple[Outcomes, Outcomes]]) -> Pool:
        """The games of both sides of all cells of the grid, as a pool."""
        return Pool.of([cell.outcome for cell in self.cells], [sides[at] for at in self.at])

    def level(self, rekeyed: Pool, share: float) -> LevelRates:
        """The error rates where this share of results changes."""
        most_changed = float(rekeyed.changed_shares().max())
        pool = tossed(thinned(rekeyed, min(1.0, share / most_changed), self.random))
        none = draw_runs(pool, self.claims, self.risk, self.most, self.runs, self.random, fair=True)
        return LevelRates(
            float(pool.changed_shares().max()),
            ObservedShare(none.failed, self.runs),
            ObservedShare(none.passed, self.runs),
            *self._found(pool, [[party[at % len(party)]] for at, party in enumerate(self.parties)]),
            self._found(pool, self.parties)[0],
            self._needed(pool),
        )

    def edit(self, number: int, label: str, pairs: Sequence[Pair]) -> EditRates:
        """How often an edit passes if its effect is taken away, how often it is found as it is, and what it really
        does."""
        real = self.pool([(pair.before, pair.after) for pair in pairs])
        pool = tossed(real)
        ends = draw_runs(pool, self.claims, self.risk, self.most, self.runs, self.random, fair=True)
        own = np.random.default_rng([number, self.runs])
        found = draw_runs(real, self.claims, self.risk, self.most, self.runs, own)
        return EditRates(
            label,
            float(pool.changed_shares().max()),
            [_effect(outcome, pairs) for outcome in self.outcomes],
            ObservedShare(ends.passed, self.runs),
            ObservedShare(found.failed, self.runs),
            self._to_find(pairs),
        )

    def _found(self, pool: Pool, cells: Sequence[list[int]]) -> tuple[ObservedShare, ObservedShare]:
        """How often a change is found, and how often it passes, planted in one of these sets of cells after the other;
        the worst of them."""
        runs = -(-self.runs // len(cells))
        ends = [
            draw_runs(lowered(pool, some, 1.0, self.random), self.claims, self.risk, self.most, runs, self.random)
            for some in cells
        ]
        return ObservedShare(min(end.failed for end in ends), runs), ObservedShare(
            max(end.passed for end in ends), runs
        )

    @property
    def _tests(self) -> int:
        return len(self.cells) + len(self.claims.member) + len(self.claims.category)

    def _needed(self, pool: Pool) -> int:
        """By the normal approximation: to pass, all cells must be known to lie inside their margins; to be found, the
        planted cell must be known to lie outside."""
        reach = float(ndtri(1 - self.risk / 2) + ndtri(1 - (1 - LEAST) / (2 * len(self.cells))))
        games = 0.0
        for outcome in self.outcomes:
            at = [place for place, cell in enumerate(self.cells) if cell.outcome is outcome]
            margin, change = float(self.claims.high[at].max()), planted(outcome)
            # What is planted may be the margin itself: then no number of games is enough, and this is a large one.
            finding = self._finding / max(abs(change - margin), margin / 100)
            varied, unseen = _variance(pool, at), _unseen(pool, at, self.risk)
            games = max(games, varied * finding**2, games_until(reach * sqrt(varied), unseen, margin))
        return int(np.ceil(games / 1000) * 1000)

    @property
    def _finding(self) -> float:
        """How many standard errors beyond its claim a change must lie to be found as often as promised."""
        return float(ndtri(1 - self.risk / (4 * self._tests)) + ndtri(LEAST))

    def _to_find(self, pairs: Sequence[Pair]) -> float:
        """The games that it takes to find an edit in the cell where that is easiest, if its effect is the end of the
        interval of what was seen that lies nearer to none."""
        games = inf
        for cell, at in zip(self.cells, self.at, strict=True):
            paired = pairs[at].of(cell.outcome)
            low, high = paired.interval()
            beyond = max(low - cell.claim.high, cell.claim.low - high)
            if beyond > 0:
                games = min(games, paired.variance * (self._finding / beyond) ** 2)
        return games


def _effect(outcome: Outcome, pairs: Sequence[Pair]) -> EditEffect:
    having = [pair for pair in pairs if outcome.applies(pair.match.before.labels)]
    [mean] = pools_of(having, [], outcome)
    return EditEffect(outcome, mean, max(having, key=lambda pair: abs(pair.of(outcome).difference)))


def _unseen(pool: Pool, at: Sequence[int], risk: float) -> float:
    """What a mean has to show beside its error to pass, times the games."""
    outcome = pool.outcomes[at[0]]
    if isinstance(outcome, Share):
        return 0.0
    if not outcome.over or pool.under is None:
        reach = reach_of(outcome)
        span = max(PairedMean.of(pool.before[:, one], pool.after[:, one], outcome.scale).span for one in at)
        return unseen_of(span if isinf(reach) else reach, risk, one_look=isinf(reach))
    wide, under = widths_of(outcome), float(pool.under[0][:, at].mean(axis=0).min())
    ratio = float(pool.before[:, at].mean(axis=0).max()) / outcome.scale / max(under, 1e-9)
    return unseen_of((wide[0] + ratio * wide[1]) / max(under, 1e-9), risk, one_look=True)


def _variance(pool: Pool, at: Sequence[int]) -> float:
    """Of what the change does to a game, in the cell where it is largest; of a share, how many games changed."""
    outcome = pool.outcomes[at[0]]
    if isinstance(outcome, Mean) and outcome.over and pool.under is not None:
        under = max(float(pool.under[0][:, at].mean()), 1.0)
        ratio = pool.before[:, at].sum(axis=0) / np.maximum(pool.under[0][:, at].sum(axis=0), 1)
        steps = (pool.after[:, at] - pool.before[:, at]) - ratio * (pool.under[1][:, at] - pool.under[0][:, at])
        return float((steps**2).mean(axis=0).max()) / (outcome.scale * under) ** 2
    scale = outcome.scale if isinstance(outcome, Mean) else 1
    steps = (pool.after[:, at] - pool.before[:, at]) / scale
    return float((steps**2).mean(axis=0).max())
