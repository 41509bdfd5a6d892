"""guess: any legal move, and the group always names values at random.

What luck alone is worth: one guess a turn, as many as an extra guess allows, all values alike.
"""

from engine.compiled import compiled
from engine.records import Ints
from engine.shipwreck.policies.base import GUESS_DIE, Mind, choose_play, roll
from engine.shipwreck.prediction import count_values
from engine.shipwreck.state import Book, Dice, Table

__all__ = ["choose_play", "predict"]


@compiled
def predict(book: Book, rows: Ints, table: Table, mind: Mind, dice: Dice) -> int:
    """Distinct values, each as likely as any other."""
    left = book.values
    named = 0
    for guess in range(min(1 + table.extra_guesses, count_values(book.values))):
        skip = roll(table, dice, GUESS_DIE + guess, count_values(left))
        values = left
        for _ in range(skip):
            values &= values - 1
        lowest = values & -values
        named |= lowest
        left &= ~lowest
    return named
