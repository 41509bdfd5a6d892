"""optimal: wins as often as anybody can, for two players (Neller and Presser, 2004; see `minds.value_iteration`)."""

from typing import Annotated, Any

import numpy as np

from engine.kernel.compiled import compiled
from engine.pig.minds.value_iteration import best_play
from engine.pig.rules import decisions
from engine.pig.rules.decisions import Mind
from engine.pig.table.state import MOST_GOAL, Dice, Scenario, View

PLAYERS = 2
"""The only number of players it can play with."""
BYTE, BITS = 3, 7


class Memory(decisions.Memory):
    rolls: Annotated[Any, np.uint8, MOST_GOAL, MOST_GOAL, MOST_GOAL // 8]
    """One bit for each number of points of the turn, by own points and the opponent's."""


def prepare(mind: Mind, parameters: dict[str, Any], scenario: Scenario) -> None:
    goal = int(scenario.goal)
    packed = np.packbits(best_play(goal).rolls, axis=2, bitorder="little")
    mind.rolls[:goal, :goal, : packed.shape[2]] = packed


@compiled
def rolls_again(view: View, mind: Mind, dice: Dice) -> bool:
    table = view.table
    mine, theirs, total = table.score[table.seat], table.score[1 - table.seat], table.total
    return (mind.rolls[mine, theirs, total >> BYTE] >> (total & BITS)) & 1 == 1
