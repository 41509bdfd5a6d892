"""The gate: does a changed game keep to what was accepted, or do what was intended? Pass, fail, or not known.

Cells whose first games still have the digest of the baseline are played on both sides and paired. Where the engine or
a policy plays otherwise by now, the old side cannot be played again; such a cell is compared, once and unpaired, with
the counts that the baseline stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np
from scipy.special import ndtr, ndtri

from sim.compare.gate.baseline import FIRST_GAMES, Played, Sides, first_digest
from sim.compare.gate.claims import Ledger
from sim.compare.gate.intent import Claim, claims_of
from sim.compare.pairs import Match, Pair, match_variant, play_pairs
from sim.play.outcome_cache import Arena, Place
from sim.play.outcomes import Outcomes
from sim.statistics.intervals import CONFIDENCE, holm, unpaired
from sim.statistics.paired import Paired
from sim.statistics.sequential import Counts, lasting_interval, looks

MOST_GAMES = 65_536
"""Of a cell, before the gate gives up."""
RISK = 0.01


class Outcome(IntEnum):
    """How a gate ends; the number is the exit code."""

    PASS = 0
    FAIL = 3
    INCONCLUSIVE = 4

    @property
    def word(self) -> str:
        """For a person."""
        return self.name.lower()


@dataclass
class Entry:
    """A cell at the gate."""

    baseline: Path
    match: Match
    claim: Claim
    seed: int
    stored: Played
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
        """Whether the games cannot tell anything: all of them ended alike, and not because nothing changed."""
        if self.pair:
            return bool(len(self.pair.diverged)) and not self.pair.table.informative
        wins = int(np.count_nonzero(self.now.won)) if self.now else 0
        return (self.stored.wins, wins) in ((0, 0), (self.stored.games, self.games))


@dataclass(frozen=True)
class Verdict:
    """What the gate says."""

    outcome: Outcome
    entries: list[Entry]
    risk: float
    played: int

    def with_status(self, status: str) -> list[Entry]:
        """The cells of that status."""
        return [entry for entry in self.entries if entry.status == status]

    @property
    def changed_engine(self) -> list[Entry]:
        """The cells whose old side cannot be played again."""
        return [entry for entry in self.entries if not entry.same_engine]


def entries_of(sides: Sides, intent: str, source: str) -> list[Entry]:
    """The cells of a baseline, with what is claimed of each."""
    matches = match_variant(sides.before, sides.after)
    claims = claims_of(intent, [match.labels for match in matches], sides.margin, source)
    return [
        Entry(sides.path, match, claim, sides.baseline.seed, stored)
        for match, claim, stored in zip(matches, claims, sides.baseline.cells, strict=True)
    ]


def decide(arena: Arena, entries: Sequence[Entry], risk: float = RISK, most: int = MOST_GAMES) -> Verdict:
    """Play what is needed."""
    ends = [np.array(bounds) for bounds in zip(*(entry.claim for entry in entries), strict=True)]
    ledger = Ledger(ends[0], ends[1], risk)
    check_engine(arena, entries)
    _compare_unpaired(arena, [entry for entry in entries if not entry.same_engine])
    for games in looks(most):
        left = [entry for entry, kept in zip(entries, ledger.inside, strict=True) if entry.same_engine and not kept]
        _play(arena, left, games)
        _look(ledger, entries, games == most)
        if ledger.failed or ledger.passed or not left:
            break
    corrected = holm(ledger.outside.tolist())
    for entry, kept, chance in zip(entries, ledger.inside, corrected, strict=True):
        entry.corrected = chance
        entry.status = "broken" if chance <= risk else "kept" if kept else "no information" if entry.silent else "open"
        entry.change, entry.interval = _estimate(entry, entry.games == most)
    outcome = Outcome.FAIL if ledger.failed else Outcome.PASS if ledger.passed else Outcome.INCONCLUSIVE
    return Verdict(outcome, list(entries), risk, arena.played)


def check_engine(arena: Arena, entries: Sequence[Entry]) -> None:
    """Play the first games as they were accepted, and see whether they are the same."""
    first = arena.play([Place(entry.match.before, entry.seed) for entry in entries], FIRST_GAMES)
    for entry, played in zip(entries, first, strict=True):
        entry.same_engine = first_digest(played) == entry.stored.digest


def _play(arena: Arena, entries: Sequence[Entry], games: int) -> None:
    for seed in {entry.seed for entry in entries}:
        some = [entry for entry in entries if entry.seed == seed]
        for entry, pair in zip(some, play_pairs(arena, [each.match for each in some], seed, games), strict=True):
            entry.pair = pair


def _compare_unpaired(arena: Arena, entries: Sequence[Entry]) -> None:
    """The new side alone, as many games as the baseline stored."""
    for entry in entries:
        [entry.now] = arena.play([Place(entry.match.after, entry.seed)], entry.stored.games)


def _look(ledger: Ledger, entries: Sequence[Entry], last: bool) -> None:
    tables = [entry.pair.table if entry.pair else Paired(0, 0, 0, 1) for entry in entries]
    gained, lost, games = (
        np.array([getattr(table, name) for table in tables], float) for name in ("gained", "lost", "games")
    )
    counts = Counts(gained, lost, games, last)
    outside, inside = counts.outside(ledger.low, ledger.high), counts.inside(ledger.low, ledger.high)
    for at, entry in enumerate(entries):
        if not entry.same_engine:
            change, spread = _unpaired(entry)
            below, above = (float(ndtr((change - end) / spread)) for end in entry.claim)
            outside[at], inside[at] = min(2 * min(below, 1 - above), 1.0), max(1 - below, above)
    ledger.judge(outside, inside, np.array([entry.silent for entry in entries]))


def _unpaired(entry: Entry) -> tuple[float, float]:
    wins = int(np.count_nonzero(entry.now.won)) if entry.now else 0
    return unpaired((entry.stored.wins, entry.stored.games), (wins, entry.games))


def _estimate(entry: Entry, last: bool) -> tuple[float, tuple[float, float]]:
    if entry.pair:
        return entry.pair.table.difference, lasting_interval(entry.pair.table, last)
    change, spread = _unpaired(entry)
    reach = float(ndtri(0.5 + CONFIDENCE / 2)) * spread
    return change, (change - reach, change + reach)
