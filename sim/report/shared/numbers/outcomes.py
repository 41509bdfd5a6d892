"""The outcomes of every cell, and how far single games lie apart."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import polars as pl

from engine.game.outcomes import Mean, Outcome, Share
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.numbers.where import Schema, TableRow, about_cells, in_order, where
from sim.report.shared.run_data import RunData
from sim.statistics.estimates import quantile
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.unseen import games_until, unseen_part

NAMED: Schema = {"outcome": pl.String, "unit": pl.String, "games": pl.Int64}
QUANTILES = {"decile_1": 0.1, "quartile_1": 0.25, "median": 0.5, "quartile_3": 0.75, "decile_9": 0.9}

ENOUGH = 5
"""An estimate is known well enough if its interval reaches this many margins to either side: 2.5 points of a share."""
FEWEST = 400
"""Games before a mean is sure whose bounds are not declared: fewer say little about what a game can count for. What
comes in one of a hundred games is missed by 200 of them in one of seven cases, by 400 in one of fifty."""
FEWEST_COUNTED = 5
"""Games that have any of a numerator, below which its interval is not worth much."""
MARGINS = 10
"""A difference that people notice, in margins of the outcome: 5 points of a share."""


def notable(outcome: Outcome) -> float:
    """A difference that people notice."""
    return MARGINS * outcome.margin


def lengths(data: RunData) -> list[Mean]:
    """What says how long a game takes: turns, or what else the game counts; and minutes, if it declares them."""
    found = [outcome for outcome in data.outcomes if isinstance(outcome, Mean) and outcome.length]
    return [outcome for at, outcome in enumerate(found) if at == 0 or outcome.on_box]


def outcomes(data: RunData) -> pl.DataFrame:
    """Every outcome of every cell that has it, with its interval; for a length, also its median and its 95th
    percentile, and about how many games would know it to within its margin. A length that is the same in all games has
    no interval."""
    rows: list[TableRow] = []
    for place in in_order(data):
        for outcome in data.outcomes:
            if outcome.applies(place.cell.labels):
                found = data.estimate(place, outcome) or {}
                shown = {**found, "low": None, "high": None} if data.is_fixed(place, outcome) else found
                numbers = (shown.get(key) for key in ("value", "low", "high", "median", "p95"))
                unit = outcome.unit if isinstance(outcome, Mean) else "share"
                rows.append((*where(place), outcome.name, unit, data.games(place), *numbers, outcome.margin))
    table = about_cells(rows, NAMED, "value", "low", "high", "median", "p95", "margin")
    wider = (pl.col("high") - pl.col("low")) / 2 / pl.col("margin")
    needed = pl.when(pl.col("margin") > 0).then((pl.col("games") * wider**2).clip(upper_bound=1e15).round())
    return table.with_columns(needed.cast(pl.Int64).alias("needed")).drop("margin")


def seen_range(data: RunData, cell: int, outcome: Outcome) -> tuple[float, float] | None:
    """Between which values the games of a cell lie that were seen, in the unit of a mean whose bounds are not declared;
    of a mean over another column, what they move it by. None with bounds, of a length, or where no game was counted."""
    if isinstance(outcome, Share) or outcome.length or (outcome.bounds and not outcome.over):
        return None
    counted = data.distribution(outcome.column).filter(cell=cell)
    values = [outcome.worth(value) / outcome.scale for value in counted["value"]]
    if not values or not outcome.over:
        return (min(values), max(values)) if values else None
    under: list[tuple[int, int]] = data.distribution(outcome.over).filter(cell=cell).select("value", "games").rows()
    if not (total := sum(value * games for value, games in under)):
        return None
    often: list[int] = counted["games"].to_list()
    mean = total / sum(often)
    ratio = sum(value * games for value, games in zip(values, often, strict=True)) / total
    wide = abs(ratio) * (max(under)[0] - min(under)[0])
    return min(values) / mean, (max(values) + wide) / mean


def cells_of_few(data: RunData, outcome: Mean) -> list[PlacedCell]:
    """The cells in which too few games have any of the numerator of a mean over another column."""
    found = data.distribution(outcome.column)
    having = found.group_by("cell").agg(pl.col("games").filter(pl.col("value") != 0).sum())
    places = [place for place in in_order(data) if outcome.applies(place.cell.labels)]
    return [place for place in places if 0 < having.filter(cell=place.number)["games"].sum() < FEWEST_COUNTED]


def games_to_be_sure(row: Mapping[str, Any], outcome: Outcome, seen: tuple[float, float] | None) -> float:
    """After how many games a cell's outcome is known well enough, by its row of the table: its interval, and what may
    lie unseen within the range of its games."""
    if row["low"] is None:
        return 0.0
    if seen is None:
        return float(row["needed"] or 0) / ENOUGH**2
    error = (row["high"] - row["low"]) / 2 * sqrt(row["games"])
    unseen = float(unseen_part(seen[1] - seen[0], 1, (1 - CONFIDENCE) / 2))
    return max(games_until(error, unseen, ENOUGH * outcome.margin), FEWEST)


def games_to_ask_for(needed: float, games: int) -> float:
    """More than are needed: how far games lie apart is an estimate, too, and a rough one in few games."""
    return needed * (1.1 + 2 / sqrt(games))


def spreads(data: RunData) -> pl.DataFrame:
    """How far the games of a cell lie apart in each outcome that is a mean of a column, in its unit: the least and the
    most, deciles, quartiles and the standard deviation."""
    rows: list[TableRow] = []
    for outcome in _plain_means(data):
        counted = data.distribution(outcome.column).partition_by("cell", as_dict=True)
        for place in in_order(data):
            mine = counted.get((place.number,))
            if mine is not None and outcome.applies(place.cell.labels):
                values, games = [outcome.worth(value) for value in mine["value"]], mine["games"].to_list()
                numbers = [each / outcome.scale for each in _spread(values, games)]
                rows.append((*where(place), outcome.name, outcome.unit, sum(games), *numbers))
    order = {place.number: at for at, place in enumerate(in_order(data))}
    found = about_cells(rows, NAMED, "least", *QUANTILES, "most", "sd")
    return found.sort(pl.col("cell").replace_strict(order, return_dtype=pl.Int64), maintain_order=True)


def distributions(data: RunData) -> pl.DataFrame:
    """How many games of each cell have which value in the columns that show how games go."""
    schema: Schema = {"column": pl.String, "cell": pl.Int64, "value": pl.Int64, "games": pl.Int64}
    columns = dict.fromkeys(each.column for each in data.presentation.shape)
    parts = [data.distribution(column).select(pl.lit(column).alias("column"), pl.all()) for column in columns]
    return pl.concat([pl.DataFrame(schema=schema), *parts])


def _plain_means(data: RunData) -> list[Mean]:
    """The outcomes that every single game has a value of: no shares, no ratios."""
    return [outcome for outcome in data.outcomes if isinstance(outcome, Mean) and not outcome.over]


def _spread(values: Sequence[int], games: Sequence[int]) -> list[float]:
    """Least, quantiles, most and standard deviation of values that so many games have."""
    ordered = sorted(zip(values, games, strict=True))
    counts = [count for _, count in ordered]
    at = [quantile(counts, share) for share in QUANTILES.values()]
    total = sum(counts)
    mean = sum(value * count for value, count in ordered) / total
    squares = sum((value - mean) ** 2 * count for value, count in ordered)
    spread = sqrt(squares / (total - 1)) if total > 1 else 0.0
    return [ordered[0][0], *(ordered[place or 0][0] for place in at), ordered[-1][0], spread]
