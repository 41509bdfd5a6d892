"""Columns that the rows of every game in a file have, or of every game of its kind."""

from engine.game.results import Column

WINNERS = Column("winners", "<u2", "who won, one bit a seat: 1 the first, 2 the second, 4 the third; 0 for nobody")
WON_COLUMN = Column("won", "<u1", "1 if the players won")
PLAYED = (
    Column("turns", "<u2", "turns of all players"),
    Column("decisions", "<u4", "times a player had a choice", histogram=False),
    Column("choices", "<u4", "choices at those times, summed up", histogram=False),
    Column("decided_turns", "<u2", "turns in which a player had a choice at least once"),
)
