"""Numbers over the columns of games that the game wants shown: turns a game, accuracy, forced plays."""

from collections.abc import Mapping, Sequence
from math import inf

import polars as pl

from engine.game.outcomes import Mean
from engine.game.presentation import Ratio
from sim.report.shared.numbers.where import TableRow, about_cells, in_order, where
from sim.report.shared.run_data import RunData
from sim.statistics.intervals import Interval, ratio_interval, share_interval

Sums = Mapping[str, int]
"""Σ of columns and of products of two (`turns*plays`) over the games of a cell, beside their number, `games`."""


def feel(data: RunData) -> pl.DataFrame:
    """Each number of each cell that is not an outcome, too; intervals need rows."""
    means = [outcome for outcome in data.outcomes if isinstance(outcome, Mean) and not outcome.length]
    known = {(mean.column, mean.over or "games") for mean in means}
    return rates(data, [ratio for ratio in data.presentation.feel if (ratio.over, ratio.under) not in known])


def rates(data: RunData, ratios: Sequence[Ratio]) -> pl.DataFrame:
    """Each of these numbers of each cell."""
    sums = _sums(data, ratios)
    signed = {column.name for column in data.game.columns if column.is_signed}
    rows: list[TableRow] = []
    for place in in_order(data):
        for ratio in ratios:
            least = -inf if ratio.over in signed else 0.0
            value, interval = _ratio(ratio, sums[place.number], least) if place.number in sums else (None, None)
            rows.append((*where(place), ratio.name, value, *(interval or (None, None))))
    return about_cells(rows, {"name": pl.String}, "value", "low", "high")


def _ratio(ratio: Ratio, sums: Sums, least: float) -> tuple[float | None, Interval | None]:
    """The value of a ratio and its interval, which begins at the least that it can be, or above."""
    n, x, y = sums["games"], sums[ratio.over], sums[ratio.under]
    if not y:
        return None, None
    products = [
        _product(sums, *pair)
        for pair in ((ratio.over, ratio.over), (ratio.over, ratio.under), (ratio.under, ratio.under))
    ]
    if None in products:
        return x / y / ratio.scale, None
    interval = (share_interval if ratio.kind == "share" else ratio_interval)(n, x, y, *products)  # type: ignore[arg-type]
    return x / y / ratio.scale, interval and (max(least, interval[0]) / ratio.scale, interval[1] / ratio.scale)


def _product(sums: Sums, one: str, two: str) -> int | None:
    """Σ one · two; `games` is 1 for every game."""
    if one == "games" or two == "games":
        return sums[two if one == "games" else one]
    return sums.get(f"{one}*{two}")


def _sums(data: RunData, ratios: Sequence[Ratio]) -> dict[int, Sums]:
    """By cell; without rows from the histograms, which have no products."""
    columns = {name for ratio in ratios for name in (ratio.over, ratio.under)} - {"games"}
    if not data.has_rows:
        return _histogram_sums(data, columns)
    numbers = {name: pl.col(name).cast(pl.Int64) for name in sorted(columns)}
    products = {
        f"{one}*{two}": numbers[one] * numbers[two]
        for ratio in ratios
        for one, two in ((ratio.over, ratio.over), (ratio.over, ratio.under), (ratio.under, ratio.under))
        if "games" not in (one, two)
    }
    asked = {name: expression.sum() for name, expression in (numbers | products).items()}
    counted = data.run.games.group_by("cell").agg(games=pl.len(), **asked).collect(engine="streaming")
    return {row["cell"]: row for row in counted.iter_rows(named=True)}


def _histogram_sums(data: RunData, columns: set[str]) -> dict[int, Sums]:
    value, games = pl.col("value").cast(pl.Int64), pl.col("games").cast(pl.Int64)
    counted = data.run.histograms.group_by("cell", "column").agg(total=(value * games).sum())
    sums: dict[int, dict[str, int]] = {
        place.number: {"games": data.games(place), **dict.fromkeys(columns, 0)} for place in data.layout.places
    }
    for cell, column, total in counted.iter_rows():
        sums[cell][column] = total
    return {cell: found for cell, found in sums.items() if found["games"]}
