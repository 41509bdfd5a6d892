"""The faded powers: who may use them when, what they cost, what they do. One power a turn in all.

An `Order` says which power of the pool is used and how. The functions here check it against the rules and carry it
out; they answer False, and change nothing, when the rules forbid it.
"""

from typing import NamedTuple

from engine.compiled import compiled
from engine.records import Ints
from engine.shipwreck.events import ANSWERED, ATTACHED, SPENT, note
from engine.shipwreck.moves import rule_row
from engine.shipwreck.number_line import narrow, narrow_old
from engine.shipwreck.pile import deal, detach, put_under
from engine.shipwreck.state import (
    AMPLIFY,
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
    USED,
    Book,
    Hidden,
    Log,
    Scenario,
    Table,
    Tally,
)
from engine.shipwreck.tokens import count_hours, put_fate, return_fate, take_fate


class Order(NamedTuple):
    """The use of a power. What slot, value and other mean depends on its kind."""

    power: int
    """Its place in the pool, NONE for no power."""
    slot: int
    """The card cycled or slowed; the card a fate is taken from."""
    value: int
    """A question's X; the fate that is taken."""
    other: int
    """The slot a fate is moved to; the place in the pool of the power paid with it."""


NO_ORDER = Order(NONE, 0, 0, 0)


@compiled
def kind_of(book: Book, table: Table, at: int) -> int:
    """The kind of the power at a place of the pool."""
    return book.power_kind[book.power[table.pool[at]]]


@compiled
def find_power(book: Book, table: Table, kind: int) -> int:
    """The place in the pool of the power of this kind gained first, or NONE."""
    for at in range(table.pooled):
        if kind_of(book, table, at) == kind:
            return at
    return NONE


@compiled
def leave_pool(table: Table, at: int) -> int:
    """Take a card out of the pool."""
    card = table.pool[at]
    table.pooled -= 1
    for place in range(at, table.pooled):
        table.pool[place] = table.pool[place + 1]
    return card


@compiled
def is_affordable(book: Book, table: Table, order: Order) -> bool:
    """Whether the power is there, this turn's one power is not spent, and a cost of two can be paid."""
    if table.power_used or order.power < 0 or order.power >= table.pooled:
        return False
    if book.power_cost[book.power[table.pool[order.power]]] == 2:
        return 0 <= order.other < table.pooled and order.other != order.power
    return True


@compiled
def lies_there(table: Table, slot: int, value: int) -> bool:
    """Whether a fate of this value lies in front of that card."""
    return 0 <= slot < SLOTS and value > 0 and table.fates[slot, value] > 0


@compiled
def spend(book: Book, table: Table, tally: Tally, log: Log, order: Order) -> int:
    """The power leaves the pool; the card is in hand and goes wherever its kind says."""
    card = table.pool[order.power]
    note(log, SPENT, card, book.power[card], order.slot, order.value, order.other, 0)
    table.power_used = 1
    tally.powers += 1
    tally.card[card, USED] += 1
    return leave_pool(table, order.power)


@compiled
def spend_pair(
    book: Book, scenario: Scenario, table: Table, hidden: Hidden, tally: Tally, log: Log, order: Order
) -> None:
    """The power goes under the deck, and after it the one paid with it, if its use costs two."""
    pays = book.power_cost[book.power[table.pool[order.power]]] == 2
    paid = table.pool[order.other] if pays else NONE
    put_under(scenario, table, hidden, log, spend(book, table, tally, log, order))
    if pays:
        at = order.other if order.other < order.power else order.other - 1
        leave_pool(table, at)
        put_under(scenario, table, hidden, log, paid)


@compiled
def use_before_play(
    book: Book, scenario: Scenario, table: Table, hidden: Hidden, tally: Tally, log: Log, order: Order
) -> bool:
    """The active player, fates drawn: Cycle, +1, Relocate."""
    if not is_affordable(book, table, order):
        return False
    kind = kind_of(book, table, order.power)
    if kind == CYCLE:
        if not 0 <= order.slot < SLOTS or table.row[order.slot] < 0:
            return False
        if table.here_count[order.slot] > 0 or table.deck_left == 0:
            return False
        cycle(book, scenario, table, hidden, tally, log, order)
        return True
    if kind == RAISE:
        table.raised = book.power_variant[book.power[table.pool[order.power]]]
        spend_pair(book, scenario, table, hidden, tally, log, order)
        return True
    if kind == RELOCATE:
        to = order.other
        if not lies_there(table, order.slot, order.value) or not 0 <= to < SLOTS:
            return False
        if to == order.slot or table.row[to] < 0:
            return False
        spend_pair(book, scenario, table, hidden, tally, log, order)
        take_fate(book, scenario, table, order.slot, order.value)
        put_fate(book, scenario, table, to, order.value, 1)
        return True
    return False


@compiled
def cycle(
    book: Book, scenario: Scenario, table: Table, hidden: Hidden, tally: Tally, log: Log, order: Order
) -> None:
    """The new card is drawn first; then the spent power, the replaced card and what was attached to it go under
    the deck."""
    slot = order.slot
    replaced = table.row[slot]
    attachments = table.attachments[slot]
    power = spend(book, table, tally, log, order)
    bare_slot(table, slot)
    deal(table, hidden, tally, log, slot)
    put_under(scenario, table, hidden, log, power)
    put_under(scenario, table, hidden, log, replaced)
    detach(scenario, table, hidden, log, slot, attachments)


@compiled
def bare_slot(table: Table, slot: int) -> None:
    """Whatever was attached to the card of a slot no longer acts there."""
    table.attachments[slot] = 0
    table.slowed[slot] = 0
    table.amplified_doom[slot] = 0
    table.amplified_score[slot] = 0
    table.sealed[slot] = NONE


@compiled
def use_after_play(
    book: Book,
    rows: Ints,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    log: Log,
    order: Order,
) -> bool:
    """The active player, fate played: Old?, Discard lower."""
    if not is_affordable(book, table, order):
        return False
    power = book.power[table.pool[order.power]]
    kind = book.power_kind[power]
    if kind == OLD:
        spend_pair(book, scenario, table, hidden, tally, log, order)
        note(log, ANSWERED, power, 0, hidden.played_old, 0, 0, 0)
        narrow_old(table, log, hidden.played_old)
        return True
    if kind == DISCARD:
        if not lies_there(table, order.slot, order.value):
            return False
        at = rule_row(book, table, book.power_rule[power], order.slot, 0)
        larger = rows[at + order.value]
        if not (larger >> hidden.kept) & 1:
            return False
        spend_pair(book, scenario, table, hidden, tally, log, order)
        take_fate(book, scenario, table, order.slot, order.value)
        return_fate(hidden, order.value)
        narrow(table, log, larger, 1)
        return True
    return False


@compiled
def is_choice(book: Book, table: Table, power: int, value: int) -> bool:
    """Whether a question may be asked with this X."""
    choice = book.power_choice[power]
    if choice == 0:
        return value == 0
    if value < 1 or value > book.top:
        return False
    return choice == 1 or table.visible[value] > 0


@compiled
def use_before_prediction(
    book: Book,
    rows: Ints,
    scenario: Scenario,
    table: Table,
    hidden: Hidden,
    tally: Tally,
    log: Log,
    order: Order,
) -> bool:
    """The group: the questions, Twice, Help, Slow."""
    if not is_affordable(book, table, order):
        return False
    power = book.power[table.pool[order.power]]
    kind = book.power_kind[power]
    if kind == QUESTION:
        if not is_choice(book, table, power, order.value):
            return False
        yes = rows[rule_row(book, table, book.power_rule[power], 0, order.value) + table.played]
        spend_pair(book, scenario, table, hidden, tally, log, order)
        answer = (yes >> hidden.kept) & 1
        note(log, ANSWERED, power, order.value, answer, 0, 0, 0)
        narrow(table, log, yes, answer)
        return True
    if kind == EXTRA_GUESS:
        table.extra_guesses += book.power_amount[power]
        spend_pair(book, scenario, table, hidden, tally, log, order)
        return True
    if kind == SLOW:
        if not 0 <= order.slot < SLOTS or table.row[order.slot] < 0:
            return False
        attach(table, log, order.slot, spend(book, table, tally, log, order))
        table.slowed[order.slot] = book.power_amount[power]
        count_hours(book, scenario, table, order.slot)
        return True
    return False


@compiled
def use_after_correct(
    book: Book, scenario: Scenario, table: Table, hidden: Hidden, tally: Tally, log: Log, order: Order
) -> bool:
    """The group, after a correct prediction: Exile. One visible fate leaves the game for good."""
    if not is_affordable(book, table, order) or kind_of(book, table, order.power) != EXILE:
        return False
    if not lies_there(table, order.slot, order.value):
        return False
    spend_pair(book, scenario, table, hidden, tally, log, order)
    take_fate(book, scenario, table, order.slot, order.value)
    table.tokens[order.value] -= 1
    return True


@compiled
def attach(table: Table, log: Log, slot: int, card: int) -> None:
    """A power card lies with an arcana card until that one leaves the row."""
    table.attached[slot, table.attachments[slot]] = card
    table.attachments[slot] += 1
    note(log, ATTACHED, card, slot, 0, 0, 0, 0)


@compiled
def gain_power(
    book: Book, scenario: Scenario, table: Table, hidden: Hidden, tally: Tally, log: Log, slot: int, card: int
) -> None:
    """A faded card is flipped into the pool. Amplify acts by itself: it attaches to the card that came into the
    slot, or goes under the deck if none did."""
    power = book.power[card]
    if book.power_kind[power] != AMPLIFY:
        table.pool[table.pooled] = card
        table.pooled += 1
    elif table.row[slot] < 0:
        put_under(scenario, table, hidden, log, card)
    else:
        attach(table, log, slot, card)
        table.amplified_doom[slot] += book.power_amount[power]
        table.amplified_score[slot] += book.power_score[power]
        tally.card[card, USED] += 1
