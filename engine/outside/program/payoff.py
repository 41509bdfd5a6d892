"""What a seat wants of the games of a program, as whole numbers."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.game.outcomes import Share
from engine.game.results import Rows
from engine.outside.program.from_hello import END, TIME_OUT, WINNERS, Declared

WIN, DRAW = 2, 1
Payoff = Callable[[Rows, int], NDArray[np.int64]]
"""Of rows, for a seat."""


def payoff_of(game: Declared) -> Payoff:
    """A win; a game without a winner is a draw for everybody, but for one that was broken off. In a game that is no
    contest, everybody wants the first of its outcomes."""
    end = game.hello.column(END)
    broken_off = [code for code, name in enumerate(end.values if end else []) if name == TIME_OUT]

    def of_contest(rows: Rows, seat: int) -> NDArray[np.int64]:
        winners = rows[WINNERS].astype(np.int64)
        is_draw = (winners == 0) & ~np.isin(rows[END], broken_off) if broken_off else winners == 0
        return np.where(is_draw, DRAW, WIN * (winners >> seat & 1))

    return of_contest if game.hello.kind == "competitive" else _of_outcome(game)


def _of_outcome(game: Declared) -> Payoff:
    outcome = game.outcomes[0]
    sign = -1 if outcome.better == "less" else 1

    def of(rows: Rows, seat: int) -> NDArray[np.int64]:
        values = rows[outcome.column].astype(np.int64)
        if isinstance(outcome, Share):
            return sign * np.isin(values, outcome.codes).astype(np.int64)
        return sign * np.array([outcome.worth(value) for value in values.tolist()], np.int64)

    return of
