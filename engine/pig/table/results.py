"""The result of a game: one row of small integers, and the outcomes that results are judged by."""

from collections.abc import Mapping

import numpy as np

from engine.game.outcomes import Mean, Outcome, bounded, seat_shares
from engine.game.results import Column, Notable
from engine.game.seats import FOCUS_COLUMN, focus_outcomes
from engine.pig.table.state import SEATS, TURN_LIMIT

SCHEMA = 1

ENDS = ("goal", "time-out")
"""In the order of `state.GOAL` and `state.TIME_OUT`."""

COLUMNS = (
    Column("winners", "<u1", "the winner, one bit a seat: 1 the first, 2 the second, 4 the third; 0 for nobody"),
    Column("turns", "<u2", "turns of all players, including the last", limits=(1, TURN_LIMIT)),
    Column("rounds", "<u2", "rounds begun: turns of the first player"),
    Column("rolls", "<u2", "rolls of the die"),
    Column("end", "<u1", "how the game ended", values=ENDS),
    Column("decisions", "<u2", "times a player could choose between roll and hold"),
    Column("choices", "<u2", "legal choices at those times, summed up"),
    Column("decided_turns", "<u2", "turns in which the player could choose at least once"),
    Column("behind", "<u2", "turns at whose start another player had more points than the later winner"),
    Column("behind_most", "<u1", "by how many points the later winner was behind, at most"),
    Column("lead_changes", "<u2", "times that another player took the lead"),
    Column("margin", "<u1", "points of the winner above the next best"),
    FOCUS_COLUMN,
)

_OUTCOMES: tuple[Outcome, ...] = (
    *focus_outcomes(),
    *seat_shares("winners", most=SEATS, size="players", fewest=2),
    Mean(
        name="length",
        meaning="turns of a game, of all players together",
        column="turns",
        unit="turns",
        margin=0.25,
        more="longer",
        less="shorter",
        length=True,
    ),
)

OUTCOMES = bounded(_OUTCOMES, COLUMNS)

ROW = np.dtype([(column.name, column.dtype) for column in COLUMNS])


NOTABLE: Mapping[str, Notable] = {
    "biggest comeback": Notable(("behind_most",), lambda rows: rows["winners"] > 0),
    "longest game": Notable(("turns",)),
    "most changes of the lead": Notable(("lead_changes",), lambda rows: rows["winners"] > 0),
    "narrowest win": Notable(("margin",), lambda rows: rows["winners"] > 0, least=255),
}
