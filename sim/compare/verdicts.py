"""What a comparison found: a verdict for every cell, and one for all of them.

`harder` and `easier` hold after a correction over all cells (Holm). `held` means that any difference beyond the margin
is excluded, even if a smaller one is certain; `unclear` means that the games do not tell. Where every game ended the
same way on both sides, a win rate says nothing, and the verdict is `no information`, unless not one game diverged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sim.compare.pairs import Match, Pair
from sim.compare.pooled_change import PooledChange
from sim.statistics.intervals import holm
from sim.statistics.paired import Paired, smallest_visible, variance_left

Direction = Literal["harder", "easier", "unclear"]
CellVerdict = Literal[Direction, "held", "no information"]


@dataclass(frozen=True)
class DecisionRule:
    """What counts as a difference, and how certain a verdict must be."""

    margin: float = 0.005
    """Smaller differences are ignored."""
    risk: float = 0.05
    told: int = 64
    """Games to replay on both sides, in all, to see at which turn they diverge: each takes some hundredths of a
    second."""


@dataclass(frozen=True)
class CellTest:
    """What a test of either kind, fixed or sequential, says about one cell."""

    moved: float
    """The p-value of no difference at all."""
    held: float
    """The p-value of a difference as large as the margin."""
    interval: tuple[float, float]


@dataclass(frozen=True)
class ComparedCell:
    """One cell of a comparison."""

    match: Match
    table: Paired
    diverged: int
    tested: CellTest
    corrected: float
    """The p-value of no difference, after the correction over all cells."""
    verdict: CellVerdict
    visible: float
    """The smallest difference that these games could have shown."""
    turns: tuple[int, ...] = ()
    """The turns at which a sample of the diverged games diverged."""
    shrunk: float = 0.0
    """The change as it is told of cells that are picked for being extreme."""

    @property
    def variance_left(self) -> float | None:
        """The share of the variance that pairing leaves."""
        return variance_left(self.table)


@dataclass(frozen=True)
class Comparison:
    """Everything that was found."""

    cells: list[ComparedCell]
    rungs: list[PooledChange]
    """The mean change on every rung of the ladder."""
    whole: PooledChange
    """All cells together."""
    margin: float
    risk: float
    seed: int
    played: int

    def with_verdict(self, verdict: CellVerdict) -> list[ComparedCell]:
        """The cells with this verdict."""
        return [cell for cell in self.cells if cell.verdict == verdict]

    @property
    def verdict(self) -> CellVerdict:
        """One word for all cells."""
        harder, easier = self.with_verdict("harder"), self.with_verdict("easier")
        if harder and not easier:
            return "harder"
        if easier and not harder:
            return "easier"
        if len(self.with_verdict("held")) == len(self.cells):
            return "held"
        if len(self.with_verdict("no information")) == len(self.cells):
            return "no information"
        return "unclear"


def judge_cells(pairs: Sequence[Pair], tests: Sequence[CellTest], rule: DecisionRule) -> list[ComparedCell]:
    """A verdict for every pair."""
    corrected = holm([tested.moved for tested in tests])
    return [
        ComparedCell(
            pair.match,
            pair.table,
            len(pair.diverged),
            tested,
            chance,
            _verdict(pair, tested, chance, rule.risk),
            smallest_visible(pair.table, rule.risk / len(pairs)) if pair.table.games else 1.0,
        )
        for pair, tested, chance in zip(pairs, tests, corrected, strict=True)
    ]


def direction(difference: float, corrected: float, risk: float) -> Direction:
    """Which way a win rate moved, if the corrected p-value of no difference allows to say so."""
    if corrected > risk:
        return "unclear"
    return "harder" if difference < 0 else "easier"


def _verdict(pair: Pair, tested: CellTest, chance: float, risk: float) -> CellVerdict:
    if not pair.table.games or (len(pair.diverged) and not pair.table.informative):
        return "no information"
    if tested.held <= risk:
        return "held"
    return direction(pair.table.difference, chance, risk)
