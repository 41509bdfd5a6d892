"""The measures of a competitive game, each with its interval: those that users of Ludii know, where the game has the
columns (see docs/explanation/measures.md)."""

from collections.abc import Iterator, Sequence
from math import inf

import polars as pl

from engine.game.outcomes import Mean
from engine.game.presentation import Contest
from sim.report.competitive.measure_words import (
    BALANCE,
    COMEBACKS,
    COMPLETION,
    DRAMA_DEPTH,
    DRAWS,
    FIRST_SEAT,
    LEAD_CHANGES,
    MARGIN,
    TIME_OUTS,
    Measure,
    key_of,
    measures_in_words,
    ratios_of,
)
from sim.report.competitive.seats import balance, seat_advantage
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.numbers.game_rates import rates
from sim.report.shared.numbers.where import TableRow, about_cells, in_order, where
from sim.report.shared.numbers.winners import winners_of
from sim.report.shared.run_data import RunData
from sim.statistics.estimates import NOTHING, Estimate, mean_estimate, quantile, share_estimate
from sim.statistics.intervals import wilson

Measured = tuple[str, Estimate]
"""The name of a measure, and its value."""


def measures_of(data: RunData, place: PlacedCell, ratios: pl.DataFrame) -> Iterator[Measured]:
    """All measures of a cell that the columns of the game allow."""
    contest = data.presentation.contest
    if contest is None or not data.games(place):
        return
    if contest.winners:
        yield from _of_winners(data, contest, place)
    yield from _of_ends(data, contest, place)
    yield from _of_lengths(data, place)
    found = {row["name"]: row for row in ratios.filter(cell=place.number).iter_rows(named=True)}
    for ratio in ratios_of(contest):
        row = found[ratio.name]
        if row["value"] is not None:
            yield ratio.name, Estimate(row["value"], row["low"], row["high"])
    yield from _of_drama(data, contest, place)


def measures(data: RunData) -> pl.DataFrame:
    """Every measure of every cell."""
    contest = data.presentation.contest
    ratios = rates(data, ratios_of(contest) if contest else [])
    words, rows = measures_in_words(data), list[TableRow]()
    for place in in_order(data):
        for name, estimate in measures_of(data, place, ratios):
            rows.append((*where(place), *words[name], *estimate))
    return about_cells(rows, dict.fromkeys(Measure._fields, pl.String), *Estimate._fields)


def _of_winners(data: RunData, contest: Contest, place: PlacedCell) -> Iterator[Measured]:
    winners = winners_of(data, contest, place)
    if winners.seats > 1:
        yield FIRST_SEAT, seat_advantage(winners, 0)
        yield BALANCE, balance(winners)
    yield DRAWS, share_estimate(winners.undecided, winners.total)


def _of_ends(data: RunData, contest: Contest, place: PlacedCell) -> Iterator[Measured]:
    if data.presentation.end and contest.time_outs:
        counted = data.distribution(data.presentation.end).filter(cell=place.number)
        games = int(counted["games"].sum())
        late = int(counted.filter(pl.col("value").is_in(contest.time_outs))["games"].sum())
        yield COMPLETION, share_estimate(games - late, games)
        yield TIME_OUTS, share_estimate(late, games)


def _of_lengths(data: RunData, place: PlacedCell) -> Iterator[Measured]:
    for outcome in data.outcomes:
        if isinstance(outcome, Mean) and outcome.length and outcome.applies(place.cell.labels):
            found = data.estimate(place, outcome)
            if found is None:
                continue
            key, ends = key_of(outcome), (found["low"], found["high"])
            yield key, Estimate(found["value"], *((None, None) if data.is_fixed(place, outcome) else ends))
            for name, share in (("median", 0.5), ("p95", 0.95)):
                yield f"{key}_{name}", _quantile(data, place, outcome.column, share).scaled(outcome.scale)


def _of_drama(data: RunData, contest: Contest, place: PlacedCell) -> Iterator[Measured]:
    """What has one number a game, and so an interval without rows, too."""
    if contest.behind:
        counted = data.distribution(contest.behind).filter(cell=place.number)
        games = int(counted["games"].sum())
        back = int(counted.filter(pl.col("value") > 0)["games"].sum())
        yield COMEBACKS, share_estimate(back, games)
    for column, name in (
        (contest.behind_most, DRAMA_DEPTH),
        (contest.lead_changes, LEAD_CHANGES),
        (contest.margin, MARGIN),
    ):
        if column:
            yield name, _mean(data, place, column)


def _mean(data: RunData, place: PlacedCell, column: str) -> Estimate:
    counted = data.distribution(column).filter(cell=place.number)
    pairs: Sequence[tuple[int, int]] = list(counted.select("value", "games").iter_rows())
    sums = (sum(games * value**power for value, games in pairs) for power in range(4))
    return mean_estimate(*sums).within(0, inf)


def _quantile(data: RunData, place: PlacedCell, column: str, share: float) -> Estimate:
    """A quantile, and those that it cannot be told from: how many games lie below it is a matter of chance."""
    counted = data.distribution(column).filter(cell=place.number).sort("value")
    values, games = counted["value"].to_list(), counted["games"].to_list()
    total = sum(games)
    if not total:
        return NOTHING
    found = (quantile(games, each) for each in (share, *wilson(share * total, total)))
    return Estimate(*(values[at if at is not None else -1] for at in found))
