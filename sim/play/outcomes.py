"""What a comparison keeps of a game: whether it was won, how long it took, and a mark that tells games apart.

Two games with equal marks have equal rows. A mark leaves out columns that name pieces by their number, because another
deck numbers its pieces differently. Workers use this module, so it never uses Polars.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.protocol import Game
from engine.game.results import Rows
from sim.play.worker import Task, batches, right_game
from sim.runs.digest import hash_rows
from sim.runs.tally import Tally


class Outcomes(NamedTuple):
    """The outcomes of consecutive games of one cell, one entry for each game."""

    won: NDArray[np.bool_]
    turns: NDArray[np.uint16]
    marks: NDArray[np.uint64]

    @property
    def games(self) -> int:
        return len(self.won)

    def first(self, games: int) -> "Outcomes":
        """The outcomes of the first games."""
        return Outcomes(self.won[:games], self.turns[:games], self.marks[:games])


def outcomes_of(game: Game, rows: Rows) -> Outcomes:
    """The outcomes in rows."""
    numbered = [column.name for column in game.columns if column.by_number]
    if numbered:
        rows = rows.copy()
        for name in numbered:
            rows[name] = 0
    return Outcomes(rows["won"] == 1, rows["turns"].astype(np.uint16), hash_rows(rows))


def joined(parts: Sequence[Outcomes]) -> Outcomes:
    """Outcomes of consecutive games, joined."""
    return Outcomes(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def play_outcomes(task: Task) -> Outcomes:
    """Play the games of a task and keep only their outcomes: what a worker does for a comparison."""
    game = right_game(task)
    return joined([outcomes_of(game, batch.rows) for _, batch, _ in batches(game, task, Tally())])
