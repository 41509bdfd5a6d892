"""Two sides, game by game: which cells belong together, and what the same luck came to in each.

Sides may differ in any axis on which each has a single value (two decks, two policies); on all others the cells with
equal labels are compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.errors import NotComparable
from engine.game.cell import Cell
from engine.game.protocol import Game
from sim.experiment.experiment import Effective
from sim.experiment.labels import Label
from sim.play.outcome_cache import Arena, Place
from sim.play.outcomes import Outcomes
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
    """The games of a match, side by side: game i of the one and game i of the other had the same luck."""

    match: Match
    before: Outcomes
    after: Outcomes

    @cached_property
    def table(self) -> Paired:
        """How many games were won on both sides, on one, on none."""
        both = int(np.count_nonzero(self.before.won & self.after.won))
        was, now = int(np.count_nonzero(self.before.won)), int(np.count_nonzero(self.after.won))
        return Paired(both, was - both, now - both, self.before.games - was - now + both)

    @cached_property
    def diverged(self) -> NDArray[np.int64]:
        """The indices, from the first game on, of those that left another row of results."""
        return np.flatnonzero(self.before.marks != self.after.marks)

    @property
    def steps(self) -> NDArray[np.int8]:
        """For each game: 1 if the change won it, −1 if the change lost it, 0 if it was all the same."""
        return self.after.won.astype(np.int8) - self.before.won.astype(np.int8)


def match_cells(game: Game, before: Sequence[Cell], after: Sequence[Cell]) -> list[Match]:
    """The cells that can be compared; NotComparable if there are none, or if they share no luck."""
    free = _free_axes(before, after)
    others = {_place(cell, free): cell for cell in after}
    matches = []
    for cell in before:
        other = others.get(_place(cell, free))
        if other is None:
            continue
        labels = dict(cell.labels)
        for axis in free:
            labels[axis] = f"{cell.labels[axis]} → {other.labels[axis]}"
        matches.append(_checked(game, Match(labels, cell, other)))
    if not matches:
        raise NotComparable("the two sides have no cell in common")
    return matches


def match_variant(before: Effective, after: Effective) -> list[Match]:
    """The cells of an experiment and of a variant of it, which has the same ones in the same order."""
    return [
        _checked(before.game, Match(was.labels, was, now)) for was, now in zip(before.cells, after.cells, strict=True)
    ]


def play_pairs(arena: Arena, matches: Sequence[Match], seed: int, last: int, first: int = 0) -> list[Pair]:
    """The games [first, last) of every match, on both sides."""
    places = [Place(cell, seed) for match in matches for cell in (match.before, match.after)]
    outcomes = arena.play(places, last, first)
    return [Pair(match, *outcomes[2 * at : 2 * at + 2]) for at, match in enumerate(matches)]


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


def _place(cell: Cell, free: Sequence[str]) -> tuple[Label, ...]:
    return tuple(value for axis, value in cell.labels.items() if axis not in free)
