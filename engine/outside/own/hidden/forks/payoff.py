"""What a seat wants of a game, as one whole number."""

from collections.abc import Callable

from engine.game.outcomes import Share
from engine.outside.own.author import Table
from engine.outside.own.declared import Declared

WIN, DRAW, NOTHING = 2, 1, 0
Payoff = Callable[[Table, bool, int], int]
"""Of a table at which a game has ended, perhaps by a time-out, for a seat."""


def payoff_of(game: Declared) -> Payoff:
    """A win; in a game of production, the first of its outcomes. Without a winner, a game is a draw for everybody if
    its rules know draws, and nothing if it was broken off."""
    has_draws = bool(game.file.game.draws)
    if game.kind == "production":
        return _production(game)

    def of(table: Table, timed_out: bool, seat: int) -> int:
        if table.winners:
            return WIN if table.winners >> seat & 1 else NOTHING
        return DRAW if has_draws and not timed_out else NOTHING

    return of


def _production(game: Declared) -> Payoff:
    outcome = game.outcomes[0]
    sign = -1 if outcome.better == "less" else 1

    def of(table: Table, timed_out: bool, seat: int) -> int:
        value = table.counts[outcome.column] if outcome.column in table.counts else getattr(table, outcome.column, 0)
        return sign * (int(value in outcome.codes) if isinstance(outcome, Share) else outcome.worth(int(value)))

    return of
