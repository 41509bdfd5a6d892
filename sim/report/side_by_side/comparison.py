"""Several runs side by side: the same cells, run by run, and their differences to the first run."""

from pathlib import Path
from typing import NamedTuple

import polars as pl

from engine.errors import NotComparable
from sim.compare.pairs import Match, cells_in_common, shared_wins
from sim.report.cell_layout import PlacedCell
from sim.report.run_data import RunData
from sim.statistics.intervals import Interval, newcombe, wilson
from sim.statistics.paired import interval


class Side(NamedTuple):
    """A run, and what tells it from the others."""

    data: RunData
    caption: str


class CommonCell(NamedTuple):
    """A cell that all runs played: its place in each, and its match between the first run and each of the others."""

    places: list[PlacedCell]
    matches: list[Match]


def side_by_side(paths: list[Path]) -> list[Side]:
    """The runs, opened; they must be of one game, and each gets a caption of its own."""
    opened = [RunData(path) for path in paths]
    first = opened[0]
    for data in opened[1:]:
        if data.game.name != first.game.name:
            raise NotComparable(f"{data.run.path}: of {data.game.name}, {first.run.path} is of {first.game.name}")
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
        raise NotComparable(f"{first.run.path}: has no cell that all the other runs have")
    return found


def comparison(sides: list[Side], cells: list[CommonCell]) -> pl.DataFrame:
    """One row a cell and run: its win rate, and its difference to the first run."""
    rows: list[tuple[object, ...]] = []
    base = sides[0].data
    for cell in cells:
        one = cell.places[0]
        itself = Match(one.cell.labels, one.cell, one.cell)
        for side, place, match in zip(sides, cell.places, [itself, *cell.matches], strict=True):
            data = side.data
            games, wins = data.games(place), data.wins(place)
            difference, reach, how = _difference(base, one, data, place, match)
            rate = wins / games if games else None
            line = (one.number, one.group.name, str(one.level), str(one.size), side.caption, games, wins, rate)
            rows.append((*line, *wilson(wins, games), difference, *reach, how))
    schema: dict[str, type[pl.DataType]] = {"cell": pl.Int64, "table": pl.String, "level": pl.String, "size": pl.String}
    schema |= {"run": pl.String, "games": pl.Int64, "wins": pl.Int64}
    schema |= dict.fromkeys(("win_rate", "low", "high", "difference", "difference_low", "difference_high"), pl.Float64)
    return pl.DataFrame(rows, {**schema, "compared": pl.String}, orient="row")


def _matches(first: RunData, other: RunData) -> list[Match]:
    try:
        return cells_in_common(first.experiment.cells, other.experiment.cells)
    except NotComparable as error:
        raise NotComparable(f"{other.run.path} and {first.run.path}: {error}") from None


def _place(data: RunData, match: Match) -> PlacedCell:
    return next(place for place in data.layout.places if place.cell is match.after)


def _difference(
    base: RunData, one: PlacedCell, other: RunData, two: PlacedCell, match: Match
) -> tuple[float | None, Interval, str]:
    """The other's win rate minus the base's. Games that share their luck are compared game by game."""
    if not base.games(one) or not other.games(two):
        return None, (-1.0, 1.0), "unpaired"
    value = other.wins(two) / other.games(two) - base.wins(one) / base.games(one)
    if _share_luck(base, other, match):
        wins = shared_wins(base.run, other.run, match)
        if wins.games == base.games(one) == other.games(two):
            return value, interval(wins), "paired"
    return value, newcombe(other.wins(two), other.games(two), base.wins(one), base.games(one)), "unpaired"


def _share_luck(base: RunData, other: RunData, match: Match) -> bool:
    """Whether games of one index had the same luck in both runs, and their rows were kept."""
    same_luck = base.seed == other.seed and not base.game.incomparable(match.before, match.after)
    return same_luck and base.has_rows and other.has_rows
