"""Several runs side by side: the same cells, run by run, and what differs from the first."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from engine.errors import NotComparable
from sim.report.cell_layout import Place
from sim.report.numbers.joint_outcomes import STRETCH
from sim.report.run_data import Material
from sim.statistics.intervals import Interval, newcombe, wilson, z_of


class Matched(NamedTuple):
    """A cell that all runs played: its place in each."""

    places: list[Place]


class Side(NamedTuple):
    """A run, and what tells it from the others."""

    material: Material
    caption: str


def side_by_side(paths: list[Path]) -> list[Side]:
    """The runs, opened; they must be of one game, and no two of one name."""
    materials = [Material(path) for path in paths]
    first = materials[0]
    for material in materials[1:]:
        if material.game.name != first.game.name:
            raise NotComparable(
                f"{material.run.path}: of {material.game.name}, {first.run.path} is of {first.game.name}"
            )
    names = [material.name for material in materials]
    captions = [name if names.count(name) == 1 else f"{name} ({at})" for at, name in enumerate(names, 1)]
    return [Side(material, caption) for material, caption in zip(materials, captions, strict=True)]


def matched(sides: list[Side]) -> list[Matched]:
    """The cells that all runs have, told by their labels. A label that is the same throughout each run but differs
    between them (the deck, as a rule) is what is being compared, and is left out."""
    told = [[dict(place.cell.labels) for place in side.material.axes.places] for side in sides]
    compared = {
        key
        for key in told[0][0]
        if all(len({str(labels.get(key)) for labels in run}) == 1 for run in told)
        and len({str(run[0].get(key)) for run in told}) > 1
    }
    keyed = [
        {
            tuple((key, value) for key, value in labels.items() if key not in compared): place
            for labels, place in zip(run, side.material.axes.places, strict=True)
        }
        for run, side in zip(told, sides, strict=True)
    ]
    common = [key for key in keyed[0] if all(key in other for other in keyed[1:])]
    if not common:
        raise NotComparable(f"{sides[1].material.run.path}: no cell in common with {sides[0].material.run.path}")
    return [Matched([run[key] for run in keyed]) for key in common]


def comparison(sides: list[Side], cells: list[Matched]) -> pl.DataFrame:
    """One row a cell and run: its win rate, and its difference to the first run."""
    rows: list[tuple[object, ...]] = []
    base = sides[0].material
    for cell in cells:
        one = cell.places[0]
        for side, place in zip(sides, cell.places, strict=True):
            material = side.material
            games, wins = material.games(place), material.wins(place)
            difference, interval, how = _difference(base, one, material, place)
            rate = wins / games if games else None
            line = (one.number, one.group.name, str(one.level), str(one.size), side.caption, games, wins, rate)
            rows.append((*line, *wilson(wins, games), difference, *interval, how))
    schema: dict[str, type[pl.DataType]] = {"cell": pl.Int64, "table": pl.String, "level": pl.String, "size": pl.String}
    schema |= {"run": pl.String, "games": pl.Int64, "wins": pl.Int64}
    schema |= dict.fromkeys(("win_rate", "low", "high", "difference", "difference_low", "difference_high"), pl.Float64)
    return pl.DataFrame(rows, {**schema, "compared": pl.String}, orient="row")


def _difference(base: Material, one: Place, other: Material, two: Place) -> tuple[float | None, Interval, str]:
    """The other's win rate minus the base's. Runs of one seed share their luck and are compared game by game."""
    if not base.games(one) or not other.games(two):
        return None, (-1.0, 1.0), "unpaired"
    value = other.wins(two) / other.games(two) - base.wins(one) / base.games(one)
    if base.seed == other.seed and base.has_rows and other.has_rows:
        gained, lost, both = _changed(base, one, other, two)
        if both == base.games(one) == other.games(two):
            return value, paired(gained, lost, both), "paired"
    unpaired = newcombe(other.wins(two), other.games(two), base.wins(one), base.games(one))
    return value, unpaired, "unpaired"


def paired(gained: int, lost: int, games: int) -> Interval:
    """The interval of (gained − lost) / games: the games won only the one way and only the other, a little of each
    added (Agresti and Min), so that it never collapses."""
    n, more, less = games + 2, gained + 0.5, lost + 0.5
    middle = (more - less) / n
    reach = z_of() * float(np.sqrt((more + less) - (more - less) ** 2 / n)) / n
    return middle - reach, middle + reach


def _changed(base: Material, one: Place, other: Material, two: Place) -> tuple[int, int, int]:
    """Games that only the other run won, that only the base did, and how many both played."""
    gained = lost = both = 0
    for start in range(0, base.indices(one), STRETCH):
        before = base.rows(one, start, start + STRETCH, "won")
        after = other.rows(two, start, start + STRETCH, "won")
        pairs = before.join(after, on="game", suffix="_after")
        gained += len(pairs.filter(won=0, won_after=1))
        lost += len(pairs.filter(won=1, won_after=0))
        both += len(pairs)
    return gained, lost, both
