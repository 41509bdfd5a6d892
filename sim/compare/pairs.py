"""Two sides, game by game: which cells belong together, and how the same luck ended in each.

The sides may differ on any axis on which each has a single value (two versions, two policies); on all other axes, cells
with equal labels are compared. The games of a pair are played here, or read from two finished runs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.errors import NotComparable
from engine.game.cell import Cell
from engine.game.protocol import Game
from sim.errors import Inconclusive
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.labels import Label
from sim.inspect.verify import checked_if_it_fails
from sim.play.outcome_cache import OutcomeCache, SeededCell
from sim.play.outcomes import Outcomes, outcomes_of
from sim.runs.manifest import check_versions
from sim.runs.run import Run, load_run
from sim.runs.tables import packed_rows, readable_tables
from sim.statistics.paired import Paired


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

    @cached_property
    def table(self) -> Paired:
        """How many games were won on both sides, on one, on none."""
        both = int(np.count_nonzero(self.before.won & self.after.won))
        was, now = int(np.count_nonzero(self.before.won)), int(np.count_nonzero(self.after.won))
        return Paired(both, was - both, now - both, self.before.games - was - now + both)

    @cached_property
    def diverged(self) -> NDArray[np.int64]:
        """The indices of the games that left another row of results, the lowest first."""
        places = np.flatnonzero(self.before.marks != self.after.marks)
        return places if self.indices is None else self.indices[places]

    @property
    def steps(self) -> NDArray[np.int8]:
        """For each index: 1 if the change won the game, −1 if the change lost it, 0 if its end is the same or it was
        not played."""
        steps = self.after.won.astype(np.int8) - self.before.won.astype(np.int8)
        if self.indices is None or not len(self.indices):
            return steps
        spread = np.zeros(self.indices[-1] + 1, np.int8)
        spread[self.indices] = steps
        return spread


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
        raise NotComparable("the two sides have no cell in common")
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
    with checked_if_it_fails(before, after), readable_tables(before):
        return [_pair(was, now, match) for match in matches], was


def shared_games(before: Run, after: Run, match: Match) -> pl.LazyFrame:
    """The rows of the games that both runs played in a cell; the columns of the second run end in `_after`."""
    sides = [
        run.games.filter(pl.col("cell") == _number(run, cell))
        for run, cell in ((before, match.before), (after, match.after))
    ]
    return sides[0].join(sides[1], on="game", suffix="_after")


def shared_wins(before: Run, after: Run, match: Match) -> Paired:
    """How many of these games were won in both runs, in one, in none."""
    counted = shared_games(before, after, match).group_by("won", "won_after").len().collect(engine="streaming")
    games = {(was, now): number for was, now, number in counted.select("won", "won_after", "len").iter_rows()}
    return Paired(*(games.get(ends, 0) for ends in ((1, 1), (1, 0), (0, 1), (0, 0))))


def _pair(before: Run, after: Run, match: Match) -> Pair:
    game = before.experiment.game
    rows = shared_games(before, after, match).sort("game").collect()
    sides = [rows.select(column.name for column in game.columns)]
    sides.append(rows.select(pl.col(f"{column.name}_after").alias(column.name) for column in game.columns))
    was, now = (outcomes_of(game, packed_rows(game, side)) for side in sides)
    indices = rows["game"].to_numpy().astype(np.int64)
    has_gaps = len(indices) > 0 and int(indices[-1]) >= len(indices)
    return Pair(match, was, now, indices if has_gaps else None)


def _check_comparable(before: Run, after: Run) -> None:
    was, now = before.manifest, after.manifest
    for run in (before, after):
        if run.manifest["detail"] != "games":
            raise Inconclusive(f"{run.path}: kept no rows (--detail cells), so its games cannot be paired")
        check_versions(run.path, run.manifest, run.experiment, NotComparable)
    if was["game"]["name"] != now["game"]["name"]:
        raise NotComparable(f"{was['game']['name']} against {now['game']['name']}: two different games")
    if was["seed"] != now["seed"]:
        raise NotComparable(f"{before.path} has seed {was['seed']}, {after.path} {now['seed']}: no luck is shared")


def _number(run: Run, cell: Cell) -> int:
    """The row of a cell in the summary of its run."""
    return next(at for at, other in enumerate(run.experiment.cells) if other.labels == cell.labels)


def _checked(game: Game, match: Match) -> Match:
    if reason := game.incomparable(match.before, match.after):
        raise NotComparable(f"{match.name}: {reason}")
    return match


def _free_axes(before: Sequence[Cell], after: Sequence[Cell]) -> list[str]:
    """The axes on which the sides differ by design: one value here, another one there."""
    mine, yours = _values(before), _values(after)
    if mine.keys() != yours.keys():
        raise NotComparable("the two sides are of different games")
    free = []
    for axis, values in mine.items():
        if values & yours[axis]:
            continue
        if len(values) > 1 or len(yours[axis]) > 1:
            here, there = (", ".join(sorted(map(str, side))) for side in (values, yours[axis]))
            raise NotComparable(f"{axis}: {here} on one side, {there} on the other: expected one on each, or the same")
        free.append(axis)
    return free


def _values(cells: Sequence[Cell]) -> dict[str, set[Label]]:
    return {axis: {cell.labels[axis] for cell in cells} for axis in cells[0].labels}


def _labels_but(cell: Cell, free: Sequence[str]) -> tuple[Label, ...]:
    return tuple(value for axis, value in cell.labels.items() if axis not in free)
