"""The legal choices of The Shipwreck Arcana. What an order does not need is 0."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from engine.policy.compiled_game.decisions import Decisions, Given, Legal, members, one_below, one_of
from engine.shipwreck.cells.hidden_redeal import deal_to_others, shuffle_unseen
from engine.shipwreck.cells.policy_set import HOOKS
from engine.shipwreck.rules.moves import rule_row, slips_of
from engine.shipwreck.rules.powers import NO_ORDER, Order, has_card, is_affordable, is_choice, kind_at, power_at
from engine.shipwreck.table.state import (
    CYCLE,
    DISCARD,
    EXILE,
    EXTRA_GUESS,
    NONE,
    OLD,
    QUESTION,
    RAISE,
    RELOCATE,
    SLOTS,
    SLOW,
    View,
    World,
)

YES_OR_NO = 2
Way = tuple[int, int, int]
"""Slot, value and other of an order; a power may be paid as the other if that is PAID."""
PAID = -1
Ways = Callable[[World, Given, int], Iterator[Way]]
"""The ways to use a power, which has this number in the deck."""


def just_so(world: World, given: Given, power: int) -> Iterator[Way]:
    yield 0, 0, PAID


def on_a_card(world: World, given: Given, power: int) -> Iterator[Way]:
    for slot in cards(world):
        yield slot, 0, PAID


def on_a_bare_card(world: World, given: Given, power: int) -> Iterator[Way]:
    for slot in cards(world):
        if world.table.here_count[slot] == 0 and world.table.deck_left > 0:
            yield slot, 0, PAID


def on_a_fate(world: World, given: Given, power: int) -> Iterator[Way]:
    for slot in cards(world):
        for value in range(1, world.book.top + 1):
            if world.table.fates[slot, value] > 0:
                yield slot, value, PAID


def to_another_card(world: World, given: Given, power: int) -> Iterator[Way]:
    for slot, value, _ in on_a_fate(world, given, power):
        for other in cards(world):
            if other != slot:
                yield slot, value, other


def if_the_kept_fate_permits(world: World, given: Given, power: int) -> Iterator[Way]:
    view = View(world.book, world.table)
    for slot, value, paid in on_a_fate(world, given, power):
        permits = world.book.rows[rule_row(view, world.book.power_rule[power], slot, 0) + value]
        if permits >> given["kept"] & 1:
            yield slot, value, paid


def about_a_value(world: World, given: Given, power: int) -> Iterator[Way]:
    view = View(world.book, world.table)
    for value in range(world.book.top + 1):
        if is_choice(view, power, value):
            yield 0, value, PAID


def cards(world: World) -> list[int]:
    """The slots with a card."""
    return [slot for slot in range(SLOTS) if has_card(world.table, slot)]


def orders(by_kind: Mapping[int, Ways]) -> Legal:
    """No power, or one of these kinds, in every way that the rules allow."""

    def legal(world: World, given: Given) -> list[Order]:
        book, table = world.book, world.table
        found = [NO_ORDER]
        for at in range(table.pooled):
            power, ways = power_at(book, table, at), by_kind.get(kind_at(book, table, at))
            payments = range(table.pooled) if book.power_cost[power] == 2 else (0,)
            for slot, value, other in ways(world, given, power) if ways else ():
                found += [Order(at, slot, value, each) for each in (payments if other == PAID else (other,))]
        return sorted(order for order in found if order == NO_ORDER or is_affordable(book, table, order))

    return legal


def slips(world: World, given: Given) -> list[int]:
    """NONE is to play as the rules say."""
    return [NONE, *members(slips_of(world.table, given["first"], given["second"]))]


def predictions(world: World, given: Given) -> list[int]:
    """Sets of values; the empty one is silence."""
    values = [1 << value for value in members(world.book.values)]
    most = 1 + world.table.extra_guesses
    return sorted(sum(named) for number in range(most + 1) for named in combinations(values, number))


DECISIONS = Decisions(
    hooks=HOOKS,
    view=View,
    choices={
        "before_play": orders({CYCLE: on_a_bare_card, RAISE: just_so, RELOCATE: to_another_card}),
        "choose_slip": slips,
        "choose_play": one_of("moves"),
        "choose_theft": one_of("loot"),
        "after_play": orders({OLD: just_so, DISCARD: if_the_kept_fate_permits}),
        "reveals": one_below(YES_OR_NO),
        "before_prediction": orders({QUESTION: about_a_value, EXTRA_GUESS: just_so, SLOW: on_a_card}),
        "predict": predictions,
        "after_correct": orders({EXILE: on_a_fate}),
    },
    content=("book",),
    left_out=("table.belief", "table.whispered"),
    for_group=("table.owned", "table.own"),
    lists={"table.pool": lambda world: world.table.pooled, "table.under": lambda world: world.table.unders},
    hidden=("hidden", "luck"),
    deal_anew=deal_to_others,
    deal_unseen=shuffle_unseen,
)
