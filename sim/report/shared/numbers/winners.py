"""Who won the games of a cell, from a column of winners with one bit a seat."""

from typing import NamedTuple

from engine.game.presentation import Contest
from sim.report.shared.cell_layout import PlacedCell
from sim.report.shared.run_data import RunData


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
