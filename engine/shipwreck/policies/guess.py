"""guess: plays any legal move; the group always predicts, at random.

This shows what luck alone is worth: one guess per turn, more if extra guesses allow it, all values equally likely.
"""

from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import count_bits
from engine.shipwreck.rules.decisions import GUESS_DIE, Mind, choose_play, roll
from engine.shipwreck.table.state import Dice, View

__all__ = ["choose_play", "predict"]


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    """Distinct values, all equally likely."""
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
