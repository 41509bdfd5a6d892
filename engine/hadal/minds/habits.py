"""The habits of all policies but random. They differ in their parameters only, and share one kernel."""

from typing import Annotated, Any

import numpy as np

from engine.hadal.minds.worth import BY_WORTH, in_steps, is_willing, most_of_team, wanted_extras
from engine.hadal.rules import decisions
from engine.hadal.rules.decisions import Action, Extras, most_extras
from engine.hadal.table.state import (
    DO_TEST,
    EMERGENCY,
    EXPLORE,
    FREE,
    FREE_EMERGENCY,
    LOSE,
    NO_REFRESH,
    NONE,
    STAND_BY,
    STANDARD,
    UNREAD,
    Dice,
    View,
)
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import contains, count_bits, lowest
from engine.policy.parameters import Parameter

Mind = Any
FAR_BELOW = -1000
NO_CARD = -2
"""In place of a card: the agent wants none."""


def parameters(
    *, extras: int, count: int = 0, broken: int = 0, rho: float = 0.5, need: float = 0.0
) -> dict[str, Parameter]:
    """The parameters of a policy with habits, at these defaults."""
    ways = ("none", "cannot-fail", "reach", "by-worth")
    return {
        "extras": Parameter(extras, 0, BY_WORTH, "how many extras the team pays, and which tests it wants", ways),
        "explore_at": Parameter(4, 1, 99, "explores for Azrak with at least this much in reserve"),
        "broken": Parameter(broken, 0, 1, "what an agent does at its last Azrak", ("emergency", "lose")),
        "rho": Parameter(rho, 0.0, 1.0, "refreshes when the reserves are at most this share of the levels"),
        "need": Parameter(need, 0.0, 100.0, "and below so much Azrak for each point that is missing; 0: always"),
        "g": Parameter(5.0, 0.0, 100.0, "what a point is worth in Azrak, if extras are paid by worth"),
        "count": Parameter(count, 0, 1, "whether it counts the Fate cards left in the pile", ("off", "on")),
    }


class Memory(decisions.Memory):
    extras: int
    explore_at: int
    broken: int
    rho: Annotated[float, np.float64]
    need: Annotated[float, np.float64]
    g: Annotated[float, np.float64]
    count: int


@compiled
def choose_location(view: View, mind: Mind, dice: Dice) -> int:
    """The one with most to do, preferably without an Azrak."""
    table, best, most = view.table, NONE, FAR_BELOW
    for location in range(view.scenario.locations):
        to_do = count_bits(table.unread[location]) + count_bits(table.open[location])
        value = 2 * to_do - (3 if contains(table.marked, location) else 0)
        if to_do > 0 and value > most:
            best, most = location, value
    return best


@inlined
def margin_of(view: View, seat: int, card: int) -> int:
    """Attribute − difficulty of the test on a card."""
    table, place = view.table, view.table.location
    return table.attribute[seat, table.card_attribute[place, card]] - table.card_difficulty[place, card]


@compiled
def choose_card(view: View, mind: Mind, dice: Dice, seat: int, cards: int) -> int:
    """An unread card, else the test that is easiest for the agent, else the first card."""
    table, place = view.table, view.table.location
    if cards & table.unread[place]:
        return UNREAD
    best, most = lowest(cards), FAR_BELOW
    tests = cards & table.open[place]
    for card in range(view.scenario.cards[place]):
        if contains(tests, card) and margin_of(view, seat, card) > most:
            best, most = card, margin_of(view, seat, card)
    return best


@inlined
def best_present(view: View, attribute: int) -> int:
    """The greatest attribute among the agents present that have 2 Azrak or more."""
    table, best = view.table, FAR_BELOW
    for seat in range(view.scenario.agents):
        if contains(table.present, seat) and table.reserve[seat] >= 2:
            best = max(best, table.attribute[seat, attribute])
    return best


@inlined
def bare_helpers(view: View, tester: int) -> int:
    """The other agents present that have no card."""
    table, helpers = view.table, 0
    for seat in range(view.scenario.agents):
        if seat != tester and contains(table.present, seat) and table.holding[seat] == NONE:
            helpers |= 1 << seat
    return helpers


@inlined
def most_with(view: View, seat: int, reserve: int) -> int:
    """The most that could be added to a test of an agent with so much Azrak before the start."""
    most = max(reserve - 2, 0)
    helpers = bare_helpers(view, seat)
    for other in range(view.scenario.agents):
        if other != seat:
            most += most_extras(view, other, seat, helpers)
    return most


@inlined
def wants_test(view: View, mind: Mind, seat: int, card: int, reserve: int) -> bool:
    kind = view.table.kind[view.table.location, card]
    return is_willing(view, mind, kind, margin_of(view, seat, card), most_with(view, seat, reserve))


@inlined
def wanted_card(view: View, mind: Mind, seat: int, cards: int) -> int:
    """The easiest test that lies there and that nobody could do better, else an unread card; NO_CARD if there is
    neither."""
    table, place = view.table, view.table.location
    reserve = table.reserve[seat] - (0 if contains(table.free_explore, seat) else 1)
    best, most = NO_CARD, FAR_BELOW
    tests = cards & table.open[place]
    if tests != 0 and reserve >= 2:
        for card in range(view.scenario.cards[place]):
            if not contains(tests, card) or margin_of(view, seat, card) <= most:
                continue
            attribute = table.card_attribute[place, card]
            if table.attribute[seat, attribute] == best_present(view, attribute) and wants_test(
                view, mind, seat, card, reserve
            ):
                best, most = card, margin_of(view, seat, card)
    if best == NO_CARD and cards & table.unread[place]:
        best = UNREAD
    return best


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, seat: int, options: int, cards: int) -> Action:
    """The test in front, if the agent is good at it and wants it; else a better card, if it can afford one."""
    table, place = view.table, view.table.location
    card = table.holding[seat]
    if contains(options, DO_TEST) and table.reserve[seat] >= 2:
        attribute = table.card_attribute[place, card]
        if table.attribute[seat, attribute] >= best_present(view, attribute) - 1 and wants_test(
            view, mind, seat, card, table.reserve[seat]
        ):
            return Action(DO_TEST, NONE)
    affords = contains(table.free_explore, seat) or table.reserve[seat] >= mind.explore_at
    if contains(options, EXPLORE) and affords:
        wanted = wanted_card(view, mind, seat, cards)
        if wanted != NO_CARD:
            return Action(EXPLORE, wanted)
    return Action(STAND_BY, NONE)


@compiled
def choose_extras(
    view: View, mind: Mind, dice: Dice, seat: int, kind: int, attribute: int, difficulty: int, helpers: int
) -> Extras:
    """One by one from the greatest reserve, that of the tester first at a tie, then in seat order from it."""
    table, agents = view.table, view.scenario.agents
    margin = table.attribute[seat, attribute] - difficulty
    wanted = wanted_extras(view, mind, kind, margin, most_of_team(view, seat, helpers))
    first, second, third, fourth = 0, 0, 0, 0
    for _ in range(wanted):
        payer, most = NONE, 0
        for step in range(agents):
            other = (seat + step) % agents
            paid = (first, second, third, fourth)[other]
            left = table.reserve[other] - paid
            if paid < most_extras(view, other, seat, helpers) and left > most:
                payer, most = other, left
        if payer == 0:
            first += 1
        elif payer == 1:
            second += 1
        elif payer == 2:
            third += 1
        else:
            fourth += 1
    return Extras(first, second, third, fourth)


@compiled
def choose_group_test(view: View, mind: Mind, dice: Dice, seat: int) -> int:
    """The easiest one for the agent."""
    scenario, best, most = view.scenario, 0, FAR_BELOW
    for test in range(scenario.group_tests):
        margin = view.table.attribute[seat, scenario.group_attribute[test]] - scenario.group_difficulty[test]
        if margin > most:
            best, most = test, margin
    return best


@compiled
def choose_broken(view: View, mind: Mind, dice: Dice, seat: int, options: int) -> int:
    """An emergency refresh if possible, a free one first; or control is lost while a companion stays."""
    if mind.broken == 1 and view.table.present & ~(1 << seat):
        return LOSE
    if contains(options, FREE_EMERGENCY):
        return FREE_EMERGENCY
    return EMERGENCY if contains(options, EMERGENCY) else LOSE


@compiled
def choose_refresh(view: View, mind: Mind, dice: Dice, options: int) -> int:
    """If it must be, or when the reserves are low; a free one first."""
    scenario, table = view.scenario, view.table
    if contains(options, NO_REFRESH):
        reserves, levels = 0, 0
        for seat in range(scenario.agents):
            reserves += table.reserve[seat]
            levels += table.level[seat]
        low = table.vortex >= 2 and in_steps(1.0 * reserves) <= in_steps(mind.rho * levels)
        if low and mind.need > 0.0:
            low = in_steps(1.0 * reserves) < in_steps(mind.need * (scenario.goal - table.points))
        if not low:
            return NO_REFRESH
    return FREE if contains(options, FREE) else STANDARD


@compiled
def choose_receiver(view: View, mind: Mind, dice: Dice, seats: int) -> int:
    """The lowest reserve, the first seat at a tie."""
    table, best = view.table, lowest(seats)
    for seat in range(view.scenario.agents):
        if contains(seats, seat) and table.reserve[seat] < table.reserve[best]:
            best = seat
    return best
