"""Every decision of a game as a function, with what happens if a policy does not define it.

A policy is a module with functions of these names; those it leaves out are taken from here, and choose at random. All
are compiled into the kernel. `view` is what the seat that decides (`view.sight.seat`) may see. `mind` is the policy's
own record: its parameters, and what it remembers. `dice` are its own random numbers (`roll`).

A policy must at least say what it does in the second phase of a turn (`choose_action`).
"""

from typing import Any

from engine.euphoria.rules.legal import Action, ArtifactPhase
from engine.euphoria.rules.recruits import seats_of
from engine.euphoria.table.state import NONE, NOTHING, PASS, Dice, View
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import Memory as Memory
from engine.policy.compiled_game.records import any_of
from engine.policy.compiled_game.records import prepare as prepare

SEES_ALL = False
"""Whether the policy knows every recruit. Only the policy that measures what information is worth sets this."""

Mind = Any
"""A record of the policy's own class `Memory`."""


@inlined
def any_recruit(view: View, dice: Dice, recruits: int) -> int:
    """One of these recruits: first a player who has one, then one of his, each at random."""
    player = any_of(dice, seats_of(recruits, view.scenario.players))
    return any_of(dice, recruits & (7 << (3 * player)))


@compiled
def begin_game(view: View, mind: Mind) -> None:
    """A new game starts: forget the last one."""


@compiled
def choose_artifact(view: View, mind: Mind, dice: Dice, options: int) -> ArtifactPhase:
    """The artifact phase. `options` has the kinds that are legal, as a mask. By default nothing."""
    return ArtifactPhase(NOTHING, NONE, NONE)


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, options: int) -> Action:
    """The action of a turn. `options` has the kinds that can be completed, as a mask; `view.sight.usable` the artifacts
    that can be used."""
    return Action(PASS, NONE)


@compiled
def choose_reaction(view: View, mind: Mind, dice: Dice) -> int:
    """The place in the hand of the artifact to react with, one of `view.sight.usable`, or NONE. What is reacted to is
    in `view.table`: `window`, `actor`, `concerned`, `viewed`, `in_use`. By default NONE."""
    return NONE


@compiled
def choose_exposure(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The own hidden recruit to expose: to pay for something, or because an artifact says so."""
    return any_of(dice, allowed)


@compiled
def choose_target(view: View, mind: Mind, dice: Dice, holder: int, allowed: int) -> int:
    """The player whom the laser of `holder` is aimed at: usually one's own laser."""
    return any_of(dice, allowed)


@compiled
def choose_player(view: View, mind: Mind, dice: Dice, effect: int, number: int, allowed: int) -> int:
    """The player whom an effect of one's own artifact concerns; `number` is how many of his recruits a look shows."""
    return any_of(dice, allowed)


@compiled
def choose_recruit(view: View, mind: Mind, dice: Dice, effect: int, allowed: int) -> int:
    """The recruit that an effect of one's own artifact concerns."""
    return any_of(dice, allowed)
