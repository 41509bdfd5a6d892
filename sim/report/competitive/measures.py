"""The measures of a competitive game, each with its interval: those that users of Ludii know, where the game has the
columns (see docs/explanation/measures.md)."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Literal, NamedTuple

import polars as pl

from engine.game.outcomes import Mean
from engine.game.presentation import Contest, Ratio
from sim.report.competitive.seats import balance, seat_advantage
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.numbers.game_rates import rates
from sim.report.shared.numbers.where import TableRow, about_cells, in_order, where
from sim.report.shared.numbers.winners import winners_of
from sim.report.shared.run_data import RunData
from sim.statistics.estimates import NOTHING, Estimate, mean_estimate, quantile, share_estimate
from sim.statistics.intervals import wilson

NO_SINGLE_WINNER = "games without a single winner: nobody wins, or several do"
NOBODY = "games that nobody wins"


class Measure(NamedTuple):
    """What one measure is called, and what it says."""

    name: str
    title: str
    meaning: str
    kind: Literal["share", "points", "number"]
    """Per cent of games, points of per cent, or a number."""


Measured = tuple[Measure, Estimate]

MORE_OFTEN = "how much more often the first seat wins than all seats do on average"
APART = "100 % minus the largest difference between the shares of two seats; 100 % if all seats win equally often"
FIRST_SEAT = Measure("first_seat", "advantage of the first seat", MORE_OFTEN, "points")
BALANCE = Measure("balance", "balance between seats", APART, "share")
COMPLETION = Measure("completion", "completion", "games that end by their rules, before the limit", "share")
TIME_OUTS = Measure("time_outs", "time-outs", "games that a limit ends", "share")
LEAD_CHANGES = Measure("lead_changes", "lead changes", "how often in a game another player took the lead", "number")


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
        row, kind = found[ratio.name], ratio.kind
        if row["value"] is not None:
            measure = Measure(ratio.name, ratio.title, ratio.meaning, kind)
            yield measure, Estimate(row["value"], row["low"], row["high"])
    yield from _of_drama(data, contest, place)


def measures(data: RunData) -> pl.DataFrame:
    """Every measure of every cell."""
    contest = data.presentation.contest
    ratios = rates(data, ratios_of(contest) if contest else [])
    rows: list[TableRow] = []
    for place in in_order(data):
        for measure, estimate in measures_of(data, place, ratios):
            rows.append((*where(place), *measure, *estimate))
    return about_cells(rows, dict.fromkeys(Measure._fields, pl.String), *Estimate._fields)


def _of_winners(data: RunData, contest: Contest, place: PlacedCell) -> Iterator[Measured]:
    winners = winners_of(data, contest, place)
    if winners.seats > 1:
        yield FIRST_SEAT, seat_advantage(winners, 0)
        yield BALANCE, balance(winners)
    told = Measure("draws", "draws", NOBODY if winners.teams else NO_SINGLE_WINNER, "share")
    yield told, share_estimate(winners.undecided, winners.total)


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
            key = outcome.name.replace(" ", "_")
            of = f"{'length' if outcome.name == outcome.unit else outcome.name}, in {outcome.unit}"
            ends = (None, None) if data.is_fixed(place, outcome) else (found["low"], found["high"])
            mean = Estimate(found["value"], *ends)
            yield Measure(key, f"{of}: mean", outcome.meaning, "number"), mean
            for name, title, share in (("median", "median", 0.5), ("p95", "95th percentile", 0.95)):
                told = f"{'half' if share == 0.5 else '95 %'} of the games have at most this many {outcome.unit}"
                yield (
                    Measure(f"{key}_{name}", f"{of}: {title}", told, "number"),
                    _quantile(data, place, outcome.column, share).scaled(outcome.scale),
                )


def _of_drama(data: RunData, contest: Contest, place: PlacedCell) -> Iterator[Measured]:
    """What has one number a game, and so an interval without rows, too."""
    if contest.behind:
        counted = data.distribution(contest.behind).filter(cell=place.number)
        games = int(counted["games"].sum())
        told = "games whose winner was behind another player at the start of a turn at least once"
        back = int(counted.filter(pl.col("value") > 0)["games"].sum())
        yield Measure("comebacks", "comebacks", told, "share"), share_estimate(back, games)
    points = contest.points
    far = f"the most {points} by which who wins in the end was behind at the start of a turn, on average over all games"
    close = f"{points} by which the winner was ahead of the second at the end; small if games are close"
    for column, measure in (
        (contest.behind_most, Measure("drama_depth", f"drama: how far, in {points}", far, "number")),
        (contest.lead_changes, LEAD_CHANGES),
        (contest.margin, Measure("margin", f"margin, in {points}", close, "number")),
    ):
        if column:
            yield measure, _mean(data, place, column)


def ratios_of(contest: Contest) -> list[Ratio]:
    """The measures that are one column over another."""
    real = "share of the turns in which the player had more than one choice"
    many = "choices that a player had, on average over all decisions"
    behind = "share of the turns at whose start who wins in the end was behind another player"
    found = [
        Ratio("real_decisions", "turns with a real decision", real, contest.decided_turns, contest.turns, "share"),
        Ratio("choices", "choices a decision", many, contest.choices, contest.decisions),
        Ratio("drama", "drama: how often", behind, contest.behind, contest.turns, "share"),
    ]
    return [ratio for ratio in found if ratio.over and ratio.under]


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
