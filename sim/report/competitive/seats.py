"""Who wins: how often each seat does, from a column of winners with one bit a seat; and each role at each seat."""

from itertools import combinations

import polars as pl

from sim.report.shared.numbers.where import Schema, TableRow, about_cells, estimates, in_order, where
from sim.report.shared.numbers.winners import Winners, winners_of
from sim.report.shared.run_data import RunData
from sim.statistics.estimates import NOTHING, Estimate, mean_estimate, share_estimate
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.paired import Paired, interval


def seats(data: RunData) -> pl.DataFrame:
    """How often each seat of each cell wins, and how much more than its fair share."""
    rows: list[TableRow] = []
    contest = data.presentation.contest
    for place in in_order(data) if contest and contest.winners else []:
        assert contest is not None
        found = winners_of(data, contest, place)
        for seat in range(found.seats):
            wins = found.won_by(seat)
            advantage = seat_advantage(found, seat)
            rows.append((*where(place), seat + 1, found.total, wins, *share_estimate(wins, found.total), *advantage))
    counts: Schema = {"seat": pl.Int64, "games": pl.Int64, "wins": pl.Int64}
    return about_cells(rows, counts, "share", "low", "high", *estimates("advantage"))


def seat_advantage(winners: Winners, seat: int) -> Estimate:
    """How much more often a seat wins than all seats do on average."""
    if not winners.seats:
        return NOTHING
    total = squares = cubes = 0
    for won, games in winners.games.items():
        # In parts of 1 / seats, so that sums stay whole.
        more = winners.seats * (won >> seat & 1) - won.bit_count()
        total, squares, cubes = total + games * more, squares + games * more**2, cubes + games * more**3
    return mean_estimate(winners.total, total, squares, cubes).scaled(winners.seats)


def balance(winners: Winners) -> Estimate:
    """One minus the largest difference between the shares of two seats. Its interval holds for all pairs of seats at
    once (Bonferroni), so that it also holds for the pair that happens to differ most."""
    pairs = list(combinations(range(winners.seats), 2))
    if not pairs or not winners.total:
        return NOTHING
    gaps, lows, highs = [], [], []
    for one, other in pairs:
        table = seat_pair(winners, one, other)
        low, high = interval(table, 1 - (1 - CONFIDENCE) / len(pairs))
        gaps.append(abs(table.difference))
        lows.append(max(low, -high, 0.0))
        highs.append(max(high, -low))
    return Estimate(1 - max(gaps), 1 - max(highs), 1 - max(lows))


def seat_pair(winners: Winners, one: int, other: int) -> Paired:
    """How many games both of two seats won, only the second, only the first, neither."""
    counts = [0, 0, 0, 0]
    for won, games in winners.games.items():
        counts[{(1, 1): 0, (0, 1): 1, (1, 0): 2, (0, 0): 3}[won >> one & 1, won >> other & 1]] += games
    return Paired(*counts)


def roles(data: RunData) -> pl.DataFrame:
    """How often each seat of each cell wins with each role that it had at the end. A game counts once for a seat, so
    the games of an entry are independent."""
    rows: list[TableRow] = []
    found = data.presentation.roles
    for place in in_order(data) if found else []:
        assert found is not None
        for seat, column in enumerate(found.columns, 1):
            games = dict(data.distribution(column).filter(cell=place.number).select("value", "games").iter_rows())
            for number, role in enumerate(found.roles):
                lost, won = games.get(2 * number + 1, 0), games.get(2 * number + 2, 0)
                if lost + won:
                    rows.append((*where(place), role, seat, lost + won, won, *share_estimate(won, lost + won)))
    counts: Schema = {"role": pl.String, "seat": pl.Int64, "games": pl.Int64, "wins": pl.Int64}
    return about_cells(rows, counts, "share", "low", "high")
