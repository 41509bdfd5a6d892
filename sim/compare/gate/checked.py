"""What the gate knows about a cell, and about a group of cells that differ only in the size of the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell
from sim.compare.gate.baseline import StoredCounts
from sim.compare.gate.intent import Claim
from sim.compare.pairs import Match, Pair
from sim.experiment.labels import Label
from sim.play.outcomes import Outcomes
from sim.statistics.paired import Paired
from sim.statistics.sequential import StepCounts, step_values

NOTHING = Paired(0, 0, 0, 0)


@dataclass
class CheckedCell:
    """A cell at the gate."""

    baseline: Path
    match: Match
    claim: Claim
    seed: int
    stored: StoredCounts
    schema: int
    """Of its baseline."""
    group_axis: str | None = None
    """The axis over which the baseline groups its cells …"""
    room: float = 0.0
    """… and how far beyond its claim a cell of a group may lie."""
    same_engine: bool = True
    table: Paired = NOTHING
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
    """The p-value of the claim, after the correction over all cells and groups."""
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
    def games(self) -> int:
        """Played here, of the new side."""
        return self.now.games if self.now else self.table.games

    @property
    def silent(self) -> bool:
        """Whether the games say nothing: all of them ended the same way, and not because nothing changed."""
        if self.now is not None:
            wins = int(np.count_nonzero(self.now.won))
            return (self.stored.wins, wins) in ((0, 0), (self.stored.games, self.games))
        return bool(self.diverged) and not self.table.informative

    def add(self, pair: Pair) -> None:
        """Take in more games of both sides."""
        more = pair.table
        self.table = Paired(*(here + new for here, new in zip(self.table, more, strict=True)))
        self.diverged += len(pair.diverged)


@dataclass
class CheckedGroup:
    """Some cells at the gate that share their labels but for one axis, and have one claim."""

    labels: Mapping[str, Label]
    axis: str
    """The axis in which its cells differ."""
    at: list[int]
    """The places of its cells in the gate."""
    cells: list[CheckedCell]
    counts: NDArray[np.int64] = field(init=False)
    """How many game indices moved the sum of its cells by −n, …, 0, …, +n games."""
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
    def name(self) -> str:
        """`base/literal/doom6 (players 2, 3, 4, 5 together)`"""
        values = ", ".join(str(cell.match.labels[self.axis]) for cell in self.cells)
        return f"{Cell(self.labels, {}).name} ({self.axis} {values} together)"

    @property
    def games(self) -> int:
        return int(self.counts.sum())

    def add(self, steps: Sequence[NDArray[np.int8]]) -> None:
        """Take in more games: for each of its cells that are played, the step of every index."""
        sums = np.sum(steps, axis=0, dtype=np.int64)
        self.counts += np.bincount(sums + len(self.cells), minlength=len(self.counts))


def groups_of(cells: Sequence[CheckedCell]) -> list[CheckedGroup]:
    """The cells grouped as their baselines say. A group never has two claims, and a single cell is none."""
    found: dict[object, list[int]] = {}
    for at, cell in enumerate(cells):
        if cell.group_axis is None or not cell.same_engine:
            continue
        shared = tuple((axis, value) for axis, value in cell.match.labels.items() if axis != cell.group_axis)
        found.setdefault((cell.baseline, cell.seed, shared, cell.claim), []).append(at)
    return [_group(cells, at) for at in found.values() if len(at) > 1]


def _group(cells: Sequence[CheckedCell], at: list[int]) -> CheckedGroup:
    members = [cells[place] for place in at]
    axis = str(members[0].group_axis)
    labels = {name: value for name, value in members[0].match.labels.items() if name != axis}
    return CheckedGroup(labels, axis, at, members)


def step_counts(groups: Sequence[CheckedGroup], last: bool) -> StepCounts:
    """The evidence of all groups."""
    values = step_values([len(group.cells) for group in groups])
    counts = np.zeros_like(values)
    for row, group in enumerate(groups):
        counts[row, : len(group.counts)] = group.counts
    return StepCounts(counts, values, last)
