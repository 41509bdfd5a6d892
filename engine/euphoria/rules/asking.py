"""Asks the players: shows a seat what it may see, and takes its answer if the rules allow it.

The import from `rules.decisions` is where a policy is plugged in: `engine.policy.kernel` writes a copy of this module
and of those that build on it (`effects`, `windows`, `actions`, `turn`) for each policy, in which these names are the
policy's own. Only functions that are found by name are compiled into the kernel and cached.
"""

from typing import Any

from engine.euphoria.rules.decisions import (
    choose_exposure,
    choose_player,
    choose_recruit,
    choose_target,
)
from engine.euphoria.rules.legal import see
from engine.euphoria.rules.recruits import expose, hidden_of
from engine.euphoria.table.events import AIMED_AT
from engine.euphoria.table.faults import BAD_EXPOSURE, BAD_PLAYER, BAD_RECRUIT, BAD_TARGET, NO_FAULT
from engine.euphoria.table.state import GOING_ON, Dice, View, World
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import contains, note, nth

Mind = Any


@inlined
def checked(world: World, allowed: int, answer: int, fault: int) -> int:
    """The answer of a policy. After one that is not allowed, the game stops at the next chance."""
    if contains(allowed, answer):
        return answer
    world.table.fault = fault
    return nth(allowed, 0)


@inlined
def goes_on(world: World) -> bool:
    return world.table.end == GOING_ON and world.table.fault == NO_FAULT


@inlined
def others_of(world: World, seat: int) -> int:
    return ((1 << world.scenario.players) - 1) & ~(1 << seat)


@compiled
def expose_own(world: World, mind: Mind, dice: Dice, seat: int, why: int) -> None:
    """A player exposes a hidden recruit of his own choice."""
    allowed = hidden_of(world.table, seat)
    see(world, seat)
    view = View(world.scenario, world.book, world.table, world.sight)
    chosen = choose_exposure(view, mind, dice, allowed)
    expose(world, 1 << checked(world, allowed, chosen, BAD_EXPOSURE), why)


@compiled
def aim(world: World, mind: Mind, dice: Dice, by: int, holder: int, allowed: int) -> bool:
    """A player aims a laser, usually his own. Returns whether its target is another one now."""
    table = world.table
    see(world, by)
    view = View(world.scenario, world.book, world.table, world.sight)
    chosen = choose_target(view, mind, dice, holder, allowed)
    chosen = checked(world, allowed, chosen, BAD_TARGET)
    changed = table.aim[holder] != chosen
    table.aim[holder] = chosen
    if changed:
        note(world.log, (AIMED_AT, holder, chosen, by))
    return changed


@compiled
def pick_player(world: World, mind: Mind, dice: Dice, user: int, effect: int, number: int, allowed: int) -> int:
    see(world, user)
    view = View(world.scenario, world.book, world.table, world.sight)
    chosen = choose_player(view, mind, dice, effect, number, allowed)
    return checked(world, allowed, chosen, BAD_PLAYER)


@compiled
def pick_recruit(world: World, mind: Mind, dice: Dice, user: int, effect: int, allowed: int) -> int:
    see(world, user)
    view = View(world.scenario, world.book, world.table, world.sight)
    chosen = choose_recruit(view, mind, dice, effect, allowed)
    return checked(world, allowed, chosen, BAD_RECRUIT)
