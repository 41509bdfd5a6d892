"""What a comparison found: for every outcome a verdict for every cell, and one for all of them.

The words for more and less of an outcome, such as `harder` and `easier`, come from the game. They hold after a
correction over all cells and outcomes (Holm). `held` means that any difference beyond the margin is excluded, even if a
smaller one is certain; `unclear` means that the games do not tell. Where every game ended the same way on both sides,
an outcome says nothing, and the verdict is `no information`, unless not one game diverged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from engine.game.outcomes import Outcome
from sim.compare.pairs import Match, Pair
from sim.compare.pooled_change import PooledChange
from sim.statistics.paired import PairedOutcome

UNCLEAR, HELD, NO_INFORMATION = "unclear", "held", "no information"


@dataclass(frozen=True)
class DecisionRule:
    """What counts as a difference, and how certain a verdict must be."""

    margins: Mapping[str, float] = field(default_factory=dict)
    """By the name of the outcome: smaller differences are ignored. By default those that the game declares."""
    risk: float = 0.05
    told: int = 64
    """Games to replay on both sides, in all, to see at which turn they diverge: each takes some hundredths of a
    second."""

    def margin(self, outcome: Outcome) -> float:
        """Of this outcome."""
        return self.margins.get(outcome.name, outcome.margin)


@dataclass(frozen=True)
class CellTest:
    """What a test of either kind, fixed or sequential, says about one outcome of one cell."""

    moved: float
    """The p-value of no difference at all."""
    held: float
    """The p-value of a difference as large as the margin."""
    interval: tuple[float, float]


SAME = CellTest(1.0, 0.0, (0.0, 0.0))
"""Of a cell that plays the very same games on both sides: nothing needs a test."""


@dataclass(frozen=True)
class ComparedCell:
    """One outcome of one cell of a comparison."""

    match: Match
    paired: PairedOutcome
    diverged: int
    tested: CellTest
    corrected: float
    """The p-value of no difference, after the correction over all cells and outcomes."""
    verdict: str
    visible: float
    """The smallest difference that these games could have shown."""
    turns: tuple[int, ...] = ()
    """The turns at which a sample of the diverged games diverged."""
    shrunk: float = 0.0
    """The change as it is told of cells that are picked for being extreme."""

    @property
    def assumed(self) -> float:
        """The change of a game that none exceeds if `held` is true; 0 where bounds say so, or nothing changed."""
        return 0.0 if isfinite(self.paired.reach) or self.tested is SAME else self.paired.span


@dataclass(frozen=True)
class ComparedOutcome:
    """One outcome in all cells that have it."""

    outcome: Outcome
    cells: list[ComparedCell]
    rungs: list[PooledChange]
    """The mean change on every rung of the ladder."""
    whole: PooledChange
    """All cells together."""
    margin: float
    risk: float

    def with_verdict(self, verdict: str) -> list[ComparedCell]:
        """The cells with this verdict."""
        return [cell for cell in self.cells if cell.verdict == verdict]

    @property
    def verdict(self) -> str:
        """One word for all cells."""
        less, more = self.with_verdict(self.outcome.less), self.with_verdict(self.outcome.more)
        if bool(less) != bool(more):
            return self.outcome.less if less else self.outcome.more
        for word in (HELD, NO_INFORMATION):
            if len(self.with_verdict(word)) == len(self.cells):
                return word
        return UNCLEAR


@dataclass(frozen=True)
class ComparedFamily:
    """All categories of one whole together, in one cell."""

    family: str
    match: Match
    moved: float
    """The p-value that no category gained or lost."""
    corrected: float


@dataclass(frozen=True)
class Comparison:
    """Everything that was found."""

    outcomes: list[ComparedOutcome]
    families: list[ComparedFamily]
    risk: float
    seed: int
    played: int
    changes: Sequence[str] = ()
    """What differs between the two sides, in words."""
    not_played: Sequence[str] = ()
    """Edits that an experiment hides, one line each."""

    def without(self, not_played: Sequence[str]) -> "Comparison":
        """The same, if these edits were not played: then nothing is known to have held."""
        if not not_played:
            return self
        outcomes = [
            replace(each, cells=[replace(cell, verdict=not_held(cell.verdict)) for cell in each.cells])
            for each in self.outcomes
        ]
        return replace(self, outcomes=outcomes, not_played=not_played)


def not_held(verdict: str) -> str:
    """A verdict on games in which an edit was not played."""
    return UNCLEAR if verdict == HELD else verdict


def compared_cell(
    pair: Pair, outcome: Outcome, tested: CellTest, corrected: float, risk: float, tests: int
) -> ComparedCell:
    """The verdict on one outcome of a cell, if so many tests share the risk."""
    paired = pair.of(outcome)
    verdict = _verdict(pair, outcome, tested, corrected, risk)
    visible = paired.smallest_visible(risk / tests) if pair.games else 1.0
    return ComparedCell(pair.match, paired, len(pair.diverged), tested, corrected, verdict, visible)


def direction(difference: float, corrected: float, risk: float, outcome: Outcome) -> str:
    """Which way an outcome moved, if the corrected p-value of no difference allows to say so."""
    if corrected > risk:
        return UNCLEAR
    return outcome.less if difference < 0 else outcome.more


def _verdict(pair: Pair, outcome: Outcome, tested: CellTest, chance: float, risk: float) -> str:
    if not pair.games or (len(pair.diverged) and not pair.of(outcome).informative):
        return NO_INFORMATION
    if tested.held <= risk:
        return HELD
    return direction(pair.of(outcome).difference, chance, risk, outcome)
