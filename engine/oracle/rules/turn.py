"""Plays a game turn by turn. The policy decides; everything else is the rule book.

The imports from `rules.decisions` here, in `rewards`, `actions` and `adventurers` are where a policy is plugged in:
`engine.policy.kernel` writes copies of these modules for each policy, in which these names are the policy's own. Only
functions that are found by name are compiled into the kernel and cached.
"""

from typing import Any

from engine.kernel.compiled import compiled, inlined
from engine.oracle.rules.actions import (
    act,
)
from engine.oracle.rules.adventurers import (
    arrive,
    pass_hours,
)
from engine.oracle.rules.bag import (
    fill_bag,
)
from engine.oracle.rules.decisions import (
    begin_game,
    choose_action,
    choose_modifier,
)
from engine.oracle.rules.effects import (
    corrupt_by_clump,
    hold_market,
)
from engine.oracle.rules.legal import legal_actions
from engine.oracle.rules.plate import (
    actions_by_runes,
    all_together,
    moved,
    throw,
    turned,
)
from engine.oracle.rules.scorebook import (
    worth_of,
    write_row,
)
from engine.oracle.rules.set_up import (
    set_up,
)
from engine.oracle.table.events import (
    ACTED,
    DAY,
    ENDED,
    IDLED,
    MODIFIED,
    RIVAL,
    THREW,
)
from engine.oracle.table.faults import (
    BAD_ACTION,
    BAD_MODIFIER,
    NO_FAULT,
)
from engine.oracle.table.state import (
    CHANGE_X,
    FIRST_MOVE,
    HOURS,
    MODIFIERS,
    MOVE,
    NONE,
    PLUS,
    PREDICT,
    SEATS,
    STARS,
    TIME,
    USES,
    Dice,
    View,
    World,
)
from engine.oracle.table.streams import rival_hours, start_day
from engine.policy.compiled_game.records import contains, note, start_dice, start_luck

Mind = Any


@compiled
def begin_turn(world: World, dice: Dice) -> None:
    """Throws the runes; those of the first turn lie there since the set-up."""
    table, tally = world.table, world.tally
    table.turn += 1
    start_dice(dice, table.turn)
    if table.turn > 1:
        throw(world, table.turn, 0)
    note(world.log, (THREW, table.turn, table.clock[0], table.plate, table.die[0], table.die[1], table.skull))
    if table.turn > 1 and all_together(table.plate):
        corrupt_by_clump(world)
    by_runes = actions_by_runes(world.scenario, table.plate)
    tally.can_stars += (by_runes >> STARS) & 1
    tally.can_predict += (by_runes >> PREDICT) & 1
    tally.can_x += (by_runes >> CHANGE_X) & 1


@compiled
def modify(world: World, mind: Mind, dice: Dice) -> None:
    """Any number of modifiers, each of which spends a filled box."""
    view = View(world.scenario, world.board, world.table, world.chart)
    table, tally = world.table, world.tally
    modifier = choose_modifier(view, mind, dice)
    while modifier != NONE:
        kind = PLUS if modifier < FIRST_MOVE else MOVE
        if not 0 <= modifier < MODIFIERS or table.filled[kind] == 0:
            table.fault = BAD_MODIFIER
            return
        if kind == PLUS:
            table.die[modifier >> 1] = turned(table.die[modifier >> 1], modifier)
        else:
            table.plate = moved(table.plate, modifier)
        table.filled[kind] -= 1
        tally.spent[kind] += 1
        note(world.log, (MODIFIED, modifier, table.plate, table.die[0], table.die[1]))
        modifier = choose_modifier(view, mind, dice)


@compiled
def play_turn(world: World, mind: Mind, dice: Dice) -> None:
    """Throw, modifiers, action; then the clock moves."""
    view = View(world.scenario, world.board, world.table, world.chart)
    table, tally = world.table, world.tally
    begin_turn(world, dice)
    modify(world, mind, dice)
    if table.fault != NO_FAULT:
        return
    legal = legal_actions(view)
    if legal == 0:
        idle = world.scenario.hours - table.clock[0]
        tally.idle_hours += idle
        note(world.log, (IDLED, idle))
        pass_hours(world, mind, dice, 0, idle)
        return
    action = choose_action(view, mind, dice, legal)
    if not contains(legal, action):
        table.fault = BAD_ACTION
        return
    table.action = action
    table.space = world.scenario.space[action]
    tally.by = action
    tally.taken[action] += 1
    tally.piece[action, USES] += 1
    tally.piece[action, TIME] += HOURS[action]
    note(world.log, (ACTED, action, HOURS[action]))
    act(world, mind, dice, action)
    if table.fault == NO_FAULT:
        pass_hours(world, mind, dice, 0, HOURS[action])


@inlined
def who_acts(world: World) -> int:
    """The seat with the lowest clock, the lowest seat at a tie; NONE if all are at the end of the day."""
    clock = world.table.clock
    found, lowest = NONE, world.scenario.hours
    for seat in range(world.scenario.players):
        if clock[seat] < lowest:
            found, lowest = seat, clock[seat]
    return found


@compiled
def play_day(world: World, mind: Mind, dice: Dice) -> None:
    """Arrival, production, market, clean-up."""
    table, scenario = world.table, world.scenario
    table.day += 1
    note(world.log, (DAY, table.day))
    start_day(world.luck, table.day, scenario.players)
    fill_bag(world)
    for seat in range(SEATS):
        table.clock[seat] = 0
    arrive(world, mind, dice)
    seat = who_acts(world)
    while seat != NONE and table.fault == NO_FAULT:
        if seat == 0:
            play_turn(world, mind, dice)
        else:
            hours = min(rival_hours(world.luck, seat), scenario.hours - table.clock[seat])
            note(world.log, (RIVAL, seat, hours))
            pass_hours(world, mind, dice, seat, hours)
        seat = who_acts(world)
    hold_market(world)


@compiled
def play_game(world: World, mind: Mind, dice: Dice, index: int) -> None:
    """Plays one game to its end."""
    view = View(world.scenario, world.board, world.table, world.chart)
    start_luck(world.luck, dice, index)
    set_up(world)
    start_dice(dice, 0)
    begin_game(view, mind)
    while world.table.day < world.scenario.days and world.table.fault == NO_FAULT:
        play_day(world, mind, dice)
    note(world.log, (ENDED, worth_of(world), world.table.corruption))


@compiled
def play_games(world: World, mind: Mind, dice: Dice, indices: Any, results: Any) -> int:
    """Plays the games of these indices, one for each row of results. Returns how many could be played to their end."""
    for game in range(results.shape[0]):
        play_game(world, mind, dice, indices[game])
        if world.table.fault != NO_FAULT:
            return game
        write_row(world, results[game])
    games: int = results.shape[0]
    return games
