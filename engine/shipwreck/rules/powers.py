"""The faded powers: who may use them and when, what they cost, what they do. At most one power is used per turn.

An `Order` says which power of the pool is used and how. The functions here check the order against the rules and carry
it out. If the rules forbid it, they return False and change nothing.
"""

from typing import NamedTuple

from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import note
from engine.shipwreck.rules.moves import rule_row
from engine.shipwreck.rules.number_line import narrow, narrow_old
from engine.shipwreck.rules.pile import deal, detach, put_under
from engine.shipwreck.rules.tokens import count_hours, put_fate, remove_fate, return_fate, take_fate
from engine.shipwreck.table.events import ANSWERED, ATTACHED, PAID, SPENT
from engine.shipwreck.table.state import (
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
    Table,
    View,
    World,
)


class Order(NamedTuple):
    """The use of a power. The meaning of slot, value and other depends on its kind."""

    power: int
    """Its place in the pool; NONE for no power."""
    slot: int
    """The slot of the card to cycle or to slow, or of the card that a fate is taken from."""
    value: int
    """A question's X, or the fate that is taken."""
    other: int
    """The slot that a fate moves to, or the place in the pool of the power paid as the second one."""


NO_ORDER = Order(NONE, 0, 0, 0)


@compiled
def power_at(book: Book, table: Table, at: int) -> int:
    """The number of the power at a place in the pool."""
    return book.power[table.pool[at]]


@compiled
def kind_at(book: Book, table: Table, at: int) -> int:
    return book.power_kind[power_at(book, table, at)]


@compiled
def find_power(book: Book, table: Table, kind: int) -> int:
    """The place in the pool of the power of this kind that was gained first, or NONE."""
    for at in range(table.pooled):
        if kind_at(book, table, at) == kind:
            return at
    return NONE


@compiled
def costs_two(book: Book, table: Table, order: Order) -> bool:
    """Whether using this power also costs another power of the pool."""
    return book.power_cost[power_at(book, table, order.power)] == 2


@compiled
def is_affordable(book: Book, table: Table, order: Order) -> bool:
    """Whether the pool has this power, no power was used this turn, and a cost of two can be paid."""
    if table.power_used or order.power < 0 or order.power >= table.pooled:
        return False
    if costs_two(book, table, order):
        return 0 <= order.other < table.pooled and order.other != order.power
    return True


@compiled
def has_card(table: Table, slot: int) -> bool:
    return 0 <= slot < SLOTS and table.row[slot] >= 0


@compiled
def lies_there(book: Book, table: Table, slot: int, value: int) -> bool:
    """Whether a fate of this value lies in front of the card in this slot."""
    return has_card(table, slot) and 0 < value <= book.top and table.fates[slot, value] > 0


@compiled
def leave_pool(table: Table, at: int) -> int:
    """Removes a card from the pool and returns it."""
    card = table.pool[at]
    table.pooled -= 1
    for place in range(at, table.pooled):
        table.pool[place] = table.pool[place + 1]
    return card


@compiled
def spend(world: World, order: Order) -> int:
    """Takes the power's card out of the pool, records its use and returns the card. The caller puts it where its kind
    says."""
    table, tally = world.table, world.tally
    card = table.pool[order.power]
    note(world.log, (SPENT, card, world.book.power[card], order.slot, order.value, order.other))
    table.power_used = 1
    table.used = world.book.power[card]
    table.used_slot = order.slot
    table.used_value = order.value
    tally.powers += 1
    tally.used_card = card
    tally.card[card, USED] += 1
    return leave_pool(table, order.power)


@compiled
def spend_under(world: World, order: Order) -> None:
    """Puts the power under the deck, then, if its use costs two, the power paid with it."""
    pays = costs_two(world.book, world.table, order)
    put_under(world, spend(world, order))
    if pays:
        at = order.other if order.other < order.power else order.other - 1
        paid = leave_pool(world.table, at)
        note(world.log, (PAID, paid))
        put_under(world, paid)


@compiled
def use_before_play(world: World, order: Order) -> bool:
    """The active player's powers after drawing: Cycle, +1, Relocate."""
    book, table = world.book, world.table
    if not is_affordable(book, table, order):
        return False
    kind = kind_at(book, table, order.power)
    if kind == CYCLE:
        return cycle(world, order)
    if kind == RAISE:
        table.raised = book.power_variant[power_at(book, table, order.power)]
        spend_under(world, order)
        return True
    if kind == RELOCATE:
        return relocate(world, order)
    return False


@compiled
def cycle(world: World, order: Order) -> bool:
    """Replaces a card without fates. The new card is drawn first. Then the used power, the replaced card and the cards
    attached to it go under the deck."""
    table, slot = world.table, order.slot
    if not has_card(table, slot) or table.here_count[slot] > 0 or table.deck_left == 0:
        return False
    replaced = table.row[slot]
    attachments = table.attachments[slot]
    power = spend(world, order)
    bare_slot(table, slot)
    deal(world, slot)
    put_under(world, power)
    put_under(world, replaced)
    detach(world, slot, attachments)
    return True


@compiled
def relocate(world: World, order: Order) -> bool:
    """Moves a visible fate to another card, whatever that card's rule says. The move triggers nothing."""
    table = world.table
    if not lies_there(world.book, table, order.slot, order.value):
        return False
    if not has_card(table, order.other) or order.other == order.slot:
        return False
    spend_under(world, order)
    take_fate(world, order.slot, order.value)
    put_fate(world, order.other, order.value, 1)
    return True


@compiled
def bare_slot(table: Table, slot: int) -> None:
    """Ends the effect of everything attached to the card of a slot."""
    table.attachments[slot] = 0
    table.slowed[slot] = 0
    table.amplified_doom[slot] = 0
    table.amplified_score[slot] = 0
    table.sealed[slot] = NONE


@compiled
def use_after_play(world: World, order: Order) -> bool:
    """The active player's powers after playing: Old?, Discard lower."""
    book, table = world.book, world.table
    if not is_affordable(book, table, order):
        return False
    kind = kind_at(book, table, order.power)
    if kind == OLD:
        power = power_at(book, table, order.power)
        spend_under(world, order)
        table.answered = world.hidden.played_old
        note(world.log, (ANSWERED, power, 0, table.answered))
        narrow_old(world)
        return True
    if kind == DISCARD:
        return discard(world, order)
    return False


@compiled
def discard(world: World, order: Order) -> bool:
    """Returns a visible fate to the bag, if the hidden fate permits it. So everybody learns that it does."""
    book, table = world.book, world.table
    if not lies_there(book, table, order.slot, order.value):
        return False
    rule = book.power_rule[power_at(book, table, order.power)]
    permits = world.book.rows[rule_row(View(book, table), rule, order.slot, 0) + order.value]
    if not (permits >> world.hidden.kept) & 1:
        return False
    spend_under(world, order)
    take_fate(world, order.slot, order.value)
    return_fate(world.hidden, order.value)
    narrow(world, permits, 1)
    return True


@compiled
def use_before_prediction(world: World, order: Order) -> bool:
    """The group's powers before predicting: the questions, Twice, Help, Slow."""
    book, table = world.book, world.table
    if not is_affordable(book, table, order):
        return False
    power = power_at(book, table, order.power)
    kind = book.power_kind[power]
    if kind == QUESTION:
        return ask(world, order, power)
    if kind == EXTRA_GUESS:
        table.extra_guesses += book.power_amount[power]
        spend_under(world, order)
        return True
    if kind == SLOW and has_card(table, order.slot):
        attach(world, order.slot, spend(world, order))
        table.slowed[order.slot] = 1 + book.power_amount[power]
        count_hours(world, order.slot)
        return True
    return False


@compiled
def is_choice(view: View, power: int, value: int) -> bool:
    """Whether a question may be asked with this X."""
    choice = view.book.power_choice[power]
    if choice == 0:
        return value == 0
    if value < 1 or value > view.book.top:
        return False
    return choice == 1 or view.table.visible[value] > 0


@compiled
def yes_values(view: View, power: int, value: int) -> int:
    """The hidden fates for which the answer to a question about the last play is yes, as a mask."""
    return view.book.rows[rule_row(view, view.book.power_rule[power], 0, value) + view.table.played]


@compiled
def ask(world: World, order: Order, power: int) -> bool:
    """Asks a question about the hidden fate. The answer is true and public."""
    view = View(world.book, world.table)
    if not is_choice(view, power, order.value):
        return False
    yes = yes_values(view, power, order.value)
    spend_under(world, order)
    answer = (yes >> world.hidden.kept) & 1
    world.table.answered = answer
    note(world.log, (ANSWERED, power, order.value, answer))
    narrow(world, yes, answer)
    return True


@compiled
def use_after_correct(world: World, order: Order) -> bool:
    """The group's power after a correct prediction: Exile. One visible fate leaves the game for good."""
    book, table = world.book, world.table
    if not is_affordable(book, table, order) or kind_at(book, table, order.power) != EXILE:
        return False
    if not lies_there(book, table, order.slot, order.value):
        return False
    spend_under(world, order)
    remove_fate(world, order.slot, order.value)
    return True


@compiled
def attach(world: World, slot: int, card: int) -> None:
    """Attaches a power card to the card in a slot, until that card leaves the row."""
    table = world.table
    table.attached[slot, table.attachments[slot]] = card
    table.attachments[slot] += 1
    note(world.log, (ATTACHED, card, slot))


@compiled
def gain_power(world: World, slot: int, card: int) -> None:
    """Turns a faded card over into the pool. Amplify acts by itself: it attaches to the new card in the slot, or goes
    under the deck if there is none."""
    book, table = world.book, world.table
    power = book.power[card]
    if book.power_kind[power] != AMPLIFY:
        table.pool[table.pooled] = card
        table.pooled += 1
    elif table.row[slot] < 0:
        put_under(world, card)
    else:
        attach(world, slot, card)
        table.amplified_doom[slot] += book.power_amount[power]
        table.amplified_score[slot] += book.power_score[power]
        world.tally.card[card, USED] += 1
