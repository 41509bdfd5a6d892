"""The gate: does a changed game keep to what was accepted, or change as intended? Pass, fail, or inconclusive.

Cells whose first games still have the digest of the baseline are played on both sides and paired. Where the engine or
a policy now plays differently, the old side cannot be played again; such a cell is compared, once and unpaired, with
the counts that the baseline stores. Cells of the same content on both sides need no games: nothing changed there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from sim.compare.gate.baseline import FIRST_GAMES, BaselinePair, first_digest
from sim.compare.gate.checked import CheckedCell, CheckedGroup, groups_of, step_counts
from sim.compare.gate.claims import ClaimLedger, Claims, PValues
from sim.compare.gate.effort import games_needed
from sim.compare.gate.intent import claims_of
from sim.compare.pairs import match_variant, play_pairs
from sim.play.outcome_cache import OutcomeCache, SeededCell
from sim.statistics.intervals import holm, unpaired, z_of
from sim.statistics.paired import lasting_interval
from sim.statistics.sequential import ChangeCounts, StepCounts, looks, not_excluded, step_values

MOST_GAMES = 262_144
"""Of a cell, before the gate gives up."""
RISK = 0.01


class GateOutcome(IntEnum):
    """How a gate ends; the number is the exit code."""

    PASS = 0
    FAIL = 3
    INCONCLUSIVE = 4

    @property
    def word(self) -> str:
        """For a person."""
        return self.name.lower()


@dataclass(frozen=True)
class GateResult:
    """What the gate found."""

    outcome: GateOutcome
    cells: list[CheckedCell]
    groups: list[CheckedGroup]
    risk: float
    played: int

    def with_status(self, status: str) -> list[CheckedCell]:
        """The cells of that status."""
        return [cell for cell in self.cells if cell.status == status]

    @property
    def changed_engine(self) -> list[CheckedCell]:
        """The cells whose old side cannot be played again."""
        return [cell for cell in self.cells if not cell.same_engine]


def cells_to_check(sides: BaselinePair, intent: str, source: str) -> list[CheckedCell]:
    """The cells of a baseline, with what is claimed about each."""
    matches = match_variant(sides.before, sides.after)
    claims = claims_of(intent, [match.labels for match in matches], sides.margin, source)
    grouping = sides.baseline.grouping
    axis, room = (grouping.axis, grouping.margin / 100 - sides.margin) if grouping else (None, 0.0)
    return [
        CheckedCell(sides.path, match, claim, sides.baseline.seed, stored, sides.baseline.schema_, axis, room)
        for match, claim, stored in zip(matches, claims, sides.baseline.cells, strict=True)
    ]


def check_engine(cache: OutcomeCache, cells: Sequence[CheckedCell]) -> None:
    """Play the first games as they were accepted, and see whether they are the same. Where they are not, play the new
    side alone, as many games as the baseline stores."""
    first = cache.play([SeededCell(cell.match.before, cell.seed) for cell in cells], max(FIRST_GAMES.values()))
    for cell, played in zip(cells, first, strict=True):
        cell.same_engine = first_digest(played, cell.schema) == cell.stored.digest
        if not cell.same_engine:
            [cell.now] = cache.play([SeededCell(cell.match.after, cell.seed)], cell.stored.games)


def decide(cache: OutcomeCache, cells: Sequence[CheckedCell], risk: float = RISK, most: int = MOST_GAMES) -> GateResult:
    """Play as many games as the decision needs, after `check_engine`. Cells of a group play on until each of them is
    decided."""
    groups = groups_of(cells)
    claims = Claims.of([cell.claim for cell in cells], [cell.room for cell in cells], [group.at for group in groups])
    ledger, done = ClaimLedger(claims, risk), 0
    for games in looks(most):
        left = _undecided(ledger, cells)
        _play(cache, left, groups, done, games)
        done = games
        seen = _weigh(claims, cells, groups, games == most)
        ledger.judge(seen, np.array([cell.silent for cell in cells]), games == most)
        if ledger.failed or ledger.passed or not left:
            break
    _conclude(ledger, cells, groups, most)
    outcome = GateOutcome.FAIL if ledger.failed else GateOutcome.PASS if ledger.passed else GateOutcome.INCONCLUSIVE
    return GateResult(outcome, list(cells), groups, risk, cache.played)


def _undecided(ledger: ClaimLedger, cells: Sequence[CheckedCell]) -> list[CheckedCell]:
    """The cells to play on: those that are open, and the others of their groups."""
    going = ~ledger.inside
    for row in ledger.claims.member:
        going = going | row & going[row].any()
    return [cell for cell, goes in zip(cells, going, strict=True) if goes and cell.paired]


def _play(
    cache: OutcomeCache, cells: Sequence[CheckedCell], groups: Sequence[CheckedGroup], first: int, last: int
) -> None:
    """The games [first, last) of these cells, on both sides. Counts are kept, games are not."""
    steps: dict[int, NDArray[np.int8]] = {}
    for seed in {cell.seed for cell in cells}:
        some = [cell for cell in cells if cell.seed == seed]
        for cell, pair in zip(some, play_pairs(cache, [each.match for each in some], seed, last, first), strict=True):
            cell.add(pair)
            steps[id(cell)] = pair.steps()
        cache.forget((SeededCell(side, seed) for cell in some for side in (cell.match.before, cell.match.after)), last)
    for group in groups:
        if played := [steps[id(cell)] for cell in group.cells if id(cell) in steps]:
            group.add(played)


def _weigh(claims: Claims, cells: Sequence[CheckedCell], groups: Sequence[CheckedGroup], last: bool) -> PValues:
    """The p-values of all claims. Cells of the same content have moved by exactly nothing; those whose old side cannot
    be played again are compared with the stored counts."""
    gained, lost, games = (
        np.array([getattr(cell.table, name) for cell in cells], float) for name in ("gained", "lost", "games")
    )
    seen = claims.weigh(ChangeCounts(gained, lost, np.maximum(games, 1), last), step_counts(groups, last))
    for at, cell in enumerate(cells):
        if cell.exact:
            kept = cell.claim.low <= 0 <= cell.claim.high
            seen.outside[at], seen.inside[at], seen.wide[at] = float(kept), float(not kept), float(not kept)
        elif not cell.same_engine:
            change, spread = _unpaired(cell)
            below, above = (float(ndtr((change - end) / spread)) for end in cell.claim)
            seen.outside[at], seen.inside[at] = min(2 * min(below, 1 - above), 1.0), max(1 - below, above)
    return seen


def _conclude(ledger: ClaimLedger, cells: Sequence[CheckedCell], groups: Sequence[CheckedGroup], most: int) -> None:
    """Write down what is known about each cell and each group. What stopped before the last look has the interval of a
    look that may have been any."""
    corrected = holm(ledger.outside.tolist())
    for at, cell in enumerate(cells):
        cell.corrected = corrected[at]
        cell.change, cell.interval = _estimate(cell, cell.games == most)
        if cell.corrected <= ledger.risk:
            cell.status = "broken"
        elif ledger.inside[at]:
            cell.status = "kept"
        elif ledger.as_group[at]:
            cell.status = "kept as a group"
        elif cell.silent:
            cell.status = "no information"
        elif cell.paired and cell.games:
            cell.needed = games_needed(cell, ledger.risk, len(corrected))
    for at, group in enumerate(groups):
        group.corrected = corrected[len(cells) + at]
        group.broken = group.corrected <= ledger.risk
        if group.games:
            steps = step_values([len(group.cells)])[0]
            group.change = float((group.counts * steps).sum() / group.games)
            group.interval = not_excluded(
                StepCounts(group.counts.astype(float), steps, group.games == most), group.change
            )


def _unpaired(cell: CheckedCell) -> tuple[float, float]:
    wins = int(np.count_nonzero(cell.now.won)) if cell.now else 0
    return unpaired((cell.stored.wins, cell.stored.games), (wins, cell.games))


def _estimate(cell: CheckedCell, last: bool) -> tuple[float, tuple[float, float]]:
    if cell.exact:
        return 0.0, (0.0, 0.0)
    if cell.now is None:
        return (cell.table.difference, lasting_interval(cell.table, last)) if cell.games else (0.0, (-1.0, 1.0))
    change, spread = _unpaired(cell)
    reach = z_of() * spread
    return change, (change - reach, change + reach)
