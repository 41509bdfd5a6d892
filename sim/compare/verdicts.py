"""What a comparison found: a verdict for every cell, one for all of them, in words.

`harder` and `easier` hold after a correction over all cells (Holm); `held` means that any difference beyond the margin
is excluded, even if a smaller one is certain; `unclear` that the games do not tell. Where every game ended the same way
on both sides, a win rate can say nothing, and the verdict is `no information`, unless not one game diverged at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sim.compare.pairs import Match, Pair
from sim.compare.pooled_change import Pool, agreement
from sim.statistics.intervals import holm
from sim.statistics.paired import Paired, smallest_visible, variance_left

Verdict = Literal["harder", "easier", "held", "unclear", "no information"]


@dataclass(frozen=True)
class Tested:
    """What a test, of whichever kind, said of one cell."""

    moved: float
    """The p-value of no difference at all."""
    held: float
    """The p-value of a difference as large as the margin."""
    interval: tuple[float, float]


@dataclass(frozen=True)
class Finding:
    """One cell, compared."""

    match: Match
    table: Paired
    diverged: int
    tested: Tested
    corrected: float
    """The p-value of no difference, after the correction over all cells."""
    verdict: Verdict
    visible: float
    """The smallest difference that these games could have shown."""
    turns: tuple[int, ...] = ()
    """Of a sample of the games that diverged, at which turn."""

    @property
    def variance_left(self) -> float | None:
        """What pairing leaves of the variance."""
        return variance_left(self.table)


@dataclass(frozen=True)
class Comparison:
    """Everything that was found."""

    findings: list[Finding]
    rungs: list[Pool]
    """The mean change on every rung of the ladder."""
    whole: Pool
    """All cells together."""
    margin: float
    risk: float
    seed: int
    played: int

    def with_verdict(self, verdict: Verdict) -> list[Finding]:
        """The cells of which that is said."""
        return [finding for finding in self.findings if finding.verdict == verdict]

    @property
    def verdict(self) -> Verdict:
        """One word for all cells."""
        harder, easier = self.with_verdict("harder"), self.with_verdict("easier")
        if harder and not easier:
            return "harder"
        if easier and not harder:
            return "easier"
        if len(self.with_verdict("held")) == len(self.findings):
            return "held"
        if len(self.with_verdict("no information")) == len(self.findings):
            return "no information"
        return "unclear"

    def sentences(self) -> list[str]:
        """The same for a person."""
        low, high = (end * 100 for end in self.whole.interval())
        mean = f"over all cells: {self.whole.change * 100:+.2f} points ({low:+.2f} to {high:+.2f})"
        rungs = agreement(self.rungs)
        return [self._headline(), mean, *([rungs] if rungs else []), self._resolution(), self._divergence()]

    def _headline(self) -> str:
        parts = []
        for verdict in ("harder", "easier"):
            if cells := self.with_verdict(verdict):
                changes = [abs(cell.table.difference) * 100 for cell in cells]
                span = _span(min(changes), max(changes))
                parts.append(f"{verdict} by {span} points in {cells_in_words(len(cells), len(self.findings))}")
        if held := len(self.with_verdict("held")):
            parts.append(f"held within ±{self.margin * 100:g} points in {cells_in_words(held, len(self.findings))}")
        if unclear := len(self.with_verdict("unclear")):
            parts.append(f"unclear in {cells_in_words(unclear, len(self.findings))}")
        if silent := len(self.with_verdict("no information")):
            parts.append(
                f"no information in {cells_in_words(silent, len(self.findings))}, where every game ended alike"
            )
        return f"{self.verdict}: {', '.join(parts).removeprefix(f'{self.verdict} ')}"

    def _resolution(self) -> str:
        seen = [finding.visible * 100 for finding in self.findings if finding.table.games]
        games = [finding.table.games for finding in self.findings]
        few, many = (f"{count:,}" for count in (min(games), max(games)))
        count = few if few == many else f"{few} to {many}"
        if not seen:
            return f"{count} games a cell"
        return f"{count} games a cell: the smallest change they could show is {_span(min(seen), max(seen))} points"

    def _divergence(self) -> str:
        games = sum(finding.table.games for finding in self.findings)
        diverged = sum(finding.diverged for finding in self.findings)
        turns = sorted(turn for finding in self.findings for turn in finding.turns)
        if not diverged:
            return f"not one of {games:,} games diverged"
        said = f"{diverged:,} of {games:,} games diverged ({diverged / games:.1%})"
        if turns:
            said += f", {_parting(turns)}"
        left = [finding.variance_left for finding in self.findings if finding.variance_left is not None]
        return f"{said}; pairing leaves {_span(min(left) * 100, max(left) * 100)} % of the variance" if left else said


def find(pairs: Sequence[Pair], tests: Sequence[Tested], margin: float, risk: float) -> list[Finding]:
    """A verdict for every pair."""
    corrected = holm([tested.moved for tested in tests])
    return [
        Finding(
            pair.match,
            pair.table,
            len(pair.diverged),
            tested,
            chance,
            _verdict(pair, tested, chance, risk),
            smallest_visible(pair.table, risk / len(pairs)) if pair.table.games else 1.0,
        )
        for pair, tested, chance in zip(pairs, tests, corrected, strict=True)
    ]


def _verdict(pair: Pair, tested: Tested, chance: float, risk: float) -> Verdict:
    if not pair.table.games or (len(pair.diverged) and not pair.table.informative):
        return "no information"
    if tested.held <= risk:
        return "held"
    if chance <= risk:
        return "harder" if pair.table.difference < 0 else "easier"
    return "unclear"


def cells_in_words(some: int, of: int, what: str = "cell") -> str:
    """`3 of 16 cells`"""
    return f"{some} of {of} {what}s" if of > 1 else f"the one {what}"


def _parting(turns: Sequence[int]) -> str:
    """When games diverged, from the turns of a sample in ascending order."""
    if turns[0] == turns[-1]:
        return f"all of a sample of {len(turns)} at turn {turns[0]}"
    return f"half of a sample of {len(turns)} by turn {turns[len(turns) // 2]} (turns {turns[0]} to {turns[-1]})"


def _span(low: float, high: float) -> str:
    """Two numbers as one where they read the same."""
    one, other = (f"{number:.0f}" if number >= 10 else f"{number:.2g}" for number in (low, high))
    return one if one == other else f"{one} to {other}"
