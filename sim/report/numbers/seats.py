"""Who wins: how often each seat does, from a column of winners with one bit a seat; and each role at each seat."""

from itertools import combinations
from typing import NamedTuple

import polars as pl

from engine.game.presentation import Contest
from sim.report.cell_layout import PlacedCell
from sim.report.numbers.tables import WHERE, Schema, TableRow, in_order, where
from sim.report.run_data import RunData
from sim.statistics.estimates import NOTHING, Estimate, mean_estimate, share_estimate
from sim.statistics.intervals import CONFIDENCE
from sim.statistics.paired import Paired, interval


class Winners(NamedTuple):
    """The games of a cell by their winners."""

    seats: int
    games: dict[int, int]
    """How many games had these winners, one bit a seat."""
    teams: bool = False
    """Whether seats win together as a rule."""

    @property
    def total(self) -> int:
        return sum(self.games.values())

    def won_by(self, seat: int) -> int:
        """Games that a seat won, alone or with others; the first seat is 0."""
        return sum(games for winners, games in self.games.items() if winners >> seat & 1)

    @property
    def undecided(self) -> int:
        """Games without a single winner: nobody won, or several did who are no team."""
        return sum(
            games
            for winners, games in self.games.items()
            if not winners or (winners.bit_count() > 1 and not self.teams)
        )


def winners_of(data: RunData, contest: Contest, place: PlacedCell) -> Winners:
    """The winners of a cell. It has as many seats as its size says, or as have ever won."""
    counted = data.distribution(contest.winners).filter(cell=place.number)
    games = dict(counted.select("value", "games").iter_rows())
    seen = max((winners.bit_length() for winners in games), default=0)
    size = place.size if isinstance(place.size, int) and place.size >= seen else seen
    return Winners(size, games, data.presentation.teams)


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
    numbers = ("share", "low", "high", "advantage", "advantage_low", "advantage_high")
    return pl.DataFrame(rows, {**WHERE, **counts, **dict.fromkeys(numbers, pl.Float64)}, orient="row")


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
    numbers = dict.fromkeys(("share", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, {**WHERE, **counts, **numbers}, orient="row")
