"""Moves fate tokens: out of the bag, in front of a card, from card to card, back into the bag.

The sums that legality and fading need (visible values, totals, hours) are updated with every move.
"""

from engine.kernel.compiled import inlined
from engine.kernel.rng import below
from engine.policy.compiled_game.records import lowest
from engine.shipwreck.table.faults import BAD_LUCK
from engine.shipwreck.table.state import FATE_BITS, HIGHEST, SLOTS, Book, Hidden, Table, View, World
from engine.shipwreck.table.streams import bag_word

TWO = FATE_BITS * 2
EVERY_OTHER = sum(31 << (TWO * pair) for pair in range(HIGHEST // 2))
"""The bits of every other value in a word of packed numbers; the values between them leave room for sums."""
HALF_WORD = FATE_BITS * HIGHEST // 2


@inlined
def packed_at(value: int) -> int:
    """Where the number of fates of a value begins in a word of packed numbers."""
    return FATE_BITS * (value - 1)


@inlined
def count_packed(book: Book, word: int, values: int) -> int:
    """How many fates of these values a word of packed numbers counts: the numbers are added in pairs, then the halves
    of the word, then the three sums that are left."""
    counted = int(word) & book.packed[values >> 1]
    pairs = (counted & EVERY_OTHER) + ((counted >> FATE_BITS) & EVERY_OTHER)
    halves = (pairs & ((1 << HALF_WORD) - 1)) + (pairs >> HALF_WORD)
    return (halves + (halves >> TWO) + (halves >> (2 * TWO))) & ((1 << TWO) - 1)


@inlined
def draw_fate(world: World, draw: int) -> int:
    """Takes a fate from the bag; `draw` is the number of the draw in this turn. Returns 0 if the bag is empty."""
    hidden, luck = world.hidden, world.luck
    if hidden.bagged == 0:
        return 0
    if luck.stacked_drawn < luck.stacked_fates:
        value = luck.stacked_fate[luck.stacked_drawn]
        luck.stacked_drawn += 1
        if hidden.bag[value] == 0:
            world.table.fault = BAD_LUCK
            return 0
    else:
        at = below(bag_word(luck, world.table.turn, draw), hidden.bagged)
        value = 1
        fates = 0
        for lower in range(1, world.book.top):  # no branch, because the processor could not predict it
            fates += hidden.bag[lower]
            value += 1 if at >= fates else 0
    hidden.bag[value] -= 1
    hidden.bagged -= 1
    return value


@inlined
def return_fate(hidden: Hidden, value: int) -> None:
    hidden.bag[value] += 1
    hidden.bagged += 1


@inlined
def hours_of(world: World, slot: int, value: int) -> int:
    """The hours of all fates of one value in front of a card, added up."""
    book, table = world.book, world.table
    fates = table.fates[slot, value]
    if table.slowed[slot] > 0:
        return fates * (table.slowed[slot] - 1)
    card_hours = book.card_hours[table.row[slot], value]
    if world.scenario.imago_strict:
        lodged = table.lodged[slot, value]
        return (fates - lodged) * card_hours + lodged * book.hours[value]
    return fates * card_hours


@inlined
def count_hours(world: World, slot: int) -> None:
    """Recomputes the hours in front of a card."""
    hours = 0
    for value in range(1, world.book.top + 1):
        if world.table.fates[slot, value] > 0:
            hours += hours_of(world, slot, value)
    world.table.hours[slot] = hours


@inlined
def hours_of_one(world: World, slot: int, value: int, lodged: int) -> int:
    """The hours of one fate in front of a card."""
    book, table = world.book, world.table
    if table.slowed[slot] > 0:
        return table.slowed[slot] - 1
    if lodged and world.scenario.imago_strict:
        return book.hours[value]
    return book.card_hours[table.row[slot], value]


@inlined
def put_fate(world: World, slot: int, value: int, lodged: int) -> None:
    """Puts a fate in front of a card; `lodged` is 1 if it was not played there but came another way."""
    table = world.table
    table.fates[slot, value] += 1
    table.lodged[slot, value] += lodged
    table.hours[slot] += hours_of_one(world, slot, value, lodged)
    table.here[slot] |= 1 << value
    table.here_total[slot] += value
    table.here_count[slot] += 1
    table.visible[value] += 1
    table.visible_mask |= 1 << value
    table.visible_total += value
    table.visible_count += 1
    count_one_seen(table, value)


@inlined
def count_one_seen(table: Table, value: int) -> None:
    """Counts one fate of a value less among those that are not visible."""
    table.unseen -= 1 << packed_at(value)
    table.unseen_values &= ~((1 if table.visible[value] == table.tokens[value] else 0) << value)


@inlined
def remove_fate(world: World, slot: int, value: int) -> None:
    """Takes a fate from in front of a card and out of the game."""
    take_fate(world, slot, value)
    world.table.tokens[value] -= 1
    count_one_seen(world.table, value)


@inlined
def take_fate(world: World, slot: int, value: int) -> None:
    """Takes a fate from in front of a card. Of equal fates, one that was not played there is taken first."""
    table = world.table
    lodged = 1 if table.lodged[slot, value] > 0 else 0
    table.fates[slot, value] -= 1
    table.lodged[slot, value] -= lodged
    table.hours[slot] -= hours_of_one(world, slot, value, lodged)
    if table.fates[slot, value] == 0:
        table.here[slot] &= ~(1 << value)
    table.here_total[slot] -= value
    table.here_count[slot] -= 1
    table.visible_total -= value
    table.visible_count -= 1
    unsee(table, value, 1)


@inlined
def unsee(table: Table, value: int, fates: int) -> None:
    """Records that this many fates of a value, one or more, are no longer visible."""
    table.visible[value] -= fates
    table.visible_mask &= ~((1 if table.visible[value] == 0 else 0) << value)
    table.unseen += fates << packed_at(value)
    table.unseen_values |= 1 << value


@inlined
def clear_slot(world: World, slot: int) -> None:
    """Returns all fates in front of a card to the bag."""
    table, hidden = world.table, world.hidden
    values = table.here[slot]
    while values:
        value = lowest(values)
        values &= values - 1
        fates = table.fates[slot, value]
        table.fates[slot, value] = 0
        table.lodged[slot, value] = 0
        hidden.bag[value] += fates
        unsee(table, value, fates)
    hidden.bagged += table.here_count[slot]
    table.visible_total -= table.here_total[slot]
    table.visible_count -= table.here_count[slot]
    table.here[slot] = 0
    table.here_total[slot] = 0
    table.here_count[slot] = 0
    table.hours[slot] = 0


@inlined
def first_card(table: Table) -> int:
    """The leftmost slot with a card, or SLOTS if there is none. A fate played on The Hours moves there."""
    slot = 0
    while slot < SLOTS and table.row[slot] < 0:
        slot += 1
    return slot


@inlined
def may_be_held(view: View) -> int:
    """The values with at least one copy that is not visible, as a mask."""
    table = view.table
    if table.owned == 0:
        return table.unseen_values
    values = 0
    for value in range(1, view.book.top + 1):
        unseen = table.tokens[value] - table.visible[value] - table.own[value]
        values |= (1 if unseen > 0 else 0) << value
    return values
