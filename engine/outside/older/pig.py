"""Pig by rule version 1, of fatecast 0.4 to 0.11: its die was thrown by other luck."""

from engine.game.outcomes import bounded, length_of, seat_shares
from engine.game.results import Column, Notable
from engine.game.seats import FOCUS_COLUMN, focus_outcomes
from engine.outside.older.read_only import OlderResults

MOST_PLAYERS, MOST_TURNS = 6, 500

COLUMNS = (
    Column("winners", "<u1", "the winner, one bit a seat: 1 the first, 2 the second, 4 the third; 0 for nobody"),
    Column("turns", "<u2", "turns of all players, including the last", limits=(1, MOST_TURNS)),
    Column("rounds", "<u2", "rounds begun: turns of the first player"),
    Column("rolls", "<u2", "rolls of the die"),
    Column("end", "<u1", "how the game ended", values=("goal", "time-out")),
    Column("decisions", "<u2", "times a player could choose between roll and hold"),
    Column("choices", "<u2", "legal choices at those times, summed up"),
    Column("decided_turns", "<u2", "turns in which the player could choose at least once"),
    Column("behind", "<u2", "turns at whose start another player had more points than the later winner"),
    Column("behind_most", "<u1", "by how many points the later winner was behind, at most"),
    Column("lead_changes", "<u2", "times that another player took the lead"),
    Column("margin", "<u1", "points of the winner above the next best"),
    FOCUS_COLUMN,
)
LENGTH = length_of("turns of a game, of all players together")

RULES_1 = OlderResults(
    version=1,
    schema=1,
    columns=COLUMNS,
    outcomes=bounded(
        (*focus_outcomes(), *seat_shares("winners", most=MOST_PLAYERS, size="players", fewest=2), LENGTH), COLUMNS
    ),
    notable={
        "biggest comeback": Notable(("behind_most",)),
        "longest game": Notable(("turns",)),
        "most changes of the lead": Notable(("lead_changes",)),
        "narrowest win": Notable(("margin",), least=255),
    },
    later_parameters=frozenset({"slips"}),
)
