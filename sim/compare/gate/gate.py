"""The gate: does a changed game keep to what was accepted, or change as intended? Pass, fail, or inconclusive.

Cells whose first games still have the digest of the baseline are played on both sides and paired. Where the engine or
a policy now plays differently, the old side cannot be played again; such a cell is compared, once and unpaired, with
the counts that the baseline stores.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np
from scipy.special import ndtr

from sim.compare.gate.baseline import FIRST_GAMES, BaselinePair, StoredCounts, first_digest
from sim.compare.gate.claims import ClaimLedger
from sim.compare.gate.intent import Claim, claims_of
from sim.compare.pairs import Match, Pair, match_variant, play_pairs
from sim.play.outcome_cache import OutcomeCache, SeededCell
from sim.play.outcomes import Outcomes
from sim.statistics.intervals import holm, unpaired, z_of
from sim.statistics.paired import Paired
from sim.statistics.sequential import ChangeCounts, lasting_interval, looks

MOST_GAMES = 65_536
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


@dataclass
class CheckedCell:
    """A cell at the gate."""

    baseline: Path
    match: Match
    claim: Claim
    seed: int
    stored: StoredCounts
    same_engine: bool = True
    pair: Pair | None = None
    now: Outcomes | None = None
    """The new side alone, where the old one cannot be played again."""
    status: str = "open"
    """`kept`, `broken`, `open`, or `no information`."""
    change: float = 0.0
    interval: tuple[float, float] = (-1.0, 1.0)
    corrected: float = 1.0
    """The p-value of the claim, after the correction over all cells."""

    @property
    def games(self) -> int:
        """Played here, of the new side."""
        side = self.pair.after if self.pair else self.now
        return side.games if side else 0

    @property
    def silent(self) -> bool:
        """Whether the games say nothing: all of them ended the same way, and not because nothing changed."""
        if self.pair:
            return bool(len(self.pair.diverged)) and not self.pair.table.informative
        wins = int(np.count_nonzero(self.now.won)) if self.now else 0
        return (self.stored.wins, wins) in ((0, 0), (self.stored.games, self.games))


@dataclass(frozen=True)
class GateResult:
    """What the gate found."""

    outcome: GateOutcome
    cells: list[CheckedCell]
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
    return [
        CheckedCell(sides.path, match, claim, sides.baseline.seed, stored)
        for match, claim, stored in zip(matches, claims, sides.baseline.cells, strict=True)
    ]


def decide(cache: OutcomeCache, cells: Sequence[CheckedCell], risk: float = RISK, most: int = MOST_GAMES) -> GateResult:
    """Play as many games as the decision needs."""
    ends = [np.array(bounds) for bounds in zip(*(cell.claim for cell in cells), strict=True)]
    ledger = ClaimLedger(ends[0], ends[1], risk)
    check_engine(cache, cells)
    _compare_unpaired(cache, [cell for cell in cells if not cell.same_engine])
    for games in looks(most):
        left = [cell for cell, kept in zip(cells, ledger.inside, strict=True) if cell.same_engine and not kept]
        _play(cache, left, games)
        _look(ledger, cells, games == most)
        if ledger.failed or ledger.passed or not left:
            break
    corrected = holm(ledger.outside.tolist())
    for cell, kept, chance in zip(cells, ledger.inside, corrected, strict=True):
        cell.corrected = chance
        cell.status = "broken" if chance <= risk else "kept" if kept else "no information" if cell.silent else "open"
        cell.change, cell.interval = _estimate(cell, cell.games == most)
    outcome = GateOutcome.FAIL if ledger.failed else GateOutcome.PASS if ledger.passed else GateOutcome.INCONCLUSIVE
    return GateResult(outcome, list(cells), risk, cache.played)


def check_engine(cache: OutcomeCache, cells: Sequence[CheckedCell]) -> None:
    """Play the first games as they were accepted, and see whether they are the same."""
    first = cache.play([SeededCell(cell.match.before, cell.seed) for cell in cells], FIRST_GAMES)
    for cell, played in zip(cells, first, strict=True):
        cell.same_engine = first_digest(played) == cell.stored.digest


def _play(cache: OutcomeCache, cells: Sequence[CheckedCell], games: int) -> None:
    for seed in {cell.seed for cell in cells}:
        some = [cell for cell in cells if cell.seed == seed]
        for cell, pair in zip(some, play_pairs(cache, [each.match for each in some], seed, games), strict=True):
            cell.pair = pair


def _compare_unpaired(cache: OutcomeCache, cells: Sequence[CheckedCell]) -> None:
    """The new side alone, as many games as the baseline stores."""
    for cell in cells:
        [cell.now] = cache.play([SeededCell(cell.match.after, cell.seed)], cell.stored.games)


def _look(ledger: ClaimLedger, cells: Sequence[CheckedCell], last: bool) -> None:
    tables = [cell.pair.table if cell.pair else Paired(0, 0, 0, 1) for cell in cells]
    gained, lost, games = (
        np.array([getattr(table, name) for table in tables], float) for name in ("gained", "lost", "games")
    )
    counts = ChangeCounts(gained, lost, games, last)
    outside, inside = counts.outside(ledger.low, ledger.high), counts.inside(ledger.low, ledger.high)
    for at, cell in enumerate(cells):
        if not cell.same_engine:
            change, spread = _unpaired(cell)
            below, above = (float(ndtr((change - end) / spread)) for end in cell.claim)
            outside[at], inside[at] = min(2 * min(below, 1 - above), 1.0), max(1 - below, above)
    ledger.judge(outside, inside, np.array([cell.silent for cell in cells]))


def _unpaired(cell: CheckedCell) -> tuple[float, float]:
    wins = int(np.count_nonzero(cell.now.won)) if cell.now else 0
    return unpaired((cell.stored.wins, cell.stored.games), (wins, cell.games))


def _estimate(cell: CheckedCell, last: bool) -> tuple[float, tuple[float, float]]:
    if cell.pair:
        return cell.pair.table.difference, lasting_interval(cell.pair.table, last)
    change, spread = _unpaired(cell)
    reach = z_of() * spread
    return change, (change - reach, change + reach)
