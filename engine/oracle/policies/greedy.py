"""greedy: takes the action that is worth most for each of its hours, and spends no modifiers."""

from engine.kernel.compiled import compiled
from engine.oracle.minds import habits
from engine.oracle.minds.memory import COUNTING
from engine.oracle.minds.plans import plan_turn
from engine.oracle.rules.decisions import Mind
from engine.oracle.table.state import Dice, View

FOUNDATION = habits
PARAMETERS = {"counting": COUNTING}


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, legal: int) -> int:
    plan_turn(view, mind, 0)
    action: int = mind.action
    return action
