"""The result of a game: one row of small integers, and the outcomes that results are judged by.

OpenSpiel's returns are floats. A row stores them in thousandths, counted from the least that the game can return.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, floor, isfinite

import numpy as np

from engine.game.outcomes import Mean, Outcome, Share, length_of, seat_shares
from engine.game.results import Column, Notable
from engine.game.seats import FOCUS, FOCUS_COLUMN, focus_outcomes
from engine.outside.openspiel.loading import Loaded

SCALE = 1000
"""Parts of a unit of return that a row counts in."""
FARTHEST = 1_000_000.0
"""In place of an infinite bound of the returns."""
MOST_MOVES = 20_000
"""A game that goes on after so many moves is broken off."""

TOTAL = "total"
"""The column of what all players get together."""
FOCUS_RETURN, FOCUS_GAIN, TOTAL_RETURN = "focus return", "focus return gain", "total return"
"""Names of outcomes."""

OF_ALL = "what all players together get by OpenSpiel's rules"

BY_RULES, TIME_OUT = range(2)
ENDS = ("rules", "time-out")

PLAIN_COLUMNS = (
    Column("moves", "<u2", "moves of all players"),
    Column("decisions", "<u2", "moves at which the player had more than one choice"),
    Column("choices", "<u4", "legal choices at those moves, summed up", histogram=False),
    Column("chances", "<u2", "chance events"),
    Column("end", "<u1", "how the game ended", values=ENDS),
)
WINNERS = Column("winners", "<u2", "who won, one bit a seat: 1 the first, 2 the second, 4 the third; 0 for nobody")


@dataclass(frozen=True, eq=False)
class ResultLayout:
    """The columns and outcomes of one game of OpenSpiel."""

    loaded: Loaded

    @cached_property
    def least(self) -> int:
        """The least that a game can return, in parts."""
        low = self.loaded.game.min_utility()
        return floor(round((low if isfinite(low) else -FARTHEST) * SCALE, 3))

    @cached_property
    def most(self) -> int:
        high = self.loaded.game.max_utility()
        return ceil(round((high if isfinite(high) else FARTHEST) * SCALE, 3))

    @property
    def counts_points(self) -> bool:
        """Whether it matters how much each player gets, as in poker, and not only who wins."""
        if not self.loaded.is_constant_sum:
            return self.loaded.is_competitive
        return (self.least, self.most) != (-SCALE, SCALE)

    @cached_property
    def returns(self) -> list[str]:
        """The columns of the returns. Players of a cooperative game all get the same."""
        if self.loaded.is_cooperative or self.loaded.seats == 1:
            return ["return"]
        return [f"return{seat}" for seat in range(1, self.loaded.seats + 1)]

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        start, seats = self._from(self.least), self.loaded.seats
        who = ["of every player"] if len(self.returns) == 1 else [f"of seat {at + 1}" for at in range(seats)]
        returns = [
            Column(name, "<u4", f"return {of}, {start}", histogram=False)
            for name, of in zip(self.returns, who, strict=True)
        ]
        if not self.loaded.is_competitive:
            return (*returns, *PLAIN_COLUMNS)
        of_all = f"returns of all seats together, {self._from(seats * self.least)}"
        total = Column(TOTAL, "<u8", of_all, histogram=False)
        gain = self._from(self.least - self.most)
        focus = (
            Column("focus_return", "<u4", f"return of the seat in focus, {start}; 0 without a focus", histogram=False),
            Column(
                "focus_gain",
                "<u4",
                f"that less the return of a player of the field in the same seat, on the same luck, {gain}",
                histogram=False,
            ),
        )
        if self.loaded.is_constant_sum:
            return (WINNERS, *returns, *PLAIN_COLUMNS, FOCUS_COLUMN, *focus)
        return (*returns, total, *PLAIN_COLUMNS, *focus)

    @cached_property
    def row(self) -> np.dtype[np.void]:
        return np.dtype([(column.name, column.dtype) for column in self.columns])

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        length = length_of(
            "moves of a game, of all players together",
            "moves",
            column="moves",
            bounds=(0, min(MOST_MOVES, self.loaded.game.max_game_length())),
        )
        if not self.loaded.is_competitive:
            return (*self._returns(), length)
        if not self.loaded.is_constant_sum:
            return (*self._focus_returns(), *self._returns(), self._total(), length)
        wins = (*focus_outcomes(), *self._winners())
        returns = (*self._focus_returns(), *self._returns())
        return (*returns, *wins, length) if self.counts_points else (*wins, *returns, length)

    def _winners(self) -> list[Outcome]:
        """Two players have one winner or a draw; of more players, several can win."""
        seats = self.loaded.seats
        shares = seat_shares(WINNERS.name, most=seats, size="players", fewest=seats)
        draws = Share(
            name="draws", meaning="games that nobody wins", column=WINNERS.name, codes=(0,), family=shares[0].family
        )
        return [share if seats == 2 else replace(share, family="") for share in (*shares, draws)]

    def _mean(self, name: str, called: str, meaning: str, column: str, least: int, most: int) -> Mean:
        """A return. A difference of less than 1/200 of what is possible does not matter; games differ by a point or so,
        though a row counts in thousandths."""
        return Mean(
            name=name,
            called=called,
            meaning=meaning,
            column=column,
            unit="points",
            margin=max((most - least) / SCALE / 200, 1 / SCALE),
            scale=SCALE,
            offset=least,
            bounds=(least, most),
            apart=min(SCALE, max(most - least, 1)),
            needs={FOCUS: 0} if column.startswith("focus") else {},
            better="more" if column.startswith("focus") or len(self.returns) == 1 else "",
        )

    def _returns(self) -> list[Outcome]:
        if len(self.returns) == 1:
            meaning = OF_ALL if self.loaded.is_cooperative else "what the player gets by OpenSpiel's rules"
            return [self._mean("return", "", meaning, "return", self.least, self.most)]
        return [
            self._mean(
                return_of(seat),
                "",
                f"what the player in seat {seat} gets by OpenSpiel's rules",
                column,
                self.least,
                self.most,
            )
            for seat, column in enumerate(self.returns, 1)
        ]

    def _total(self) -> Outcome:
        """What there is, where that is not always the same."""
        low, high = (self.loaded.seats * each for each in (self.least, self.most))
        return self._mean(TOTAL_RETURN, "return of all seats together", OF_ALL, TOTAL, low, high)

    def _focus_returns(self) -> list[Outcome]:
        reach = self.most - self.least
        more = "what the focus gets more than a player of the field in the same seat, on the same luck"
        return [
            self._mean(
                FOCUS_RETURN, "return of the focus", "what the focus gets", "focus_return", self.least, self.most
            ),
            self._mean(FOCUS_GAIN, "gain in return of the focus", more, "focus_gain", -reach, reach),
        ]

    def _from(self, least: int) -> str:
        return f"in 1/{SCALE}, counted from {least / SCALE:g}"

    def stored(self, value: float) -> int | None:
        """A return as a row stores it; None if the game must not return it."""
        parts = round(value * SCALE)
        return parts - self.least if self.least <= parts <= self.most else None


def return_of(seat: int) -> str:
    """The name of an outcome."""
    return f"return of seat {seat}"


NOTABLE: Mapping[str, Notable] = {
    "longest game": Notable(("moves",)),
    "shortest game": Notable(("moves",), least=MOST_MOVES),
    "most choices": Notable(("choices",)),
}
