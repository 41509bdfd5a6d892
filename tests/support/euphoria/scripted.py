"""A policy that answers what a test has written down, and remembers what it was asked.

If it is asked something else than the script expects, it remembers that and gives a harmless answer.
"""

from typing import Annotated

from engine.euphoria.rules import decisions
from engine.euphoria.rules.decisions import Mind
from engine.euphoria.rules.legal import Action, ArtifactPhase
from engine.euphoria.table.state import NONE, NOTHING, PASS, Dice, View
from engine.kernel.compiled import compiled
from engine.kernel.records import Ints
from engine.policy.compiled_game.records import nth

MOST = 64
PHASE, ACTION, REACTION, EXPOSURE, TARGET, PLAYER, RECRUIT = range(7)
NAMES = ("phase", "action", "reaction", "exposure", "target", "player", "recruit")


class Memory(decisions.Memory):
    """The script, and what was asked."""

    length: int
    at: int
    """The next answer."""
    hook: Annotated[Ints, MOST]
    """For each answer of the script, the question it belongs to."""
    answer: Annotated[Ints, MOST, 3]
    count: int
    asked: Annotated[Ints, MOST, 3]
    """The question, the seat, and what was allowed."""


@compiled
def next_answer(view: View, mind: Mind, hook: int, allowed: int) -> int:
    """The place of the answer in the script, or NONE."""
    if mind.count < MOST:
        mind.asked[mind.count, 0] = hook
        mind.asked[mind.count, 1] = view.sight.seat
        mind.asked[mind.count, 2] = allowed
        mind.count += 1
    if mind.at < mind.length and mind.hook[mind.at] == hook:
        mind.at += 1
        answer: int = mind.at - 1
        return answer
    return NONE


@compiled
def choose_artifact(view: View, mind: Mind, dice: Dice, options: int) -> ArtifactPhase:
    at = next_answer(view, mind, PHASE, options)
    if at == NONE:
        return ArtifactPhase(NOTHING, NONE, NONE)
    return ArtifactPhase(mind.answer[at, 0], mind.answer[at, 1], mind.answer[at, 2])


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, options: int) -> Action:
    at = next_answer(view, mind, ACTION, options)
    return Action(PASS, NONE) if at == NONE else Action(mind.answer[at, 0], mind.answer[at, 1])


@compiled
def choose_reaction(view: View, mind: Mind, dice: Dice) -> int:
    at = next_answer(view, mind, REACTION, view.sight.usable)
    return NONE if at == NONE else mind.answer[at, 0]


@compiled
def choose_exposure(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    at = next_answer(view, mind, EXPOSURE, allowed)
    return nth(allowed, 0) if at == NONE else mind.answer[at, 0]


@compiled
def choose_target(view: View, mind: Mind, dice: Dice, holder: int, allowed: int) -> int:
    at = next_answer(view, mind, TARGET, allowed)
    if at != NONE:
        answer: int = mind.answer[at, 0]
        return answer
    present = view.table.aim[holder]
    return present if present != NONE and (allowed >> present) & 1 else nth(allowed, 0)


@compiled
def choose_player(view: View, mind: Mind, dice: Dice, effect: int, number: int, allowed: int) -> int:
    at = next_answer(view, mind, PLAYER, allowed)
    return nth(allowed, 0) if at == NONE else mind.answer[at, 0]


@compiled
def choose_recruit(view: View, mind: Mind, dice: Dice, effect: int, allowed: int) -> int:
    at = next_answer(view, mind, RECRUIT, allowed)
    return nth(allowed, 0) if at == NONE else mind.answer[at, 0]
