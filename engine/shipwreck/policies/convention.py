"""convention: uses a code agreed in advance that nobody could play by hand, to show how much can be won.

Before every play, all players work out from public information which move each hand makes, so that the chance of
winning is as high as possible, and the group decides accordingly. This is the "hat guessing" idea of Hanabi strategies
(Cox and others: "How to Make the Perfect Fireworks Display: Two Strategies for Hanabi", Mathematics Magazine 88, 2015),
with a code made for each position and a value function fitted on self-play.
"""

from engine.kernel.compiled import compiled
from engine.policy.parameters import Parameter
from engine.shipwreck.minds.beliefs.decisions import begin_play
from engine.shipwreck.minds.planning import decisions
from engine.shipwreck.minds.planning.move_code import (
    back_to_rival,
    identify,
    improve,
    play_anything,
    settle_code,
    shake,
)
from engine.shipwreck.minds.planning.outlooks import foresee_signals
from engine.shipwreck.minds.planning.plan import agreed_move, listen, listen_to_code, play_code
from engine.shipwreck.policies import expert
from engine.shipwreck.policies.expert import prepare
from engine.shipwreck.rules.decisions import Mind
from engine.shipwreck.table.state import Dice, View

__all__ = ["FOUNDATION", "LEARNT", "PARAMETERS", "choose_play", "expect_play", "prepare"]

FOUNDATION = decisions
LEARNT = ("convention", "expert")

PARAMETERS = {
    "rounds": Parameter(3, 1, 10, "times that plays and decisions are adapted to each other, from each start"),
    "tries": Parameter(
        10, 0, 100, "times that a code is perturbed and improved again, if it is worth less than content"
    ),
    "content": Parameter(0.98, 0.0, 1.0, "chance of winning from which the search for a better code stops"),
    **{name: meant for name, meant in expert.PARAMETERS.items() if name != "rounds"},
}


@compiled
def expect_play(view: View, mind: Mind, dice: Dice) -> None:
    """Works out, from public information, which move each hand makes. Unlike expert, it does not start from the plays
    of pragmatic players."""
    depth = mind.depth
    mind.depth = 0
    begin_play(view, mind, dice)
    mind.depth = depth
    agree(view, mind)


@compiled
def choose_play(view: View, mind: Mind, dice: Dice, first: int, second: int, moves: int) -> int:
    expect_play(view, mind, dice)
    return agreed_move(view, mind, dice, first, second, moves)


@compiled
def agree(view: View, mind: Mind) -> None:
    """Finds the better code of two starting points; perturbs it a few times if it is worth less than `content`."""
    foresee_signals(view, mind)
    play_anything(mind)
    listen(view, mind)
    settle_code(view, mind)
    best = improve(view, mind)
    for hand in range(mind.hands):
        mind.rival[hand] = mind.chosen[hand]
    identify(mind)
    listen_to_code(view, mind)
    settle_code(view, mind)
    best = keep_better(view, mind, best)
    for attempt in range(mind.tries):
        if best < mind.content:
            shake(mind, attempt)
            best = keep_better(view, mind, best)
    play_code(mind)


@compiled
def keep_better(view: View, mind: Mind, best: float) -> float:
    """Improves the chosen code and keeps it if it is worth more than its rival. Returns the worth of the better one."""
    worth = improve(view, mind)
    if worth > best:
        return worth
    back_to_rival(mind)
    return best
