"""pragmatic: players and group reason about why a player chose this card and not another.

Speaker and listener reason about each other in `depth` rounds: the Rational Speech Acts recursion (Frank and Goodman,
Science 336, 2012; Goodman and Frank, Trends in Cognitive Sciences 20, 2016). The speaker chooses at random with the
odds that the group assumes, so the group's belief is exact. Attentive people use depth 1 or 2.
"""

from engine.kernel.compiled import compiled
from engine.policy.parameters import Parameter
from engine.shipwreck.minds.beliefs import decisions
from engine.shipwreck.minds.beliefs.decisions import THINKING, begin_play_with
from engine.shipwreck.minds.beliefs.sampled_choice import after_play, choose_theft
from engine.shipwreck.minds.beliefs.speaker import find_hand, forget_moves
from engine.shipwreck.rules.decisions import PLAY_DIE, Mind, any_of, chance
from engine.shipwreck.table.state import NONE, Dice, View

__all__ = ["FOUNDATION", "PARAMETERS", "after_play", "choose_play", "choose_theft", "hear_play"]

FOUNDATION = decisions

PARAMETERS = {
    "depth": Parameter(3, 1, 10, "rounds in which speaker and listener reason about each other"),
    "alpha": Parameter(30.0, 0.0, 1000.0, "how sharply the speaker chooses"),
    "pressed": Parameter(
        0.85, 0.0, 1.0, "how sure the group must be to predict when a fade is due that would not lose the game"
    ),
    **THINKING,
}


@compiled
def choose_play(view: View, mind: Mind, dice: Dice, first: int, second: int, moves: int) -> int:
    begin_play_with(view, mind, dice, first, second)
    hand = find_hand(mind, first, second)
    die = PLAY_DIE + view.table.plays
    if hand == NONE:
        return any_of(view.table, dice, die, moves)
    left = chance(view.table, dice, die)
    move = NONE
    for at in range(mind.start[hand], mind.start[hand + 1]):
        if mind.chance[at] > 0.0:
            move = mind.move[at]
            if left < mind.chance[at]:
                break
            left -= mind.chance[at]
    return move


@compiled
def hear_play(view: View, mind: Mind) -> None:
    decisions.hear_play(view, mind)
    forget_moves(mind)
