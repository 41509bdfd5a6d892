"""The tables of a report, one function each. Every one is written as CSV and Parquet, and everything on the page is
read from them.

`cell` is the number of the cell in the run, `table` the kind of table that plays, `level` the difficulty, `size` the
number of players: the words of the game for these are in its story.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import polars as pl

from sim.report.cell_layout import Place
from sim.report.numbers.joint_outcomes import Luck, Lucks
from sim.report.run_data import Material
from sim.statistics.intervals import detectable, wilson, z_of

Schema = dict[str, type[pl.DataType]]

WHERE: Schema = {"cell": pl.Int64, "table": pl.String, "level": pl.String, "size": pl.String}

Row = tuple[object, ...]


def where(place: Place) -> Row:
    """The first columns of whatever is told of a cell."""
    return place.number, place.group.name, str(place.level), str(place.size)


def in_order(material: Material) -> list[Place]:
    """All cells: tables from the floor of the ladder upwards, then difficulty, then size."""
    return [place for group in material.axes.groups for place in material.axes.of(group)]


def win_rates(material: Material) -> pl.DataFrame:
    """How often each cell is won, and the smallest change that two runs like this could tell apart."""
    rows = []
    for place in in_order(material):
        games, wins = material.games(place), material.wins(place)
        rate = wins / games if games else None
        rows.append((*where(place), games, wins, rate, *wilson(wins, games), detectable(wins, games)))
    numbers = dict.fromkeys(("win_rate", "low", "high", "detectable"), pl.Float64)
    return pl.DataFrame(rows, {**WHERE, "games": pl.Int64, "wins": pl.Int64, **numbers}, orient="row")


def steps(material: Material, lucks: Lucks) -> pl.DataFrame:
    """What each step of difficulty costs, all sizes averaged, and how much more than the step before; what the largest
    table wins more than the smallest. Compared game by game, where rows were kept."""
    rows: list[Row] = []
    for group, luck in lucks.items():
        for kind, of, weights in _contrasts(material, luck):
            value, reach = float(weights @ luck.rates), z_of() * luck.spread(weights)
            rows.append((group.name, kind, of, value, value - reach, value + reach))
    schema: Schema = {"table": pl.String, "kind": pl.String, "of": pl.String}
    return pl.DataFrame(rows, {**schema, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}, orient="row")


def _contrasts(material: Material, luck: Luck) -> Iterator[tuple[str, str, np.ndarray]]:
    """Weighted sums of win rates worth telling: (kind, of what, weights)."""
    axes = material.axes
    by_level = {level: np.array([place.level == level for place in luck.places], float) for level in axes.levels}
    sizes = {level: {place.size for place in luck.places if place.level == level} for level in axes.levels}
    if len({frozenset(found) for found in sizes.values()}) == 1 and luck.places:
        means = [mask / mask.sum() for mask in by_level.values()]
        costs = [before - after for before, after in pairwise(means)]
        names = [f"{axes.level_name(a)} to {axes.level_name(b)}" for a, b in pairwise(axes.levels)]
        for name, cost in zip(names, costs, strict=True):
            yield "step", name, cost
        for name, (before, after) in zip(names[1:], pairwise(costs), strict=True):
            yield "growth", name, after - before
    for level in axes.levels:
        mine = [at for at, place in enumerate(luck.places) if place.level == level]
        if len(mine) > 1:
            weights = np.zeros(len(luck.places))
            weights[mine[-1]], weights[mine[0]] = 1, -1
            yield "size", axes.level_name(level), weights


def shape(material: Material) -> pl.DataFrame:
    """How many games of each cell, won and lost, had which value in the columns that show how games go; where no rows
    were kept, won and lost together."""
    story = material.story
    columns = list(
        dict.fromkeys([*(each.column for each in story.shape), *([story.comeback.column] if story.comeback else [])])
    )
    schema: Schema = {"column": pl.String, "cell": pl.Int64, "won": pl.Int64, "value": pl.Int64, "games": pl.Int64}
    if material.has_rows:
        scans = [
            material.run.games.select("cell", "won", pl.lit(column).alias("column"), pl.col(column).alias("value"))
            .group_by("column", "cell", "won", "value")
            .agg(games=pl.len())
            for column in columns
        ]
        parts = pl.collect_all(scans, engine="streaming")
    else:
        parts = [material.run.histograms.filter(pl.col("column").is_in(columns)).with_columns(won=pl.lit(None))]
    typed = [part.select(pl.col(name).cast(kind) for name, kind in schema.items()) for part in parts]
    return pl.concat([pl.DataFrame(schema=schema), *typed]).sort("column", "cell", "won", "value")


def ends(material: Material) -> pl.DataFrame:
    """How the games of each cell ended; of losses, the share of all losses with its interval."""
    column = next((column for column in material.game.columns if column.name == material.story.end), None)
    rows: list[Row] = []
    if column is not None:
        counted = material.run.histograms.filter(column=column.name)
        found = {
            (cell, value): games
            for cell, _, value, games in counted.select("cell", "column", "value", "games").iter_rows()
        }
        for place in in_order(material):
            lost = material.games(place) - material.wins(place)
            for code, name in enumerate(column.values):
                games = found.get((place.number, code), 0)
                share = games / lost if code and lost else None
                low, high = wilson(games, lost) if share is not None else (None, None)
                rows.append((*where(place), name, games, share, low, high))
    schema: Schema = {
        **WHERE,
        "end": pl.String,
        "games": pl.Int64,
        "share_of_losses": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
    }
    return pl.DataFrame(rows, schema, orient="row")


def comebacks(material: Material) -> pl.DataFrame:
    """Of the wins of each cell, how many were comebacks."""
    rows: list[Row] = []
    comeback = material.story.comeback
    known = {column.name for column in material.game.columns}
    if comeback is not None and comeback.column in known and material.has_rows:
        won = shape(material).filter(
            (pl.col("column") == comeback.column) & (pl.col("won") == 1) & (pl.col("value") >= comeback.least)
        )
        found = dict(won.group_by("cell").agg(pl.col("games").sum()).iter_rows())
        for place in in_order(material):
            wins, back = material.wins(place), int(found.get(place.number, 0))
            interval = wilson(back, wins) if wins else (None, None)
            rows.append((*where(place), wins, back, back / wins if wins else None, *interval))
    schema: Schema = {
        **WHERE,
        "wins": pl.Int64,
        "comebacks": pl.Int64,
        "share": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
    }
    return pl.DataFrame(rows, schema, orient="row")


def course(material: Material) -> pl.DataFrame:
    """How often games that stood at a point of the track, at the start of a turn, were won in the end. A game counts
    once for every point it stood at, so the games of a point are independent."""
    found = material.run.tables.get(material.story.course)
    schema: Schema = {**WHERE, "ahead": pl.Int64, "behind": pl.Int64, "games": pl.Int64, "wins": pl.Int64}
    numbers: Schema = {"win_rate": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    rows: list[Row] = []
    if found is not None:
        by_cell = found.partition_by("cell", as_dict=True, include_key=False)
        for place in in_order(material):
            for ahead, behind, games, wins in by_cell.get((place.number,), found.clear().drop("cell")).iter_rows():
                rows.append((*where(place), ahead, behind, games, wins, wins / games, *wilson(wins, games)))
    return pl.DataFrame(rows, {**schema, **numbers}, orient="row")


def calibration(material: Material) -> pl.DataFrame:
    """For each kind of table, predictions by how surely they were stated, and how often they were right. All its cells
    are counted together, and as they share their luck the intervals are those of one of them."""
    story = material.story.calibration
    rows: list[Row] = []
    if story is not None:
        found = material.run.tables[story.table]
        key = found.columns[1]
        for group in material.axes.groups:
            places = material.axes.of(group)
            mine = found.filter(pl.col("cell").is_in([place.number for place in places]))
            bins = mine.group_by(key).agg(pl.col("predictions", "stated", "right").sum()).sort(key)
            for bin_, made, stated, right in bins.iter_rows():
                interval = wilson(right / len(places), made / len(places))
                rows.append((group.name, bin_, made, right, stated / made / story.scale, right / made, *interval))
    schema: Schema = {"table": pl.String, "bin": pl.Int64, "predictions": pl.Int64, "right": pl.Int64}
    numbers = dict.fromkeys(("stated", "observed", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, {**schema, **numbers}, orient="row")
