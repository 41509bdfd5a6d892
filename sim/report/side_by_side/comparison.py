"""Several runs side by side: the same cells, run by run, and their differences to the first run."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from engine.errors import NotComparable, message
from engine.game.outcomes import Outcome, Share
from sim.compare.pairs import Match, cells_in_common, shared_outcome
from sim.compare.verdicts import DecisionRule, direction
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.run_data import RunData
from sim.statistics.estimates import NOTHING, Estimate
from sim.statistics.intervals import fisher, holm
from sim.statistics.two_samples import Difference, MeanOf, ShareCount

RISK = DecisionRule().risk
"""The probability of a false claim anywhere on the page."""

SCHEMA: dict[str, type[pl.DataType]] = {
    "cell": pl.Int64,
    "table": pl.String,
    "level": pl.String,
    "size": pl.String,
    "run": pl.String,
    "outcome": pl.String,
    "games": pl.Int64,
    **dict.fromkeys(("value", "low", "high", "difference", "difference_low", "difference_high"), pl.Float64),
    "compared": pl.String,
    "p": pl.Float64,
    "p_corrected": pl.Float64,
    "verdict": pl.String,
}
"""The columns of the comparison; those about differences are empty for the first run."""


class Side(NamedTuple):
    """A run, and what tells it from the others."""

    data: RunData
    caption: str


class CommonCell(NamedTuple):
    """A cell that all runs played: its place in each, and its match between the first run and each of the others."""

    places: list[PlacedCell]
    matches: list[Match]


class Judged(NamedTuple):
    """What can be said of a difference."""

    chance: float
    """The p-value of no difference."""
    corrected: float
    """The same, corrected over all differences of the page."""
    verdict: str


def side_by_side(paths: list[Path]) -> list[Side]:
    """The runs, opened; they must be of one game, and each gets a caption of its own."""
    opened = [RunData(path) for path in paths]
    first = opened[0]
    for data in opened[1:]:
        if data.game.name != first.game.name:
            raise NotComparable(
                message(
                    "of {name}, {path} is of {name2}", name=data.game.name, path=first.run.path, name2=first.game.name
                ),
                source=data.run.path,
            )
    names = [data.name for data in opened]
    captions = [name if names.count(name) == 1 else f"{name} ({at})" for at, name in enumerate(names, 1)]
    return [Side(data, caption) for data, caption in zip(opened, captions, strict=True)]


def common_cells(sides: list[Side]) -> list[CommonCell]:
    """The cells that all runs have, in the order of the first."""
    first, *others = (side.data for side in sides)
    matched = [{id(match.before): match for match in _matches(first, other)} for other in others]
    found = []
    for place in first.layout.places:
        matches = [by_cell[id(place.cell)] for by_cell in matched if id(place.cell) in by_cell]
        if len(matches) == len(others):
            places = [_place(other, match) for other, match in zip(others, matches, strict=True)]
            found.append(CommonCell([place, *places], matches))
    if not found:
        raise NotComparable(message("has no cell that all the other runs have"), source=first.run.path)
    return found


def comparison(sides: list[Side], cells: list[CommonCell], outcome: Outcome) -> pl.DataFrame:
    """One row a cell and run: its outcome, the difference to the first run, and what can be said of it."""
    cells = [cell for cell in cells if all(outcome.applies(place.cell.labels) for place in cell.places)]
    others = [(number, at) for number in range(len(cells)) for at in range(1, len(sides))]
    differences = [_difference(sides, cells[number], at, outcome) for number, at in others]
    told = dict(zip(others, map(_told, differences, judge(differences, outcome)), strict=True))
    rows: list[tuple[object, ...]] = []
    for number, cell in enumerate(cells):
        one = cell.places[0]
        # Who plays may be what the runs differ in: `hold at=20 → hold at=16`.
        who = " → ".join(dict.fromkeys(place.group.name for place in cell.places))
        for at, (side, place) in enumerate(zip(sides, cell.places, strict=True)):
            found = _found(side, place, outcome)
            line = (one.number, who, str(one.level), str(one.size), side.caption, outcome.name, found.games)
            rows.append((*line, *found.estimate, *told.get((number, at), (None,) * 7)))
    return pl.DataFrame(rows, SCHEMA, orient="row")


def judge(differences: Sequence[Difference], outcome: Outcome) -> list[Judged]:
    """Test all differences of an outcome: game by game where luck is shared, else as independent samples, and corrected
    over all of them (Holm), so that a page makes any false claim about it with a probability of at most 5 %."""
    chances = [each.chance if each.paired is None else each.paired.moved for each in differences]
    counted = [(*each.after, *each.before) for each in differences if isinstance(each.before, ShareCount)]
    if counted:
        alone = fisher(*np.array(counted, np.int64).T)
        chances = [
            float(exact) if each.paired is None else chance
            for each, chance, exact in zip(differences, chances, alone, strict=True)
        ]
    corrected = holm(chances)
    return [
        Judged(chance, after_all, direction(each.value or 0.0, after_all, RISK, outcome))
        for each, chance, after_all in zip(differences, chances, corrected, strict=True)
    ]


def _told(each: Difference, judged: Judged) -> tuple[object, ...]:
    how = "unpaired" if each.paired is None else "paired"
    return each.value, *(each.interval or (None, None)), how, *judged


def _matches(first: RunData, other: RunData) -> list[Match]:
    try:
        return cells_in_common(first.experiment.cells, other.experiment.cells)
    except NotComparable as error:
        raise NotComparable(
            message("{path} and {path2}: {error}", path=other.run.path, path2=first.run.path, error=error)
        ) from None


def _place(data: RunData, match: Match) -> PlacedCell:
    return next(place for place in data.layout.places if place.cell is match.after)


def _difference(sides: list[Side], cell: CommonCell, at: int, outcome: Outcome) -> Difference:
    """Of a cell, between the first run and that of this number. Games that share their luck are compared game by
    game."""
    base, other, match = sides[0].data, sides[at].data, cell.matches[at - 1]
    before, after = (_found(sides[side], cell.places[side], outcome) for side in (0, at))
    if before.games and after.games and _share_luck(base, other, match):
        shared = shared_outcome(base.run, other.run, match, outcome)
        if shared.games == before.games == after.games:
            return Difference(before, after, shared)
    return Difference(before, after)


def _found(side: Side, place: PlacedCell, outcome: Outcome) -> ShareCount | MeanOf:
    """An outcome of a cell in one run."""
    games = side.data.games(place)
    if isinstance(outcome, Share):
        return ShareCount(side.data.counting(place, outcome), games)
    found = side.data.estimate(place, outcome)
    return MeanOf(Estimate(found["value"], found["low"], found["high"]) if found and games else NOTHING, games)


def _share_luck(base: RunData, other: RunData, match: Match) -> bool:
    """Whether games of one index had the same luck in both runs, and their rows were kept."""
    same_luck = base.seed == other.seed and not base.game.incomparable(match.before, match.after)
    return same_luck and base.has_rows and other.has_rows
