"""What a comparison keeps of a game: the columns that its outcomes are computed from, and a mark to tell games apart.

Two games with equal marks have equal rows. A mark leaves out columns that name pieces by their number, because another
deck numbers its pieces differently. Workers use this module, so it never uses Polars.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.outcomes import Mean, Outcome, Share
from engine.game.protocol import Game
from engine.game.results import Rows
from engine.rows.digest import hash_rows
from sim.play.worker import Task, batches, right_game
from sim.runs.tally import Tally


class Outcomes(NamedTuple):
    """The outcomes of consecutive games of one cell, one entry for each game."""

    columns: Mapping[str, NDArray[np.integer]]
    marks: NDArray[np.uint64]

    @property
    def games(self) -> int:
        return len(self.marks)

    def of(self, outcome: Outcome) -> NDArray[np.int64]:
        """What each game adds to an outcome: 1 or 0 for a share, the column for a mean (in parts of its unit)."""
        column = self.columns[outcome.column]
        if isinstance(outcome, Share):
            return np.isin(column, outcome.codes).astype(np.int64)
        if outcome.values:
            worth: NDArray[np.int64] = np.asarray(outcome.values, np.int64)[column]
            return worth
        return column.astype(np.int64) + outcome.offset

    def over(self, outcome: Mean) -> NDArray[np.int64]:
        """What each game adds to the denominator of a mean over another column."""
        return self.columns[outcome.over].astype(np.int64)

    def first(self, games: int) -> "Outcomes":
        """The outcomes of the first games."""
        return self.part(0, games)

    def part(self, first: int, last: int) -> "Outcomes":
        """The outcomes of the games [first, last)."""
        columns = {name: column[first:last] for name, column in self.columns.items()}
        return Outcomes(columns, self.marks[first:last])


def outcomes_of(game: Game, rows: Rows) -> Outcomes:
    """The outcomes in rows."""
    numbered = [column.name for column in game.columns if column.by_number]
    if numbered:
        rows = rows.copy()
        for name in numbered:
            rows[name] = 0
    return Outcomes({name: np.array(rows[name]) for name in outcome_columns(game)}, hash_rows(rows))


def outcome_columns(game: Game) -> list[str]:
    """The columns that a game's outcomes are computed from, in the order of the declaration."""
    found = [
        name
        for outcome in game.outcomes
        for name in (outcome.column, outcome.over if isinstance(outcome, Mean) else "")
        if name
    ]
    return list(dict.fromkeys(found))


def joined(parts: Sequence[Outcomes]) -> Outcomes:
    """Outcomes of consecutive games, joined."""
    columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns}
    return Outcomes(columns, np.concatenate([part.marks for part in parts]))


def play_outcomes(task: Task) -> Outcomes:
    """Play the games of a task and keep only their outcomes: what a worker does for a comparison."""
    game = right_game(task)
    return joined([outcomes_of(game, batch.rows) for _, batch, _ in batches(game, task, Tally(), rows_only=True)])
