"""What a seat may see, and what it may do."""

from typing import NamedTuple

from engine.euphoria.rules.recruits import all_recruits, row_of
from engine.euphoria.table.state import (
    ARM,
    GIVE,
    HIDE,
    INTERROGATE,
    NONE,
    NOTHING,
    PASS,
    REDRAW,
    SHOOT,
    USE,
    View,
    World,
)
from engine.kernel.compiled import inlined


class Action(NamedTuple):
    """What a player does in the second phase: one of PASS, INTERROGATE, USE, ARM, SHOOT and HIDE."""

    kind: int
    choice: int
    """The recruit to look at or to hide; the place in the hand of the artifact to use; else NONE."""


class ArtifactPhase(NamedTuple):
    """What a player does in the first phase: one of NOTHING, REDRAW and GIVE."""

    kind: int
    place: int
    """The place in the hand of the artifact to give; else NONE."""
    player: int
    """Who gets it; else NONE."""


@inlined
def see(world: World, seat: int) -> None:
    """Writes down what a seat may see of what is hidden."""
    table, hidden, sight = world.table, world.hidden, world.sight
    known = table.known[seat]
    if (world.scenario.sees_all >> seat) & 1:
        known = all_recruits(world.scenario.players)
    sight.seat = seat
    sight.known = known
    sight.leaders = hidden.leaders & known
    sight.subterra = hidden.subterra & known
    sight.usable = 0
    for place in range(table.held[seat]):
        sight.hand[place] = world.book.artifact[hidden.hand[seat, place]]


@inlined
def see_nothing(world: World) -> None:
    """Writes down that nobody in particular looks."""
    sight = world.sight
    sight.seat = NONE
    sight.known = 0
    sight.leaders = 0
    sight.subterra = 0
    sight.usable = 0


@inlined
def others(view: View) -> int:
    """Everybody but the seat that decides."""
    return ((1 << view.scenario.players) - 1) & ~(1 << view.sight.seat)


@inlined
def hidden_of_others(view: View) -> int:
    """The recruits that can be interrogated."""
    return all_recruits(view.scenario.players) & ~view.table.exposed & ~row_of(view.sight.seat)


@inlined
def followers_exposed(view: View) -> int:
    """The Followers that lie face up. (Whatever lies face up is known to all.)"""
    return view.table.exposed & ~view.sight.leaders


@inlined
def actions_of(view: View) -> int:
    """The actions that can be completed, as a mask of their kinds."""
    table, seat = view.table, view.sight.seat
    found = 1 << PASS
    if hidden_of_others(view):
        found |= 1 << INTERROGATE
    if view.sight.usable:
        found |= 1 << USE
    if table.aim[seat] != NONE:
        found |= 1 << SHOOT
    elif table.middle > 0 and (view.scenario.arm_cost == 0 or row_of(seat) & ~table.exposed):
        found |= 1 << ARM
    if view.scenario.hide_action and followers_exposed(view):
        found |= 1 << HIDE
    return found


@inlined
def artifact_phases_of(view: View) -> int:
    """What can be done in the first phase, as a mask of its kinds."""
    table = view.table
    found = 1 << NOTHING
    held = table.held[view.sight.seat]
    if held + table.deck_left + table.discarded > 0:
        found |= 1 << REDRAW
    if held > 0:
        found |= 1 << GIVE
    return found
