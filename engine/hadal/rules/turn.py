"""Plays a game round by round. The policy decides; everything else is the rule book.

The import from `rules.decisions` is where a policy is plugged in: `engine.policy.kernel` writes a copy of this module
for each policy, with that import replaced. Only functions imported by name are compiled into the kernel and cached.
"""

from typing import Any

from engine.hadal.rules.azrak import (
    below_level,
    count_for,
    expel,
    lose_control,
    put_back,
    refresh_alone,
    refreshes,
    supporters,
    to_vortex,
    ways_out,
)
from engine.hadal.rules.decisions import (
    begin_game,
    choose_action,
    choose_broken,
    choose_card,
    choose_extras,
    choose_group_test,
    choose_location,
    choose_receiver,
    choose_refresh,
)
from engine.hadal.rules.fate import draw_fate, shuffle
from engine.hadal.rules.masks import contains
from engine.hadal.rules.panorama import is_live, live_locations, lying, show, taken
from engine.hadal.rules.scorebook import count_test, end_game, score, write_row
from engine.hadal.rules.set_up import set_up
from engine.hadal.table.events import (
    BEGAN_TEST,
    DAMAGE,
    DEALT,
    ENTERED,
    EXPLORED,
    FATE,
    FIGHT,
    LOST_AZRAK,
    PAID_EXTRA,
    READ,
    REFRESHED,
    RESERVES,
    ROUND,
    STAYED,
    TOOK,
    note,
)
from engine.hadal.table.faults import (
    BAD_ACTION,
    BAD_BROKEN,
    BAD_CARD,
    BAD_EXTRAS,
    BAD_GROUP_TEST,
    BAD_LOCATION,
    BAD_RECEIVER,
    BAD_REFRESH,
    NO_FAULT,
)
from engine.hadal.table.state import (
    AT_ROUND,
    CAPTAIN_FREE,
    CLUE,
    CONFLICT,
    CRITICAL,
    DO_TEST,
    EACH_FREE,
    EXHAUSTED,
    EXPLORE,
    FAIL,
    FREE,
    FREE_EMERGENCY,
    GOING_ON,
    GROUP,
    LOSE,
    NO_REFRESH,
    NONE,
    NOTHING,
    ROUND_LIMIT,
    SPENT,
    STALLED,
    STAND_BY,
    SUCCESS,
    SUPPORTED,
    WIPED,
    Dice,
    View,
    World,
)
from engine.hadal.table.streams import start_luck, start_round
from engine.kernel.compiled import compiled, inlined

Mind = Any

HAS_NONE, PAID, LOST, BY_REFRESH = range(4)
"""What became of a payment of one Azrak: nothing to pay with, paid, paid and out of control, paid by an emergency refresh
(an option)."""


@inlined
def goes_on(world: World) -> bool:
    return world.table.end == GOING_ON and world.table.fault == NO_FAULT


@inlined
def settle(world: World) -> bool:
    """After an action: who lost control is expelled. Returns whether the mission goes on."""
    expel(world)
    if world.table.present == 0 and goes_on(world):
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
        (ROUND, table.round, seat, location, table.points, table.vortex, table.returned, table.slack),
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
    note(world.log, (DEALT, reserve[0], reserve[1], reserve[2], reserve[3]))


@inlined
def begin_round(world: World, dice: Dice) -> bool:
    """Who is present and who is captain. Returns whether there is a round."""
    scenario, table = world.scenario, world.table
    if table.round == ROUND_LIMIT:
        end_game(world, STALLED)
    elif live_locations(scenario, table) == 0:
        end_game(world, EXHAUSTED)
    if not goes_on(world):
        return False
    table.round += 1
    start_round(dice, table.round)
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
