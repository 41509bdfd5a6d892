"""hold: rolls until the turn has made `at` points, then holds.

At 20, another roll gains as much as it loses on average: the faces 2 to 6 add up to 20 points, and a 1 loses 20.
"""

from engine.kernel.compiled import compiled
from engine.pig.rules import decisions
from engine.pig.rules.decisions import Mind
from engine.pig.table.state import Dice, View
from engine.policy.parameters import Parameter

PARAMETERS = {"at": Parameter(20, 2, 200, "points of a turn at which the player holds")}

SHOWN = ("at",)
"""A label always says at how many."""


class Memory(decisions.Memory):
    at: int


@compiled
def rolls_again(view: View, mind: Mind, dice: Dice) -> bool:
    return view.table.total < mind.at
