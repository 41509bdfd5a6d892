"""What the group does with its belief: a power, a prediction, silence."""

from engine.compiled import compiled, inlined
from engine.shipwreck.beliefs.danger import doom_due, fall_values
from engine.shipwreck.beliefs.thought import Thought
from engine.shipwreck.fade import FADE_DOOM
from engine.shipwreck.powers import NO_ORDER, Order, costs_two, is_choice, kind_at, power_at, yes_values
from engine.shipwreck.state import EXILE, EXTRA_GUESS, NONE, QUESTION, SLOTS, SLOW, View

LIKELY = 0.5


@inlined
def believed(mind: Thought, value: int) -> float:
    """The belief in a kept value."""
    return mind.belief[0, value] + mind.belief[1, value]


@compiled
def top_values(view: View, mind: Thought, among: int, guesses: int) -> int:
    """The values of a set that are believed most, as many as there are guesses, as a mask."""
    named = 0
    for _ in range(guesses):
        best = 0
        highest = 0.0
        for value in range(1, view.book.top + 1):
            if (among & ~named) >> value & 1 and believed(mind, value) > highest + 1e-9:
                highest = believed(mind, value)
                best = value
        if best == 0:
            return named
        named |= 1 << best
    return named


@compiled
def belief_in(view: View, mind: Thought, values: int) -> float:
    """The belief that the kept value is one of these."""
    total = 0.0
    for value in range(1, view.book.top + 1):
        if values >> value & 1:
            total += believed(mind, value)
    return total


@compiled
def hope(view: View, mind: Thought, among: int, guesses: int) -> float:
    """The chance of being right with so many guesses, if the kept value is in the set (times the chance of that)."""
    return belief_in(view, mind, top_values(view, mind, among, guesses))


@compiled
def pressing_doom(view: View, mind: Thought, slow: int) -> int:
    """The doom that silence would bring; a card that depends on the hidden fate counts if it is likely to fade."""
    due = doom_due(view, slow)
    for slot in range(SLOTS):
        card = view.table.row[slot]
        if slot != slow and card >= 0 and view.book.at_end_rule[card] >= 0:
            if belief_in(view, mind, fall_values(view, slot, 0)) >= LIKELY:
                due += FADE_DOOM + view.table.amplified_doom[slot]
    return due


@compiled
def threshold(view: View, mind: Thought, slow: int) -> float:
    """How sure the group wants to be before it predicts."""
    due = pressing_doom(view, mind, slow)
    if due == 0:
        return mind.sure - mind.boldness
    if view.table.doom + due >= view.book.doom_limit:
        return 0.0
    return mind.pressed - mind.boldness


@compiled
def best_power(view: View, mind: Thought) -> Order:
    """The question, or extra guess, that promises most, if it promises enough; else a Slow that saves a card."""
    book, table = view.book, view.table
    guesses = 1 + table.extra_guesses
    now = hope(view, mind, book.values, guesses)
    wanted = threshold(view, mind, NONE)
    best, most = NO_ORDER, now + mind.question_gain
    for at in range(table.pooled if most < 1.0 else 0):
        kind = kind_at(book, table, at)
        power = power_at(book, table, at)
        if kind == QUESTION:
            paid = spare_power(view, at) if book.power_cost[power] == 2 else 0
            if paid == NONE:
                continue
            for value in range(book.top + 1):
                if is_choice(view, power, value):
                    yes = yes_values(view, power, value)
                    promise = hope(view, mind, yes, guesses) + hope(view, mind, book.values & ~yes, guesses)
                    if promise > most + 1e-9 and promise >= wanted:
                        best, most = Order(at, 0, value, paid), promise
        elif kind == EXTRA_GUESS:
            promise = hope(view, mind, book.values, guesses + book.power_amount[power])
            if promise > most + 1e-9 and promise >= wanted:
                best, most = Order(at, 0, 0, 0), promise
    if (best.power == NONE and now < wanted) or (best.power == NONE and pressing_doom(view, mind, NONE) > 0):
        return saving_slow(view, mind, now)
    return best


@compiled
def saving_slow(view: View, mind: Thought, now: float) -> Order:
    """A Slow for a card that is due, if that leaves less doom to come and the group is not sure anyway."""
    book, table = view.book, view.table
    due = pressing_doom(view, mind, NONE)
    if due == 0 or now >= mind.sure:
        return NO_ORDER
    for at in range(table.pooled):
        if kind_at(book, table, at) == SLOW:
            amount = book.power_amount[power_at(book, table, at)]
            for slot in range(SLOTS):
                card = table.row[slot]
                if card >= 0 and book.moons[card] > 0 and table.hours[slot] >= book.moons[card]:
                    if amount * table.here_count[slot] < book.moons[card] and pressing_doom(view, mind, slot) < due:
                        return Order(at, slot, 0, 0)
    return NO_ORDER


@compiled
def spare_power(view: View, but: int) -> int:
    """A power of the pool to pay with: the one gained last, other than the one used; NONE if there is no other."""
    for at in range(view.table.pooled - 1, -1, -1):
        if at != but:
            return at
    return NONE


@compiled
def name_values(view: View, mind: Thought) -> int:
    """The prediction, or silence."""
    guesses = 1 + view.table.extra_guesses
    named = top_values(view, mind, view.book.values, guesses)
    mind.stated = belief_in(view, mind, named)
    return named if mind.stated >= threshold(view, mind, NONE) - 1e-9 else 0


@compiled
def best_exile(view: View, mind: Thought) -> Order:
    """After a correct prediction: the fate with the most hours on the card that is nearest to fading leaves the game,
    if powers to spare are there."""
    book, table = view.book, view.table
    for at in range(table.pooled):
        if kind_at(book, table, at) != EXILE:
            continue
        order = Order(at, 0, 0, spare_power(view, at))
        if (costs_two(book, table, order) and order.other == NONE) or table.pooled < 3:
            return NO_ORDER
        return exile_from_fullest(view, order)
    return NO_ORDER


@compiled
def exile_from_fullest(view: View, order: Order) -> Order:
    book, table = view.book, view.table
    best, least = NO_ORDER, 99
    for slot in range(SLOTS):
        card = table.row[slot]
        if card >= 0 and book.moons[card] > 0 and table.hours[slot] < book.moons[card] and not book.no_doom[card]:
            left = book.moons[card] - table.hours[slot]
            for value in range(1, book.top + 1):
                if table.fates[slot, value] > 0 and left <= least:
                    best, least = Order(order.power, slot, value, order.other), left
    return best
