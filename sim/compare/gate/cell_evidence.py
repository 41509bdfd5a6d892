"""What the gate knows about an outcome of a cell, about a group of cells that differ only in the size of the table, and
about a whole of several categories."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell
from engine.game.outcomes import Mean, Outcome, Share
from engine.language.current import said, word
from sim.compare.claimed_change import Claim
from sim.compare.gate.stored import StoredCell, StoredSums, silent_between, sums_of, unpaired_change, value_of
from sim.compare.pairs import Match, Pair, paired_outcome, parts_of, reach_of, widths_of
from sim.experiment.labels import Label
from sim.play.outcomes import Outcomes
from sim.statistics.categories import FEWEST, whole_moved
from sim.statistics.paired import PairedOutcome
from sim.statistics.paired_means import PairedMean
from sim.statistics.paired_ratios import PairedRatio
from sim.statistics.sequential import Evidence, OneLook, StepCounts, step_values
from sim.statistics.unseen import NOTHING_UNSEEN, Unseen
from sim.text.axis_words import axis_word


@dataclass
class CheckedCell:
    """One outcome of a cell at the gate."""

    baseline: Path
    match: Match
    outcome: Outcome
    claim: Claim
    seed: int
    stored: StoredCell
    columns: Mapping[str, str]
    """Those of the digest of its first games."""
    group_axis: str | None = None
    """The axis over which the baseline groups its cells …"""
    room: float = 0.0
    """… and how far beyond its claim a cell of a group may lie."""
    same_engine: bool = True
    table: PairedOutcome | None = None
    """The games of both sides."""
    diverged: int = 0
    """Those of them that left another row of results."""
    now: Outcomes | None = None
    """The new side alone, where the old one cannot be played again."""
    status: str = "open"
    """`kept`, `kept as a group`, `broken`, `open`, or `no information`."""
    change: float = 0.0
    interval: tuple[float, float] = (-1.0, 1.0)
    corrected: float = 1.0
    """The p-value of the claim, after the correction over all cells, groups and wholes."""
    needed: int | None = None
    """About how many games would decide it, if it is open and any number would."""

    @property
    def exact(self) -> bool:
        """Whether both sides play the very same games, so that nothing need be played to know that nothing changed."""
        return self.same_engine and self.match.same

    @property
    def paired(self) -> bool:
        """Whether both sides are played."""
        return self.same_engine and not self.match.same

    @property
    def kept(self) -> bool:
        return self.status.startswith("kept")

    @property
    def assumed(self) -> float:
        """The change of a game that none exceeds if the claim is kept; 0 where bounds say so, or nothing changed."""
        if self.exact:
            return 0.0
        unseen = self.table if self.table is not None and self.same_engine else self.unseen_unpaired()
        return 0.0 if isfinite(float(np.asarray(unseen.reach))) else float(np.asarray(unseen.span))

    def waits(self, most: int) -> bool:
        """Whether its games were not judged yet: without bounds a mean is judged at the last look only."""
        is_open = self.status == "open" and self.paired and self.games > 0
        return is_open and self.games < most and self.table is not None and self.table.evidence(False).reach == inf

    @property
    def blind(self) -> bool:
        """Whether too few of its games changed to say anything."""
        return self.status == "open" and self.table is not None and self.table.interval()[1] == inf

    @property
    def games(self) -> int:
        """Played here, of the new side."""
        return self.now.games if self.now else self.table.games if self.table else 0

    @property
    def silent(self) -> bool:
        """Whether the games say nothing: all of them ended the same way, and not because nothing changed; or nothing of
        what the outcome is about was there. That all games are of one length says a lot: the game fixes it."""
        if isinstance(self.outcome, Mean) and self.outcome.length:
            return False
        if self.now is not None:
            before = self.stored.outcomes.get(self.outcome.name)
            if before is None:
                return False
            return silent_between(self.outcome, (before, self.stored.games), (self._sums(self.now), self.games))
        if isinstance(self.table, PairedRatio) and self.table.counts_nothing:
            return True
        return bool(self.diverged) and self.table is not None and not self.table.informative

    @property
    def before(self) -> float | None:
        """The outcome as it was; None if the baseline does not store it and nothing was played."""
        if self.table is not None:
            return self.table.before
        stored = self.stored.outcomes.get(self.outcome.name)
        return None if stored is None else value_of(self.outcome, stored, self.stored.games)

    def add(self, pair: Pair) -> None:
        """Take in more games of both sides."""
        more = pair.of(self.outcome)
        self.table = more if self.table is None else self.table.plus(more)
        self.diverged += len(pair.diverged)

    def evidence(self, last: bool) -> Evidence:
        """What its games say; nothing if it is not played on both sides."""
        return OneLook(0.0, 1.0, 0.0, 1.0) if self.table is None else self.table.evidence(last)

    def unpaired(self) -> tuple[float, float] | None:
        """The difference to the stored games, and its standard error; None if nothing is stored of this outcome."""
        before = self.stored.outcomes.get(self.outcome.name)
        if before is None or self.now is None:
            return None
        return unpaired_change(self.outcome, (before, self.stored.games), (self._sums(self.now), self.games))

    def unseen_unpaired(self) -> Unseen:
        """What limits the jumps that neither the stored games nor the new ones have shown."""
        if isinstance(self.outcome, Share):
            return NOTHING_UNSEEN
        reach, before = reach_of(self.outcome), self.stored.outcomes.get(self.outcome.name)
        if self.outcome.over and before is not None:
            under = max(before.over or 0, 1) / self.stored.games
            numerator, denominator = widths_of(self.outcome)
            reach = (numerator + abs(value_of(self.outcome, before, self.stored.games)) * denominator) / under
        games = 1 / (1 / max(self.games, 1) + 1 / self.stored.games)
        # Of the stored games only sums are known: the new ones tell how far games lie apart.
        span = paired_outcome(self.outcome, self.now, self.now).span if self.now else 0.0
        return Unseen(reach, games, inf, span)

    def _sums(self, played: Outcomes) -> StoredSums:
        return sums_of(self.outcome, played)


@dataclass
class CheckedGroup:
    """Some cells at the gate that share their labels but for one axis, and have one claim about one outcome."""

    labels: Mapping[str, Label]
    axis: str
    """The axis in which its cells differ."""
    at: list[int]
    """The places of its cells in the gate."""
    cells: list[CheckedCell]
    counts: NDArray[np.int64] = field(init=False)
    """Of a share: how many game indices moved the sum of its cells by −n, …, 0, …, +n games."""
    mean: PairedMean | None = None
    """Of a mean: the sum of its cells, index by index."""
    broken: bool = False
    change: float = 0.0
    interval: tuple[float, float] = (-1.0, 1.0)
    corrected: float = 1.0

    def __post_init__(self) -> None:
        self.counts = np.zeros(2 * len(self.cells) + 1, np.int64)

    @property
    def claim(self) -> Claim:
        return self.cells[0].claim

    @property
    def outcome(self) -> Outcome:
        return self.cells[0].outcome

    @property
    def name(self) -> str:
        """`base/literal/doom6 (players 2, 3, 4, 5 together)`"""
        values = ", ".join(str(cell.match.labels[self.axis]) for cell in self.cells)
        together = said("{axis} {values} together", axis=axis_word(self.axis), values=values)
        return f"{Cell(self.labels, {}).name} ({together})"

    @property
    def games(self) -> int:
        return int(self.counts.sum()) if self.mean is None else self.mean.games

    @property
    def difference(self) -> float:
        """The mean change of its cells."""
        if self.mean is not None:
            return self.mean.difference
        return float((self.counts * step_values([len(self.cells)])[0]).sum() / self.games)

    def add(self, pairs: Sequence[Pair]) -> None:
        """Take in more games: those of its cells that are played."""
        if isinstance(self.outcome, Mean):
            before, after = (
                np.sum([side.of(self.outcome) for side in sides], axis=0)
                for sides in ([pair.before for pair in pairs], [pair.after for pair in pairs])
            )
            scale = parts_of(self.outcome) * len(self.cells)
            more = PairedMean.of(before, after, scale, reach_of(self.outcome))
            self.mean = more if self.mean is None else self.mean.plus(more)
            return
        sums = np.sum([pair.steps(self.outcome) for pair in pairs], axis=0, dtype=np.int64)
        self.counts += np.bincount(sums + len(self.cells), minlength=len(self.counts))

    def evidence(self, last: bool) -> Evidence:
        """What its games say."""
        if isinstance(self.outcome, Mean):
            # Before any game was played, anything is possible.
            return OneLook(0.0, np.inf, 0.0, 1) if self.mean is None else self.mean.evidence(last)
        return StepCounts(self.counts.astype(float), step_values([len(self.cells)])[0], last)


@dataclass
class CheckedWhole:
    """All categories of one whole in one cell."""

    family: str
    at: list[int]
    """The places of its categories in the gate."""
    cells: list[CheckedCell]
    table: NDArray[np.int64] | None = None
    """How many games were of which category before and after."""
    broken: bool = False
    corrected: float = 1.0

    @property
    def name(self) -> str:
        """`base/players3 (winner, all categories together)`"""
        together = said("{family}, all categories together", family=word(self.family))
        return f"{self.cells[0].match.name} ({together})"

    @property
    def games(self) -> int:
        return 0 if self.table is None else int(self.table.sum())

    @property
    def shares(self) -> list[Share]:
        return [cell.outcome for cell in self.cells if isinstance(cell.outcome, Share)]

    def add(self, pair: Pair) -> None:
        """Take in more games."""
        more = pair.categories(self.shares)
        self.table = more if self.table is None else self.table + more

    def outside(self, last: bool) -> float:
        """The p-value of the claims about all categories. It has half of the risk, and one look, the last one."""
        if not last or self.table is None:
            return 1.0
        ends = [[cell.claim.low for cell in self.cells], [cell.claim.high for cell in self.cells]]
        return min(1.0, 2 * whole_moved(self.table, *ends))


def groups_of(cells: Sequence[CheckedCell]) -> list[CheckedGroup]:
    """The cells grouped as their baselines say. A group never has two claims, and a single cell is none. Only what is
    tested at every look is grouped."""
    found: dict[object, list[int]] = {}
    for at, cell in enumerate(cells):
        if cell.group_axis is None or not cell.same_engine or not np.isfinite(reach_of(cell.outcome)):
            continue
        shared = tuple((axis, value) for axis, value in cell.match.labels.items() if axis != cell.group_axis)
        found.setdefault((cell.baseline, cell.seed, shared, cell.claim, cell.outcome.name), []).append(at)
    return [_group(cells, at) for at in found.values() if len(at) > 1]


def wholes_of(cells: Sequence[CheckedCell], always: bool = False) -> list[CheckedWhole]:
    """For each cell that is played on both sides, or for every cell, each whole of at least three categories that are
    checked."""
    found: dict[tuple[int, str], list[int]] = {}
    for at, cell in enumerate(cells):
        if isinstance(cell.outcome, Share) and cell.outcome.family and (cell.paired or always):
            found.setdefault((id(cell.match), cell.outcome.family), []).append(at)
    return [
        CheckedWhole(family, at, [cells[place] for place in at])
        for (_, family), at in found.items()
        if len(at) >= FEWEST
    ]


def _group(cells: Sequence[CheckedCell], at: list[int]) -> CheckedGroup:
    members = [cells[place] for place in at]
    axis = str(members[0].group_axis)
    labels = {name: value for name, value in members[0].match.labels.items() if name != axis}
    return CheckedGroup(labels, axis, at, members)
