"""planner: takes the action that is worth most for each of its hours, over all ways to spend up to two modifiers."""

from engine.kernel.compiled import compiled
from engine.oracle.minds import habits
from engine.oracle.minds.memory import COUNTING, MOST_SPENT
from engine.oracle.minds.plans import plan_turn
from engine.oracle.rules.decisions import Mind
from engine.oracle.table.state import NONE, Dice, View
from engine.policy.parameters import Parameter

FOUNDATION = habits
PARAMETERS = {
    "mu": Parameter(0.9, 0.0, 10.0, "what a filled modifier box is worth, in half-worth units"),
    "eta": Parameter(0.0, 0.0, 100.0, "what hiring is worth with the whole game ahead, in half-worth units"),
    "counting": COUNTING,
}


@compiled
def choose_modifier(view: View, mind: Mind, dice: Dice) -> int:
    """The first question of a turn: everything is planned here."""
    if mind.turn != view.table.turn:
        plan_turn(view, mind, MOST_SPENT)
        mind.at = 0
    if mind.at >= mind.spent:
        return NONE
    modifier: int = mind.modifier[mind.at]
    mind.at += 1
    return modifier


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, legal: int) -> int:
    action: int = mind.action
    return action
