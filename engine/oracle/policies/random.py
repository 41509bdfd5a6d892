"""random: decides at random, uniformly at every choice."""

from engine.kernel.compiled import compiled
from engine.oracle.rules.decisions import Mind, any_of
from engine.oracle.table.state import FIRST_MOVE, MODIFIERS, MOVE, NONE, PLUS, Dice, View
from engine.policy.compiled_game.records import roll


@compiled
def choose_modifier(view: View, mind: Mind, dice: Dice) -> int:
    """Done, or one of the changes that the filled boxes allow."""
    table = view.table
    first = 0 if table.filled[PLUS] > 0 else FIRST_MOVE
    last = MODIFIERS if table.filled[MOVE] > 0 else FIRST_MOVE
    choices = last - first
    if choices <= 0:
        return NONE
    chosen = roll(dice, 1 + choices)
    return NONE if chosen == 0 else first + chosen - 1


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, legal: int) -> int:
    return any_of(dice, legal)
