"""Plays a game round by round. The policy decides; everything else is the rule book.

Like `rules.taking_tests`, this module is copied for each policy, and asks that policy.
"""

from typing import Any

from engine.hadal.rules.azrak import below_level, count_for, put_back, refreshes
from engine.hadal.rules.decisions import (
    begin_game,
    choose_action,
    choose_card,
    choose_location,
    choose_receiver,
    choose_refresh,
)
from engine.hadal.rules.fate import shuffle
from engine.hadal.rules.panorama import is_live, live_locations, lying, taken
from engine.hadal.rules.scorebook import end_game, score, write_row
from engine.hadal.rules.set_up import set_up
from engine.hadal.rules.taking_tests import LOST, PAID, goes_on, read, settle, spend, spend_into_vortex, take_test
from engine.hadal.table.events import DEALT, ENTERED, EXPLORED, REFRESHED, RESERVES, ROUND, STAYED, TOOK
from engine.hadal.table.faults import BAD_ACTION, BAD_CARD, BAD_LOCATION, BAD_RECEIVER, BAD_REFRESH, NO_FAULT
from engine.hadal.table.state import (
    AT_ROUND,
    CAPTAIN_FREE,
    CONFLICT,
    CRITICAL,
    DO_TEST,
    EACH_FREE,
    EXHAUSTED,
    EXPLORE,
    FAIL,
    FREE,
    NO_REFRESH,
    NONE,
    ROUND_LIMIT,
    SPENT,
    STALLED,
    STAND_BY,
    Dice,
    View,
    World,
)
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import contains, note, start_dice, start_luck

Mind = Any


@compiled
def enter(world: World, mind: Mind, dice: Dice) -> bool:
    """The captain chooses a location and pays for it. Returns whether the mission goes on."""
    scenario, table = world.scenario, world.table
    location = choose_location(View(scenario, table), mind, dice)
    if location < 0 or location >= scenario.locations or not is_live(table, location):
        table.fault = BAD_LOCATION
        return False
    table.location = location
    seat = table.captain
    note(
        world.log,
        (ROUND, table.round_number, seat, location, table.points, table.vortex, table.returned, table.slack),
    )
    reserve = table.reserve
    note(world.log, (RESERVES, reserve[0], reserve[1], reserve[2], reserve[3], table.free_left))
    paid = spend(world, mind, dice, seat)
    if paid in (PAID, LOST):
        stays = not contains(table.marked, location)
        world.tally.enter += 1
        count_for(world, seat, SPENT, 1)
        if stays:
            table.marked |= 1 << location
            table.on_map += 1
        else:
            table.returned += 1
        note(world.log, (ENTERED, seat, location, 1 if stays else 0))
    return settle(world)


@compiled
def reconnoitre(world: World, mind: Mind, dice: Dice) -> bool:
    """Each agent present takes a card, if one is left; then all read. Returns whether the mission goes on."""
    scenario, table = world.scenario, world.table
    for step in range(scenario.agents):
        seat = (table.captain + step) % scenario.agents
        cards = lying(scenario, table)
        if not contains(table.present, seat) or cards == 0:
            continue
        card = taken(world, choose_card(View(scenario, table), mind, dice, seat, cards), cards)
        if card == NONE:
            table.fault = BAD_CARD
            return False
        table.holding[seat] = card
        note(world.log, (TOOK, seat, card))
    for step in range(scenario.agents):
        seat = (table.captain + step) % scenario.agents
        if contains(table.present, seat) and table.holding[seat] != NONE:
            read(world, mind, dice, seat)
            if not settle(world):
                return False
    return True


@inlined
def has_open_test(world: World, seat: int) -> bool:
    table = world.table
    return contains(table.open[table.location], table.holding[seat])


@inlined
def test_own_card(world: World, mind: Mind, dice: Dice, seat: int) -> None:
    """The test in front of an agent. A conflict is over afterwards, whatever the result."""
    scenario, table = world.scenario, world.table
    card, place = table.holding[seat], table.location
    kind = table.kind[place, card]
    attribute, difficulty = table.card_attribute[place, card], table.card_difficulty[place, card]
    result = take_test(world, mind, dice, seat, kind, attribute, difficulty)
    if result != FAIL or kind == CONFLICT or not scenario.retry:
        table.open[place] &= ~(1 << card)
    if result != FAIL:
        score(world, scenario.crit if result == CRITICAL else scenario.success)


@inlined
def explore(world: World, mind: Mind, dice: Dice, seat: int, card: int) -> None:
    """Pays, or uses the free Explore, and takes another card. Who loses control by it still reads the card."""
    table = world.table
    is_free = contains(table.free_explore, seat)
    note(world.log, (EXPLORED, seat, table.holding[seat], card, 1 if is_free else 0))
    if is_free:
        table.free_explore &= ~(1 << seat)
        world.tally.free_explores += 1
    else:
        world.tally.explore += spend_into_vortex(world, mind, dice, seat)
    table.holding[seat] = card
    read(world, mind, dice, seat)


@compiled
def act(world: World, mind: Mind, dice: Dice, seat: int) -> int:
    """What one agent does in a pass. Returns 1 unless it stayed."""
    scenario, table = world.scenario, world.table
    cards, card = lying(scenario, table), table.holding[seat]
    is_open = has_open_test(world, seat)
    if is_open and table.kind[table.location, card] == CONFLICT:
        test_own_card(world, mind, dice, seat)
        return 1
    options = 1 << STAND_BY
    if is_open:
        options |= 1 << DO_TEST
    if cards != 0 and (card != NONE or scenario.bare_explore):
        options |= 1 << EXPLORE
    chosen = choose_action(View(scenario, table), mind, dice, seat, options, cards)
    if not contains(options, chosen.kind):
        table.fault = BAD_ACTION
    elif chosen.kind == DO_TEST:
        test_own_card(world, mind, dice, seat)
    elif chosen.kind == EXPLORE:
        other = taken(world, chosen.card, cards)
        if other == NONE:
            table.fault = BAD_ACTION
        else:
            explore(world, mind, dice, seat, other)
    elif card != NONE:
        put_back(world, seat, 0)
    else:
        note(world.log, (STAYED, seat))
        return 0
    return 1


@compiled
def make_pass(world: World, mind: Mind, dice: Dice) -> bool:
    """First the agents without an open test act, then the others. Returns whether there is another pass."""
    agents, table = world.scenario.agents, world.table
    first, second = 0, 0
    for seat in range(agents):
        if contains(table.present, seat):
            if has_open_test(world, seat):
                second |= 1 << seat
            else:
                first |= 1 << seat
    acted = 0
    for place in range(2 * agents):
        seat = (table.captain + place) % agents
        group = first if place < agents else second
        if contains(group & table.present, seat):
            acted |= act(world, mind, dice, seat)
            if not settle(world):
                return False
    return acted == 1


@compiled
def refresh(world: World, mind: Mind, dice: Dice) -> None:
    """Between two locations."""
    scenario, table, tally = world.scenario, world.table, world.tally
    options = refreshes(table)
    chosen = NO_REFRESH
    if options != 1 << NO_REFRESH:
        chosen = choose_refresh(View(scenario, table), mind, dice, options)
    if not contains(options, chosen):
        table.fault = BAD_REFRESH
    if chosen == NO_REFRESH or table.fault != NO_FAULT:
        return
    if chosen == FREE:
        table.free_left -= 1
        tally.refresh_free += 1
    else:
        table.vortex -= 1
        table.returned += 1
        tally.refresh_standard += 1
    note(world.log, (REFRESHED, 1 if chosen == FREE else 0))
    seats = below_level(scenario, table)
    while table.vortex > 0 and seats != 0:
        seat = choose_receiver(View(scenario, table), mind, dice, seats)
        if not contains(seats, seat):
            table.fault = BAD_RECEIVER
            return
        table.reserve[seat] += 1
        table.vortex -= 1
        seats = below_level(scenario, table)
    reserve = table.reserve
    note(world.log, (DEALT, reserve[0], reserve[1], reserve[2], reserve[3], table.vortex, table.returned))


@inlined
def begin_round(world: World, dice: Dice) -> bool:
    """Who is present and who is captain. Returns whether there is a round."""
    scenario, table = world.scenario, world.table
    if table.round_number == ROUND_LIMIT:
        end_game(world, STALLED)
    elif live_locations(scenario, table) == 0:
        end_game(world, EXHAUSTED)
    if not goes_on(world):
        return False
    table.round_number += 1
    start_dice(dice, table.round_number)
    table.points_before = table.points
    table.lost = 0
    table.present = 0
    for seat in range(scenario.agents):
        if table.reserve[seat] > 0:
            table.present |= 1 << seat
    while not contains(table.present, table.captain):
        table.captain = (table.captain + 1) % scenario.agents
    table.free_explore = 0
    if scenario.free_explores == EACH_FREE:
        table.free_explore = (1 << scenario.agents) - 1
    elif scenario.free_explores == CAPTAIN_FREE:
        table.free_explore = 1 << table.captain
    if scenario.reshuffle == AT_ROUND:
        world.hidden.shuffles = 0
        shuffle(world)
    return True


@compiled
def play_round(world: World, mind: Mind, dice: Dice) -> None:
    table = world.table
    if not begin_round(world, dice) or not enter(world, mind, dice) or not reconnoitre(world, mind, dice):
        return
    while make_pass(world, mind, dice):
        pass
    if not goes_on(world):
        return
    for seat in range(world.scenario.agents):
        table.holding[seat] = NONE
    refresh(world, mind, dice)
    table.captain = (table.captain + 1) % world.scenario.agents
    table.slack = table.slack + 1 if table.points == table.points_before else 0


@compiled
def play_game(world: World, mind: Mind, dice: Dice, index: int) -> None:
    """Plays one game to its end."""
    start_luck(world.luck, dice, index)
    set_up(world)
    begin_game(View(world.scenario, world.table), mind)
    while goes_on(world):
        play_round(world, mind, dice)


@compiled
def play_games(world: World, mind: Mind, dice: Dice, indices: Any, results: Any) -> int:
    """Plays the games of these indices, one for each row of results. Returns how many could be played to their end."""
    for game in range(results.shape[0]):
        play_game(world, mind, dice, indices[game])
        if world.table.fault:
            return game
        write_row(world, results[game])
    return results.shape[0]
