"""Two sides, game by game: which cells belong together, and how the same luck ended in each.

The sides may differ on any axis on which each has a single value (two versions, two policies); on all other axes, cells
with equal labels are compared. The games of a pair are played here, or read from two finished runs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.errors import NotComparable, message
from engine.game.cell import Cell
from engine.game.outcomes import Mean, Outcome, Share
from engine.game.protocol import Game
from sim.errors import Inconclusive
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.labels import Label
from sim.inspect.verify import checked_if_it_fails
from sim.play.outcome_cache import OutcomeCache, SeededCell
from sim.play.outcomes import Outcomes, joined, outcomes_of
from sim.runs.manifest import check_versions
from sim.runs.run import Run, load_run
from sim.runs.tables import packed_rows, readable_tables
from sim.statistics.categories import transitions
from sim.statistics.paired import Paired, PairedOutcome
from sim.statistics.paired_means import PairedMean
from sim.statistics.paired_ratios import PairedRatio

Steps = NDArray[Any]
"""By how much each game changed: whole numbers, but for a ratio."""

STRETCH = 1 << 20
"""Games of a cell that are read from two runs at a time."""


@dataclass(frozen=True)
class Match:
    """A cell before and after the change."""

    labels: Mapping[str, Label]
    """Those of the cell before; on an axis where the sides differ, `before → after`."""
    before: Cell
    after: Cell

    @property
    def same(self) -> bool:
        """Whether both sides play the very same games."""
        return self.before.key == self.after.key

    @property
    def name(self) -> str:
        """How a person names it."""
        return Cell(self.labels, {}).name


@dataclass(frozen=True)
class Pair:
    """The games of a match, side by side: the two games at one place had the same index and so the same luck."""

    match: Match
    before: Outcomes
    after: Outcomes
    indices: NDArray[np.int64] | None = None
    """The indices of the games; None if they are the first ones, without a gap."""
    _known: dict[str, PairedOutcome] = field(default_factory=dict, repr=False, compare=False)

    @property
    def games(self) -> int:
        return self.before.games

    def of(self, outcome: Outcome) -> PairedOutcome:
        """An outcome of these games, before and after."""
        if outcome.name not in self._known:
            self._known[outcome.name] = paired_outcome(outcome, self.before, self.after)
        return self._known[outcome.name]

    @cached_property
    def diverged(self) -> NDArray[np.int64]:
        """The indices of the games that left another row of results, the lowest first."""
        places = np.flatnonzero(self.before.marks != self.after.marks)
        return places if self.indices is None else self.indices[places]

    def categories(self, shares: Sequence[Share]) -> NDArray[np.int64]:
        """How many games were of which of these categories before and after."""
        sides = [np.zeros(self.games, np.int64) for _ in range(2)]
        for number, share in enumerate(shares, 1):
            for side, outcomes in zip(sides, (self.before, self.after), strict=True):
                side[outcomes.of(share) == 1] = number
        return transitions(sides[0], sides[1], len(shares))

    def steps(self, outcome: Outcome) -> Steps:
        """For each index, by how much the change moved the outcome, in parts of its unit; 0 if it was not played. For a
        mean over another column: by how much it moved the mean of all games."""
        if isinstance(outcome, Mean) and outcome.over:
            steps: Steps = _ratio_steps(outcome, self.before, self.after)
        else:
            steps = self.after.of(outcome) - self.before.of(outcome)
        return self._by_index(steps)

    def touched(self, outcome: Outcome) -> NDArray[np.bool_]:
        """For each index, whether the game counts for something else after the change."""
        other = self.before.of(outcome) != self.after.of(outcome)
        if isinstance(outcome, Mean) and outcome.over:
            other |= self.before.over(outcome) != self.after.over(outcome)
        return self._by_index(other)

    def _by_index(self, values: Steps) -> Steps:
        """The values of the games at their indices; 0 where none was played."""
        if self.indices is None or not len(self.indices):
            return values
        placed = np.zeros(self.indices[-1] + 1, values.dtype)
        placed[self.indices] = values
        return placed


def parts_of(outcome: Outcome) -> float:
    """Parts of a unit in which steps are counted."""
    return outcome.scale if isinstance(outcome, Mean) and not outcome.over else 1


def reach_of(outcome: Outcome) -> float:
    """The largest difference of an outcome that there can be; infinite if no bounds are known."""
    if isinstance(outcome, Share):
        return 1.0
    low, high = outcome.bounds or (0, 0)
    return (high - low) / outcome.scale if outcome.bounds and not outcome.over else inf


def widths_of(outcome: Mean) -> tuple[float, float]:
    """Of a mean over another column: how far apart two games can be in the numerator, in its unit, and in the
    denominator. The first is infinite if no bounds are known; the second is 0 if only those of the numerator are."""
    low, high = outcome.bounds or (0, inf)
    least, most = outcome.over_bounds or (0, 0)
    return (high - low) / outcome.scale, float(most - least)


def paired_outcome(outcome: Outcome, before: Outcomes, after: Outcomes) -> PairedOutcome:
    """An outcome of the same games on both sides."""
    if isinstance(outcome, Share):
        return paired_share(outcome, before, after)
    was, now = before.of(outcome), after.of(outcome)
    if outcome.over:
        sides = (was, before.over(outcome)), (now, after.over(outcome))
        return PairedRatio.of(*sides, outcome.scale, widths_of(outcome))
    return PairedMean.of(was, now, outcome.scale, reach_of(outcome))


def paired_share(outcome: Share, before: Outcomes, after: Outcomes) -> Paired:
    """The two-by-two table of a share."""
    was, now = (side.of(outcome).astype(np.bool_) for side in (before, after))
    both, old, new = (int(np.count_nonzero(flags)) for flags in (was & now, was, now))
    return Paired(both, old - both, new - both, before.games - old - new + both)


def _ratio_steps(outcome: Mean, before: Outcomes, after: Outcomes) -> NDArray[np.float64]:
    """What each game does to the difference of two ratios, by the delta method; their mean is the difference."""
    moved = np.zeros(before.games)
    for side, sign in ((before, -1), (after, 1)):
        over, under = side.of(outcome) / outcome.scale, side.over(outcome)
        whole = max(float(under.sum()), 1.0)
        ratio = float(over.sum()) / whole
        moved += sign * (ratio + (over - ratio * under) * before.games / whole)
    return moved


def cells_in_common(before: Sequence[Cell], after: Sequence[Cell]) -> list[Match]:
    """The cells that both sides have, by their labels; NotComparable if there are none."""
    free = _free_axes(before, after)
    others = {_labels_but(cell, free): cell for cell in after}
    matches = []
    for cell in before:
        other = others.get(_labels_but(cell, free))
        if other is None:
            continue
        labels = dict(cell.labels)
        for axis in free:
            labels[axis] = f"{cell.labels[axis]} → {other.labels[axis]}"
        matches.append(Match(labels, cell, other))
    if not matches:
        raise NotComparable(message("the two sides have no cell in common"))
    return matches


def match_cells(game: Game, before: Sequence[Cell], after: Sequence[Cell]) -> list[Match]:
    """The cells that can be compared game by game; NotComparable if there are none, or if they share no luck."""
    return [_checked(game, match) for match in cells_in_common(before, after)]


def match_variant(before: ResolvedExperiment, after: ResolvedExperiment) -> list[Match]:
    """The cells of an experiment and of a variant of it, which has the same ones in the same order."""
    return [
        _checked(before.game, Match(was.labels, was, now)) for was, now in zip(before.cells, after.cells, strict=True)
    ]


def play_pairs(cache: OutcomeCache, matches: Sequence[Match], seed: int, last: int, first: int = 0) -> list[Pair]:
    """The games [first, last) of every match, on both sides."""
    places = [SeededCell(cell, seed) for match in matches for cell in (match.before, match.after)]
    outcomes = cache.play(places, last, first)
    return [Pair(match, outcomes[2 * at], outcomes[2 * at + 1]) for at, match in enumerate(matches)]


def pair_runs(before: Path, after: Path) -> tuple[list[Pair], Run]:
    """The cells that both runs have, with the games that both played; and one of the runs, which knows the game."""
    was, now = load_run(before), load_run(after)
    _check_comparable(was, now)
    game = was.experiment.game
    matches = match_cells(game, was.experiment.cells, now.experiment.cells)
    return pairs_of(was, now, matches), was


def pairs_of(before: Run, after: Run, matches: Sequence[Match]) -> list[Pair]:
    """The games that both runs played in these cells; the two may be one run that played several versions."""
    with checked_if_it_fails(before.path, after.path), readable_tables(before.path):
        return [_pair(before, after, match) for match in matches]


def shared_games(before: Run, after: Run, match: Match) -> Iterator[pl.LazyFrame]:
    """The rows of the games that both runs played in a cell, some at a time in the order of their indices; the columns
    of the second run end in `_after`."""
    sides = [(run, _number(run, cell)) for run, cell in ((before, match.before), (after, match.after))]
    for first in range(0, max(min(run.end_of(number) for run, number in sides), 1), STRETCH):
        was, now = (run.games_of(number, first, first + STRETCH) for run, number in sides)
        yield was.join(now, on="game", suffix="_after")


def shared_outcome(before: Run, after: Run, match: Match, outcome: Outcome) -> PairedOutcome:
    """An outcome of these games in both runs."""
    columns = [outcome.column, *([outcome.over] if isinstance(outcome, Mean) and outcome.over else [])]
    kept = [name for column in columns for name in (column, f"{column}_after")]
    parts = [part.select(kept).collect(engine="streaming") for part in shared_games(before, after, match)]
    rows = pl.concat(parts)
    marks = np.zeros(len(rows), np.uint64)
    sides = [Outcomes({name: rows[name + end].to_numpy() for name in columns}, marks) for end in ("", "_after")]
    return paired_outcome(outcome, *sides)


def _pair(before: Run, after: Run, match: Match) -> Pair:
    game = before.experiment.game
    played: list[tuple[Outcomes, Outcomes]] = []
    indices: list[NDArray[np.int64]] = []
    for part in shared_games(before, after, match):
        rows = part.sort("game").collect()
        sides = [rows.select(column.name for column in game.columns)]
        sides.append(rows.select(pl.col(f"{column.name}_after").alias(column.name) for column in game.columns))
        was, now = (outcomes_of(game, packed_rows(game, side)) for side in sides)
        played.append((was, now))
        indices.append(rows["game"].to_numpy().astype(np.int64))
    was, now = (joined(side) for side in zip(*played, strict=True))
    all_indices = np.concatenate(indices)
    has_gaps = len(all_indices) > 0 and int(all_indices[-1]) >= len(all_indices)
    return Pair(match, was, now, all_indices if has_gaps else None)


def _check_comparable(before: Run, after: Run) -> None:
    was, now = before.manifest, after.manifest
    for run in (before, after):
        if run.manifest["detail"] != "games":
            raise Inconclusive(message("kept no rows (--detail cells), so its games cannot be paired"), source=run.path)
        check_versions(run.path, run.manifest, run.experiment, NotComparable)
    if was["game"]["name"] != now["game"]["name"]:
        raise NotComparable(
            message(
                "{value} against {value2}: two different games", value=was["game"]["name"], value2=now["game"]["name"]
            )
        )
    if was["seed"] != now["seed"]:
        raise NotComparable(
            message(
                "{path} has seed {was}, {path2} {now}: no luck is shared",
                path=before.path,
                was=was["seed"],
                path2=after.path,
                now=now["seed"],
            )
        )


def _number(run: Run, cell: Cell) -> int:
    """The row of a cell in the summary of its run."""
    return next(at for at, other in enumerate(run.experiment.cells) if other.labels == cell.labels)


def _checked(game: Game, match: Match) -> Match:
    if reason := game.incomparable(match.before, match.after):
        raise NotComparable(message("{reason}", reason=reason), source=match.name)
    return match


def _free_axes(before: Sequence[Cell], after: Sequence[Cell]) -> list[str]:
    """The axes on which the sides differ by design: one value here, another one there."""
    mine, yours = _values(before), _values(after)
    if mine.keys() != yours.keys():
        here, there = (", ".join(axis for axis in side) for side in (mine, yours))
        raise NotComparable(
            message("no cell in common: one side has the axes {here}, the other {there}", here=here, there=there)
        )
    free = []
    for axis, values in mine.items():
        if values & yours[axis]:
            continue
        if len(values) > 1 or len(yours[axis]) > 1:
            here, there = (", ".join(sorted(map(str, side))) for side in (values, yours[axis]))
            raise NotComparable(
                message(
                    "{here} on one side, {there} on the other: expected one on each, or the same",
                    here=here,
                    there=there,
                ),
                source=axis,
            )
        free.append(axis)
    return free


def _values(cells: Sequence[Cell]) -> dict[str, set[Label]]:
    return {axis: {cell.labels[axis] for cell in cells} for axis in cells[0].labels}


def _labels_but(cell: Cell, free: Sequence[str]) -> tuple[Label, ...]:
    return tuple(value for axis, value in cell.labels.items() if axis not in free)
