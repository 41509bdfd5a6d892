"""Seats of a competitive game: one seat in focus, the others the field.

To learn what a policy is worth, one seat plays it and all others play another one, the field. The seat is drawn for
each game by a stream of its own, so that the game's luck stays as it is. Each game is played twice on the same luck:
with the focus in that seat, and with a player of the field in the same seat. The row is that of the first game; its
column `focus` says who won from that seat, so that counts of its codes are a paired table.
"""

from collections.abc import Callable
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from engine.game.outcomes import Mean, Outcome, Share
from engine.game.results import Column, Rows
from engine.language.current import joined, said

FOCUS, FIELD = "focus", "field"
"""The keys of an experiment, and the labels of a cell that has a focus."""

NEITHER, FIELD_ONLY, FOCUS_ONLY, BOTH = range(4)
FOCUS_COLUMN = Column(
    "focus",
    "<u1",
    "who wins from the seat in focus, on the same luck",
    values=("neither", "field only", "focus only", "both"),
)

ANYWHERE = -1
"""In place of a seat: the field sits everywhere."""


def focus_line(seat: int) -> str:
    """The first line of a replay with a focus in this seat, counted from 0."""
    return said("Seat {seat} is the focus.", seat=seat + 1)


def verdict_line(verdict: str) -> str:
    """The last line of such a replay, from the value of the column; empty if it has none."""
    lines = {
        "neither": said("A player of the field in the same seat would not have won either."),
        "field only": said("A player of the field in the same seat would have won."),
        "focus only": said("A player of the field in the same seat would not have won."),
        "both": said("A player of the field in the same seat would have won, too."),
    }
    return lines.get(verdict, "")


def who_wins(seats: list[int]) -> str:
    """The end of a game: the seats that won, counted from 1."""
    if not seats:
        return said("Nobody wins.")
    one = len(seats) == 1
    return said("Seat {seat} wins.", seat=seats[0]) if one else said("Seats {seats} win.", seats=joined(seats))


def focus_outcomes(column: str = FOCUS_COLUMN.name) -> tuple[Outcome, ...]:
    """How often the focus wins, how often a player of the field does in the same seat on the same luck, and the
    difference. `column` has the codes of FOCUS_COLUMN."""
    needs = {FOCUS: 0}
    return (
        Share(
            name="focus wins",
            called="wins of the focus",
            meaning="games that the focus wins",
            column=column,
            codes=(FOCUS_ONLY, BOTH),
            better="more",
            needs=needs,
        ),
        Share(
            name="field wins",
            called="wins of the field in the seat of the focus",
            meaning="games that a player of the field wins in the seat of the focus, on the same luck",
            column=column,
            codes=(FIELD_ONLY, BOTH),
            needs=needs,
        ),
        Mean(
            name="focus gain",
            called="gain of the focus",
            meaning="games that the focus wins more than a player of the field in the same seat, in 100",
            column=column,
            unit="wins in 100 games",
            margin=0.5,
            values=(0, -100, 100, 0),
            bounds=(-100, 100),
            better="more",
            needs=needs,
        ),
    )


def focus_seats(seed: int, indices: NDArray[np.int64], seats: int, fixed: int = 0) -> NDArray[np.int64]:
    """The seat of the focus in each of these games, from 0 on. `fixed` is a seat from 1 on; 0 draws one per game."""
    if fixed:
        return np.full(len(indices), fixed - 1, np.int64)
    from engine.kernel.rng import HALF, WORD, philox  # takes Numba with it, which `fatecast --help` does without

    words = getattr(philox, "py_func", philox)
    digest = sha256(b"focus of seed %d" % seed).digest()
    key0, key1 = (np.uint64(int.from_bytes(digest[at : at + 4], "little")) for at in (0, 4))
    games, nothing = indices.astype(np.uint64), np.zeros(len(indices), np.uint64)
    drawn = words(games & WORD, games >> HALF, nothing, nothing, key0, key1)[0]
    found: NDArray[np.int64] = ((drawn * np.uint64(seats)) >> HALF).astype(np.int64)
    return found


Play = Callable[[int, NDArray[np.int64]], Rows]
"""Plays the games of some indices with the focus in a seat, or ANYWHERE for the field alone."""


def play_focus(play: Play, winners: str, seats: NDArray[np.int64], indices: NDArray[np.int64]) -> Rows:
    """The rows of games with a focus; `winners` is their column of winners, one bit a seat."""
    rows, field = play_twice(play, seats, indices)
    rows[FOCUS_COLUMN.name] = who_won(rows, field, winners, seats)
    return rows


def play_twice(play: Play, seats: NDArray[np.int64], indices: NDArray[np.int64]) -> tuple[Rows, Rows]:
    """The rows of games with the focus in its seat, and those with the field in every seat, on the same luck."""
    field = play(ANYWHERE, indices)
    rows = field.copy()
    for seat in np.unique(seats).tolist():
        here = seats == seat
        rows[here] = play(seat, indices[here])
    return rows, field


def who_won(rows: Rows, field: Rows, winners: str, seats: NDArray[np.int64]) -> NDArray[np.int64]:
    """The codes of FOCUS_COLUMN for games that were played twice."""
    focus_won, field_won = (played[winners].astype(np.int64) >> seats & 1 for played in (rows, field))
    found: NDArray[np.int64] = FOCUS_ONLY * focus_won + FIELD_ONLY * field_won
    return found
