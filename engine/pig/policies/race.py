"""race: "end race or keep pace": near the end rolls for the win, else holds earlier when ahead and later when behind.

Neller and Presser: "Practical Play of the Dice Game Pig", The UMAP Journal 31(1), 2010. With a goal of 100: if either
player has 71 points or more, roll until you win; else hold at 21 + an eighth of the distance to the opponent, rounded.
We measure the 71 from the goal (29 points are missing), round halves up, and with more than two players take the best
of the others for the opponent.
"""

from engine.kernel.compiled import compiled
from engine.pig.rules import decisions
from engine.pig.rules.decisions import Mind, best_other
from engine.pig.table.state import Dice, View
from engine.policy.parameters import Parameter

PARAMETERS = {
    "near": Parameter(29, 0, 200, "rolls for the win if a player misses at most this many points"),
    "pace": Parameter(21, 2, 200, "points of a turn at which the player holds when level"),
    "step": Parameter(8, 1, 200, "holds one point later for each so many points behind, earlier if ahead"),
}


class Memory(decisions.Memory):
    near: int
    pace: int
    step: int


@compiled
def rolls_again(view: View, mind: Mind, dice: Dice) -> bool:
    table = view.table
    mine, theirs = table.score[table.seat], best_other(view)
    if max(mine, theirs) >= view.scenario.goal - mind.near:
        return True
    behind = theirs - mine
    return table.total < mind.pace + (2 * behind + mind.step) // (2 * mind.step)
