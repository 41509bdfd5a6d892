"""Windows: the other players may react to what somebody did."""

from engine.euphoria.rules.artifacts import discard, is_possible, usable_artifacts
from engine.euphoria.rules.asking import Mind, checked, expose_own, goes_on
from engine.euphoria.rules.decisions import (
    choose_reaction,
)
from engine.euphoria.rules.effects import carry_out
from engine.euphoria.rules.legal import see
from engine.euphoria.table.events import REACTED_WITH
from engine.euphoria.table.faults import BAD_REACTION
from engine.euphoria.table.state import BY_COST, DECIDED, GOING_ON, NO_WINDOW, NONE, REACTED, Dice, View, World
from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import note


@compiled
def open_window(world: World, mind: Mind, dice: Dice, window: int, actor: int, concerned: int) -> None:
    """The other players may react, one after the other in the direction of play; the first reaction closes the
    window."""
    table, players = world.table, world.scenario.players
    table.cancelled = 0
    if not (world.book.answered >> window) & 1 or not goes_on(world):
        return
    table.window = window
    table.actor = actor
    table.concerned = concerned
    for step in range(1, players):
        seat = (actor + step * table.direction) % players
        if table.held[seat] == 0:
            continue
        usable = usable_artifacts(world, seat)
        if usable == 0:
            continue
        see(world, seat)
        world.sight.usable = usable
        view = View(world.scenario, world.book, world.table, world.sight)
        place = choose_reaction(view, mind, dice)
        if place == NONE:
            continue
        react(world, mind, dice, seat, checked(world, usable, place, BAD_REACTION))
        break
    table.window = NO_WINDOW
    table.concerned = NONE


@compiled
def react(world: World, mind: Mind, dice: Dice, seat: int, place: int) -> None:
    """Cost, discard, effects. What they cause opens no window."""
    world.tally.reactions += 1
    artifact = world.book.artifact[world.hidden.hand[seat, place]]
    note(world.log, (REACTED_WITH, seat, artifact))
    pay(world, mind, dice, seat, place)
    world.tally.artifact[artifact, REACTED] += 1
    chosen = NONE
    for at in range(world.book.effects[artifact]):
        if goes_on(world) and is_possible(world, seat, artifact, at):
            chosen = carry_out(world, mind, dice, seat, artifact, at, chosen)
    if world.table.end != GOING_ON:
        world.tally.artifact[artifact, DECIDED] += 1


@compiled
def pay(world: World, mind: Mind, dice: Dice, seat: int, place: int) -> int:
    """A player exposes a recruit and discards the artifact that it pays for, which is returned."""
    artifact = world.book.artifact[world.hidden.hand[seat, place]]
    expose_own(world, mind, dice, seat, BY_COST)
    discard(world, seat, place)
    return artifact
