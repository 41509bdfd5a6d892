"""The tables of a report, one function each. All are written as CSV and Parquet, and the page is made from them alone.

The column `cell` is the number of the cell in the run, `table` the group of players, `level` the difficulty, `size` the
number of players. The presentation of the game has its own words for these.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt

import numpy as np
import polars as pl

from sim.experiment.labels import Label
from sim.report.cooperative.joint_outcomes import JointByGroup, JointOutcomes
from sim.report.shared.cell_layout import CellLayout
from sim.report.shared.numbers.where import Schema, TableRow, about_cells, in_order, where
from sim.report.shared.run_data import RunData
from sim.statistics.intervals import CONFIDENCE, detectable, wilson, z_of

WON, UNWON = ", won", ", not won"
"""How the name of an end goes on in a table, where games end so that are won and others that are not."""


def win_rates(data: RunData) -> pl.DataFrame:
    """How often each cell is won, and the smallest difference that two such runs could detect."""
    rows = []
    for place in in_order(data):
        games, wins = data.games(place), data.wins(place)
        rate = wins / games if games else None
        rows.append((*where(place), games, wins, rate, *wilson(wins, games), detectable(wins, games)))
    return about_cells(rows, {"games": pl.Int64, "wins": pl.Int64}, "win_rate", "low", "high", "detectable")


def steps(data: RunData, joints: JointByGroup) -> pl.DataFrame:
    """What each step of difficulty costs, on average over all sizes, and how much more than the step before; how much
    more the largest size wins than the smallest. Compared game by game if the run kept its rows. `most`: by how much it
    changes at the most, up or down; all differences of a kind at once. Where no game has changed, two might."""
    rows: list[TableRow] = []
    for group, joint in joints.items():
        found = list(_contrasts(data, joint))
        for kind, of, weights in found:
            value, error = float(weights @ joint.rates), joint.standard_error(weights)
            together = z_of(1 - (1 - CONFIDENCE) / sum(kind == other for other, *_ in found))
            reach, most = z_of() * error, together * max(error, sqrt(2) / joint.games.min())
            widest = 2 if kind == "growth" else 1  # of shares, and of differences of them
            low, high = max(-widest, value - reach), min(widest, value + reach)
            rows.append((group.name, kind, of, value, low, high, min(widest, abs(value) + most)))
    schema: Schema = {"table": pl.String, "kind": pl.String, "of": pl.String}
    return pl.DataFrame(rows, schema | dict.fromkeys(("value", "low", "high", "most"), pl.Float64), orient="row")


def _contrasts(data: RunData, joint: JointOutcomes) -> Iterator[tuple[str, str, np.ndarray]]:
    """Weighted sums of win rates: (kind, of what, weights)."""
    layout = data.layout
    by_level = {level: np.array([place.level == level for place in joint.places], float) for level in layout.levels}
    sizes = {level: {place.size for place in joint.places if place.level == level} for level in layout.levels}
    if len({frozenset(found) for found in sizes.values()}) == 1 and joint.places:
        means = [mask / mask.sum() for mask in by_level.values()]
        costs = [before - after for before, after in pairwise(means)]
        names = [step_name(layout, *step) for step in pairwise(layout.levels)]
        for name, cost in zip(names, costs, strict=True):
            yield "step", name, cost
        for name, (before, after) in zip(names[1:], pairwise(costs), strict=True):
            yield "growth", name, after - before
    for level in layout.levels:
        mine = [at for at, place in enumerate(joint.places) if place.level == level]
        if len(mine) > 1:
            weights = np.zeros(len(joint.places))
            weights[mine[-1]], weights[mine[0]] = 1, -1
            yield "size", layout.level_name(level), weights


def step_name(layout: CellLayout, before: Label, after: Label) -> str:
    """What tables call a step of difficulty: `Easy to Normal`."""
    return f"{layout.level_name(before)} to {layout.level_name(after)}"


def shape(data: RunData) -> pl.DataFrame:
    """How many games of each cell, won and lost, had which value in the columns that show how games go; won and lost
    together if the run kept no rows."""
    comeback = data.presentation.comeback
    shown = [each.column for each in data.presentation.shape]
    columns = list(dict.fromkeys([*shown, *([comeback.column] if comeback else [])]))
    schema: Schema = {"column": pl.String, "cell": pl.Int64, "won": pl.Int64, "value": pl.Int64, "games": pl.Int64}
    share = data.share
    if data.has_rows and share is not None:
        won = pl.col(share.column).is_in(share.codes).alias("won")
        scans = [
            data.run.games.select("cell", won, pl.lit(column).alias("column"), pl.col(column).alias("value"))
            .group_by("column", "cell", "won", "value")
            .agg(games=pl.len())
            for column in columns
        ]
        parts = pl.collect_all(scans, engine="streaming")
    else:
        parts = [data.run.histograms.filter(pl.col("column").is_in(columns)).with_columns(won=pl.lit(None))]
    typed = [part.select(pl.col(name).cast(kind) for name, kind in schema.items()) for part in parts]
    return pl.concat([pl.DataFrame(schema=schema), *typed]).sort("column", "cell", "won", "value")


def ends(data: RunData) -> pl.DataFrame:
    """How the games of each cell ended; for each kind of loss its share of all losses. A game that ends as a won
    game does, and is not won, is a kind of loss of its own."""
    column = next((column for column in data.game.columns if column.name == data.presentation.end), None)
    rows: list[TableRow] = []
    if column is not None:
        counted = data.run.histograms.filter(column=column.name)
        found = {(cell, value): games for cell, value, games in counted.select("cell", "value", "games").iter_rows()}
        places = in_order(data)
        has_unwon = any(found.get((place.number, 0), 0) > data.wins(place) for place in places)
        for place in places:
            wins = data.wins(place)
            lost = data.games(place) - wins
            ended = [(name, found.get((place.number, code), 0), code > 0) for code, name in enumerate(column.values)]
            if has_unwon:
                name, games, _ = ended[0]
                ended[:1] = [(f"{name}{WON}", wins, False), (f"{name}{UNWON}", games - wins, True)]
            for name, games, is_loss in ended:
                share = games / lost if is_loss and lost else None
                low, high = wilson(games, lost) if share is not None else (None, None)
                rows.append((*where(place), name, games, share, low, high))
    return about_cells(rows, {"end": pl.String, "games": pl.Int64}, "share_of_losses", "low", "high")


def comebacks(data: RunData) -> pl.DataFrame:
    """How many wins of each cell were comebacks."""
    rows: list[TableRow] = []
    comeback = data.presentation.comeback
    known = {column.name for column in data.game.columns}
    if comeback is not None and comeback.column in known and data.has_rows:
        won = shape(data).filter(
            (pl.col("column") == comeback.column) & (pl.col("won") == 1) & (pl.col("value") >= comeback.least)
        )
        found = dict(won.group_by("cell").agg(pl.col("games").sum()).iter_rows())
        for place in in_order(data):
            wins, back = data.wins(place), int(found.get(place.number, 0))
            interval = wilson(back, wins) if wins else (None, None)
            rows.append((*where(place), wins, back, back / wins if wins else None, *interval))
    return about_cells(rows, {"wins": pl.Int64, "comebacks": pl.Int64}, "share", "low", "high")


def course(data: RunData) -> pl.DataFrame:
    """How often games were won in the end that stood at a point of the track at the start of a turn. A game counts
    once for each point, so the games of one point are independent."""
    found = data.run.tables.get(data.presentation.course)
    rows: list[TableRow] = []
    if found is not None:
        by_cell = found.partition_by("cell", as_dict=True, include_key=False)
        for place in in_order(data):
            for ahead, behind, games, wins in by_cell.get((place.number,), found.clear().drop("cell")).iter_rows():
                rows.append((*where(place), ahead, behind, games, wins, wins / games, *wilson(wins, games)))
    counts: Schema = dict.fromkeys(("ahead", "behind", "games", "wins"), pl.Int64)
    return about_cells(rows, counts, "win_rate", "low", "high")


def calibration(data: RunData) -> pl.DataFrame:
    """For each group, predictions by how certain the players were, and how often they were right. All its cells are
    counted together; because they share their luck, the interval is that of one cell."""
    calibration = data.presentation.calibration
    rows: list[TableRow] = []
    if calibration is not None:
        found = data.run.tables[calibration.table]
        key = found.columns[1]
        for group in data.layout.groups:
            places = data.layout.of(group)
            mine = found.filter(pl.col("cell").is_in([place.number for place in places]))
            bins = mine.group_by(key).agg(pl.col("predictions", "stated", "right").sum()).sort(key)
            for bin_, made, stated, right in bins.iter_rows():
                interval = wilson(right / len(places), made / len(places))
                rows.append((group.name, bin_, made, right, stated / made / calibration.scale, right / made, *interval))
    schema: Schema = {"table": pl.String, "bin": pl.Int64, "predictions": pl.Int64, "right": pl.Int64}
    numbers = dict.fromkeys(("stated", "observed", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, {**schema, **numbers}, orient="row")
