"""random: every kind of action that can be completed is equally likely; then every choice is."""

from engine.euphoria.rules.decisions import Mind, any_recruit
from engine.euphoria.rules.legal import Action, ArtifactPhase, followers_exposed, hidden_of_others, others
from engine.euphoria.table.state import GIVE, HIDE, INTERROGATE, NONE, USE, Dice, View
from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import any_of, roll


@compiled
def choose_artifact(view: View, mind: Mind, dice: Dice, options: int) -> ArtifactPhase:
    kind = any_of(dice, options)
    if kind != GIVE:
        return ArtifactPhase(kind, NONE, NONE)
    place = roll(dice, view.table.held[view.sight.seat])
    return ArtifactPhase(kind, place, any_of(dice, others(view)))


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, options: int) -> Action:
    kind = any_of(dice, options)
    if kind == INTERROGATE:
        return Action(kind, any_recruit(view, dice, hidden_of_others(view)))
    if kind == USE:
        return Action(kind, any_of(dice, view.sight.usable))
    if kind == HIDE:
        return Action(kind, any_of(dice, followers_exposed(view)))
    return Action(kind, NONE)


@compiled
def choose_reaction(view: View, mind: Mind, dice: Dice) -> int:
    """Declines every second time."""
    if roll(dice, 2) == 0:
        return NONE
    return any_of(dice, view.sight.usable)
