"""Tests, and what they cost: the start, extras and support, Fate, losses, the group conflict; and reading a card, which
may begin one.

The import from `rules.decisions` is where a policy is plugged in: `engine.policy.kernel` writes a copy of this module
and of `rules.turn` for each policy, in which these names are the policy's own. Only functions that are found by name
are compiled into the kernel and cached.
"""

from typing import Any

from engine.hadal.rules.azrak import count_for, expel, lose_control, refresh_alone, supporters, to_vortex, ways_out
from engine.hadal.rules.decisions import (
    choose_broken,
    choose_extras,
    choose_group_test,
)
from engine.hadal.rules.fate import draw_fate
from engine.hadal.rules.panorama import show
from engine.hadal.rules.scorebook import count_test, end_game, score
from engine.hadal.table.events import BEGAN_TEST, DAMAGE, FATE, FIGHT, LOST_AZRAK, PAID_EXTRA, READ
from engine.hadal.table.faults import BAD_BROKEN, BAD_EXTRAS, BAD_GROUP_TEST, NO_FAULT
from engine.hadal.table.state import (
    CLUE,
    CONFLICT,
    CRITICAL,
    FAIL,
    FREE_EMERGENCY,
    GOING_ON,
    GROUP,
    LOSE,
    SPENT,
    SUCCESS,
    SUPPORTED,
    WIPED,
    Dice,
    View,
    World,
)
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import contains, note

Mind = Any

HAS_NONE, PAID, LOST, BY_REFRESH = range(4)
"""What became of a payment of one Azrak: nothing to pay with, paid, paid and out of control, paid by an emergency
refresh (an option)."""


@inlined
def goes_on(world: World) -> bool:
    return world.table.end == GOING_ON and world.table.fault == NO_FAULT


@inlined
def settle(world: World) -> bool:
    """After an action: who lost control is expelled. Returns whether the mission goes on."""
    if goes_on(world):
        expel(world)
        if world.table.present == 0:
            end_game(world, WIPED)
    return goes_on(world)


@compiled
def spend(world: World, mind: Mind, dice: Dice, seat: int) -> int:
    """Takes an Azrak out of a reserve. If it is the last one, the agent must choose first."""
    table = world.table
    if table.reserve[seat] == 0:
        return HAS_NONE
    while table.reserve[seat] == 1:
        ways = ways_out(table)
        way = LOSE
        if ways != 1 << LOSE:
            way = choose_broken(View(world.scenario, table), mind, dice, seat, ways)
        if not contains(ways, way):
            table.fault = BAD_BROKEN
            way = LOSE
        if way == LOSE:
            lose_control(world, seat)
            return LOST
        refresh_alone(world, seat, way == FREE_EMERGENCY)
        if world.scenario.emergency_pays:
            return BY_REFRESH
    table.reserve[seat] -= 1
    return PAID


@inlined
def spend_into_vortex(world: World, mind: Mind, dice: Dice, seat: int) -> int:
    """Pays an Azrak. Returns how many went into the Vortex: 0 or 1."""
    paid = spend(world, mind, dice, seat)
    if paid in (PAID, LOST):
        to_vortex(world, seat)
        return 1
    return 0


@compiled
def lose_azrak(world: World, mind: Mind, dice: Dice, seat: int, number: int) -> None:
    """Pays a loss one by one. Losing control ends it."""
    for _ in range(number):
        if not contains(world.table.present, seat):
            return
        note(world.log, (LOST_AZRAK, seat))
        world.tally.loss += spend_into_vortex(world, mind, dice, seat)


@inlined
def pay_extra(world: World, seat: int, tester: int, helpers: int, number: int) -> int:
    """Pays what one agent adds to a test. Returns the number."""
    table = world.table
    if number == 0:
        return 0
    most = max(table.reserve[seat] - 1, 0)
    if seat != tester:
        most = min(most, world.scenario.support) if contains(helpers, seat) else 0
    if number < 0 or number > most:
        table.fault = BAD_EXTRAS
        return 0
    table.reserve[seat] -= number
    table.vortex += number
    count_for(world, seat, SPENT, number)
    if seat == tester:
        world.tally.boost += number
    else:
        world.tally.support += number
        count_for(world, seat, SUPPORTED, number)
    note(world.log, (PAID_EXTRA, seat, number, tester))
    return number


@compiled
def take_test(world: World, mind: Mind, dice: Dice, seat: int, kind: int, attribute: int, difficulty: int) -> int:
    """Start, extras and support, Fate. Returns the result. A failure is paid for at once."""
    scenario, table = world.scenario, world.table
    value = table.attribute[seat, attribute]
    note(world.log, (BEGAN_TEST, seat, kind, attribute, difficulty, value))
    world.tally.start += spend_into_vortex(world, mind, dice, seat)
    helpers = supporters(world, seat, kind == GROUP)
    extras = choose_extras(View(scenario, table), mind, dice, seat, kind, attribute, difficulty, helpers)
    total = value
    for payer in range(scenario.agents):
        total += pay_extra(world, payer, seat, helpers, extras[payer])
    fate = draw_fate(world)
    total += fate
    result = FAIL
    if total == difficulty:
        result = CRITICAL
    elif total > difficulty:
        result = SUCCESS
    note(world.log, (FATE, fate, total, difficulty, result, table.pile))
    count_test(world, seat, kind, result)
    if result == FAIL:
        loss = scenario.fail_loss
        if kind == CONFLICT:
            loss = scenario.conflict_loss
        elif kind == GROUP:
            loss = scenario.group_loss
        lose_azrak(world, mind, dice, seat, loss)
    return result


@compiled
def fight(world: World, mind: Mind, dice: Dice) -> None:
    """The group conflict: turns of all agents present, until its life is gone or nobody is left."""
    scenario, table = world.scenario, world.table
    table.damage = 0
    note(world.log, (FIGHT, scenario.group_life))
    while table.present != 0:
        for step in range(scenario.agents):
            seat = (table.captain + step) % scenario.agents
            if not contains(table.present, seat):
                continue
            test = choose_group_test(View(scenario, table), mind, dice, seat)
            if test < 0 or test >= scenario.group_tests:
                table.fault = BAD_GROUP_TEST
                return
            difficulty = scenario.group_difficulty[test]
            result = take_test(world, mind, dice, seat, GROUP, scenario.group_attribute[test], difficulty)
            if result != FAIL:
                table.damage += 2 if result == CRITICAL else 1
                note(world.log, (DAMAGE, table.damage, scenario.group_life))
            if table.damage >= scenario.group_life:
                score(world, scenario.group_points)
                return
            if table.fault != NO_FAULT:
                return


@compiled
def read(world: World, mind: Mind, dice: Dice, seat: int) -> None:
    """An agent reads the card in front of it; what one reads all know."""
    table = world.table
    card, place = table.holding[seat], table.location
    is_new = contains(table.unread[place], card)
    kind = show(world, card) if is_new else table.kind[place, card]
    attribute, difficulty = table.card_attribute[place, card], table.card_difficulty[place, card]
    note(world.log, (READ, seat, card, kind, attribute, difficulty, 1 if is_new else 0))
    if is_new and kind == CLUE:
        score(world, 1)
    elif is_new and kind == GROUP:
        fight(world, mind, dice)
