"""Plays a game turn by turn. The policies decide; everything else is the rule book."""

from typing import Any

from engine.euphoria.rules.actions import act
from engine.euphoria.rules.artifacts import discard, draw, leave_hand, take_in_hand, usable_artifacts
from engine.euphoria.rules.asking import Mind, aim, goes_on, others_of
from engine.euphoria.rules.decisions import (
    begin_game,
    choose_action,
    choose_artifact,
)
from engine.euphoria.rules.legal import (
    actions_of,
    artifact_phases_of,
    followers_exposed,
    hidden_of_others,
    see,
    see_nothing,
)
from engine.euphoria.rules.recruits import end_game
from engine.euphoria.rules.scorebook import write_row
from engine.euphoria.rules.set_up import set_up
from engine.euphoria.rules.windows import open_window
from engine.euphoria.table.events import GAVE, REDREW, TURN
from engine.euphoria.table.faults import BAD_ACTION, BAD_ARTIFACT_PHASE
from engine.euphoria.table.state import (
    AIMED,
    CAP,
    GIVE,
    HIDE,
    INTERROGATE,
    NONE,
    REDRAW,
    USE,
    Dice,
    View,
    World,
)
from engine.euphoria.table.streams import start_turn
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import contains, note, start_luck


@inlined
def begin_turn(world: World, dice: Dice) -> None:
    """The active seat's turn begins. Counts how long it has waited for it."""
    table, tally = world.table, world.tally
    table.turn += 1
    start_turn(world.luck, dice, table.turn)
    last = tally.last_turn[table.seat]
    if last > 0:
        between = table.turn - last - 1
        tally.waits += 1
        tally.waited += between
        tally.longest_wait = max(tally.longest_wait, between)
    tally.last_turn[table.seat] = table.turn
    note(world.log, (TURN, table.turn, table.seat))


@compiled
def artifact_phase(world: World, mind: Mind, dice: Dice) -> None:
    """Phase 1: redraw, give an artifact away, or nothing."""
    table = world.table
    seat = table.seat
    see(world, seat)
    view = View(world.scenario, world.book, world.table, world.sight)
    options = artifact_phases_of(view)
    phase = choose_artifact(view, mind, dice, options)
    if not contains(options, phase.kind):
        table.fault = BAD_ARTIFACT_PHASE
    elif phase.kind == REDRAW:
        world.tally.redraws += 1
        note(world.log, (REDREW, seat, table.held[seat]))
        while table.held[seat] > 0:
            discard(world, seat, table.held[seat] - 1)
        draw(world, seat)
    elif phase.kind == GIVE:
        if not (0 <= phase.place < table.held[seat] and contains(others_of(world, seat), phase.player)):
            table.fault = BAD_ARTIFACT_PHASE
            return
        world.tally.gives += 1
        card = leave_hand(world, seat, phase.place)
        take_in_hand(world, phase.player, card)
        note(world.log, (GAVE, seat, phase.player, world.book.artifact[card]))


@compiled
def action_phase(world: World, mind: Mind, dice: Dice) -> None:
    """Phase 2: one action."""
    table = world.table
    see(world, table.seat)
    view = View(world.scenario, world.book, world.table, world.sight)
    if table.held[table.seat] > 0:
        view.sight.usable = usable_artifacts(world, table.seat)
    options = actions_of(view)
    action = choose_action(view, mind, dice, options)
    legal = contains(options, action.kind)
    if action.kind == INTERROGATE:
        legal = legal and contains(hidden_of_others(view), action.choice)
    elif action.kind == USE:
        legal = legal and contains(view.sight.usable, action.choice)
    elif action.kind == HIDE:
        legal = legal and contains(followers_exposed(view), action.choice)
    if not legal:
        table.fault = BAD_ACTION
        return
    act(world, mind, dice, table.seat, action.kind, action.choice)


@inlined
def aim_phase(world: World, mind: Mind, dice: Dice) -> None:
    """Phase 3: who holds a laser now must aim it, at the old target or at a new one."""
    table = world.table
    if not goes_on(world) or table.aim[table.seat] == NONE:
        return
    changed = aim(world, mind, dice, table.seat, table.seat, others_of(world, table.seat))
    if changed or world.scenario.aim_every:
        open_window(world, mind, dice, AIMED, table.seat, table.aim[table.seat])


@inlined
def end_turn(world: World) -> None:
    """Phase 4: the next seat in the direction of play, or who has taken the next turn."""
    table, players = world.table, world.scenario.players
    if not goes_on(world):
        return
    if table.turn >= world.scenario.turn_cap:
        end_game(world, CAP, 0, NONE)
        return
    if table.turned:
        table.direction = -table.direction
        table.turned = 0
    table.seat = (table.seat + table.direction) % players if table.next_seat == NONE else table.next_seat
    table.next_seat = NONE


@compiled
def play_turn(world: World, mind: Mind, dice: Dice) -> None:
    begin_turn(world, dice)
    if world.book.cards > 0:
        artifact_phase(world, mind, dice)
    if goes_on(world):
        action_phase(world, mind, dice)
    aim_phase(world, mind, dice)
    end_turn(world)


@compiled
def play_game(world: World, mind: Mind, dice: Dice, index: int) -> None:
    """Plays one game to its end."""
    start_luck(world.luck, dice, index)
    set_up(world)
    see_nothing(world)
    begin_game(View(world.scenario, world.book, world.table, world.sight), mind)
    while goes_on(world):
        play_turn(world, mind, dice)


@compiled
def play_games(world: World, mind: Mind, dice: Dice, indices: Any, focus: Any, results: Any) -> int:
    """Plays the games of these indices, one for each row of results. Returns how many could be played to their end."""
    for game in range(results.shape[0]):
        play_game(world, mind, dice, indices[game])
        if world.table.fault:
            return game
        write_row(world, focus[game], results[game])
    return results.shape[0]
