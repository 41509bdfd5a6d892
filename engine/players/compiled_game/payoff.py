"""What a seat wants of games that were played, as whole numbers."""

from collections.abc import Callable, Sequence

import numpy as np

from engine.game.outcomes import Mean, Outcome, Share
from engine.game.results import Rows
from engine.kernel.records import Ints
from engine.policy.compiled_game.play import WINNERS

Payoff = Callable[[Rows, int], Ints]
"""Of the rows of games, for a seat or the group."""


def payoff_of(outcomes: Sequence[Outcome], columns: Sequence[str]) -> Payoff:
    """A win, where seats win; else the game's first outcome that somebody wants."""
    if WINNERS in columns:
        return lambda rows, seat: rows[WINNERS].astype(np.int64) >> seat & 1
    wanted = next(each for each in outcomes if each.better and not (isinstance(each, Mean) and each.over))
    sign = -1 if wanted.better == "less" else 1
    if isinstance(wanted, Share):
        codes = wanted.codes
        return lambda rows, seat: sign * np.isin(rows[wanted.column], codes).astype(np.int64)
    worth = np.vectorize(wanted.worth, otypes=[np.int64])
    return lambda rows, seat: sign * worth(rows[wanted.column].astype(np.int64))
