"""random: holds after each roll with the same chance, whatever the score."""

from typing import Annotated

import numpy as np

from engine.kernel.compiled import compiled
from engine.pig.rules import decisions
from engine.pig.rules.decisions import Mind, chance
from engine.pig.table.state import Dice, View
from engine.policy.parameters import Parameter

PARAMETERS = {"hold": Parameter(0.2, 0.0, 1.0, "chance to hold after a roll")}


class Memory(decisions.Memory):
    hold: Annotated[float, np.float64]


@compiled
def rolls_again(view: View, mind: Mind, dice: Dice) -> bool:
    return chance(view, dice) >= mind.hold
