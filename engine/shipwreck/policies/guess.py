"""guess: any legal move, and the group always names values at random.

What luck alone is worth: one guess a turn, as many as an extra guess allows, all values alike.
"""

from engine.kernel.compiled import compiled
from engine.shipwreck.rules.decisions import GUESS_DIE, Mind, choose_play, roll
from engine.shipwreck.rules.moves import count_bits
from engine.shipwreck.table.state import Dice, View

__all__ = ["choose_play", "predict"]


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    """Distinct values, each as likely as any other."""
    left = view.book.values
    named = 0
    for guess in range(min(1 + view.table.extra_guesses, count_bits(left))):
        values = left
        for _ in range(roll(view.table, dice, GUESS_DIE + guess, count_bits(left))):
            values &= values - 1
        lowest = values & -values
        named |= lowest
        left &= ~lowest
    mind.stated = count_bits(named) / count_bits(view.book.values)
    return named
