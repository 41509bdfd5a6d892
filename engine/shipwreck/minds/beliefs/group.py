"""What the group does with its belief: use a power, predict, or stay silent."""

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.danger import doom_due, fall_values
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.rules.fade import FADE_DOOM
from engine.shipwreck.rules.powers import NO_ORDER, Order, costs_two, is_choice, kind_at, power_at, yes_values
from engine.shipwreck.table.state import EXILE, EXTRA_GUESS, NONE, QUESTION, SLOTS, SLOW, View

LIKELY = 0.5
"""From this probability on, a card whose fading depends on the hidden fate counts as due."""
EQUAL = 1e-9
"""Beliefs and chances that differ by less than this are equal."""


@inlined
def believed(mind: Thought, value: int) -> float:
    """The belief in one kept value."""
    return mind.belief[0, value] + mind.belief[1, value]


@compiled
def top_values(view: View, mind: Thought, among: int, guesses: int) -> int:
    """The most likely values of a set, as many as there are guesses, as a mask."""
    named = 0
    for _ in range(guesses):
        best = 0
        highest = 0.0
        for value in range(1, view.book.top + 1):
            if ((among & ~named) >> value) & 1 and believed(mind, value) > highest + EQUAL:
                highest = believed(mind, value)
                best = value
        if best == 0:
            return named
        named |= 1 << best
    return named


@inlined
def belief_in(view: View, mind: Thought, values: int) -> float:
    """The belief that the kept value is one of these."""
    total = 0.0
    for value in range(1, view.book.top + 1):
        if (values >> value) & 1:
            total += believed(mind, value)
    return total


@compiled
def hope(view: View, mind: Thought, guesses: int) -> float:
    """The chance of being right with this many guesses."""
    return belief_in(view, mind, top_values(view, mind, view.book.values, guesses))


@compiled
def hope_after(view: View, mind: Thought, yes: int, guesses: int) -> float:
    """The chance of being right if the group learns whether the kept value is one of these."""
    if guesses > 1:
        found = top_values(view, mind, yes, guesses) | top_values(view, mind, view.book.values & ~yes, guesses)
        return belief_in(view, mind, found)
    highest_yes, highest_no = 0.0, 0.0
    for value in range(1, view.book.top + 1):
        belief = believed(mind, value)
        if (yes >> value) & 1:
            highest_yes = belief if belief > highest_yes else highest_yes
        else:
            highest_no = belief if belief > highest_no else highest_no
    return highest_yes + highest_no


@compiled
def pressing_doom(view: View, mind: Thought, slow: int) -> int:
    """The doom that silence would cost. A card that depends on the hidden fate counts if it is likely to fade."""
    due = doom_due(view, slow)
    for slot in range(SLOTS):
        card = view.table.row[slot]
        compares = slot != slow and card >= 0 and view.book.at_end_rule[card] >= 0
        if compares and belief_in(view, mind, fall_values(view, slot, 0)) >= LIKELY:
            due += FADE_DOOM + view.table.amplified_doom[slot]
    return due


@inlined
def would_lose(view: View, due: int) -> bool:
    """Whether this much more doom would end the game."""
    return due > 0 and view.table.doom + due >= view.book.doom_limit


@compiled
def threshold(view: View, mind: Thought, due: int) -> float:
    """How sure the group must be to predict, when silence would cost this much doom."""
    if due == 0:
        return mind.sure - mind.boldness
    if would_lose(view, due):
        return 0.0
    return mind.pressed - mind.boldness


@compiled
def best_power(view: View, mind: Thought) -> Order:
    """The question or extra guess that adds most to the chance of being right, if it adds enough; otherwise a Slow that
    saves a card."""
    table = view.table
    now = hope(view, mind, 1 + table.extra_guesses)
    due = pressing_doom(view, mind, NONE)
    wanted = threshold(view, mind, due)
    best, most = NO_ORDER, now + mind.question_gain + EQUAL
    for at in range(table.pooled if most < 1.0 else 0):
        order, promise = best_use(view, mind, at)
        if promise > most and promise >= wanted:
            best, most = order, promise + EQUAL
    if best.power == NONE and due > 0 and now < mind.sure - mind.boldness:
        return saving_slow(view, mind, due)
    return best


@compiled
def best_use(view: View, mind: Thought, at: int) -> tuple[Order, float]:
    """The best use of a power before predicting, and the chance of being right after it."""
    book = view.book
    guesses = 1 + view.table.extra_guesses
    power = power_at(book, view.table, at)
    best, most = NO_ORDER, 0.0
    if book.power_kind[power] == EXTRA_GUESS:
        return Order(at, 0, 0, 0), hope(view, mind, guesses + book.power_amount[power])
    if book.power_kind[power] == QUESTION:
        paid = spare_power(view, at) if book.power_cost[power] == 2 else 0
        for value in range(book.top + 1 if paid != NONE else 0):
            if is_choice(view, power, value):
                promise = hope_after(view, mind, yes_values(view, power, value), guesses)
                if promise > most + EQUAL:
                    best, most = Order(at, 0, value, paid), promise
    return best, most


@compiled
def saving_slow(view: View, mind: Thought, due: int) -> Order:
    """A Slow on a card that is due, if that reduces the doom."""
    book, table = view.book, view.table
    for at in range(table.pooled):
        if kind_at(book, table, at) != SLOW:
            continue
        amount = book.power_amount[power_at(book, table, at)]
        for slot in range(SLOTS):
            card = table.row[slot]
            is_late = card >= 0 and book.moons[card] > 0 and table.hours[slot] >= book.moons[card]
            saves = is_late and amount * table.here_count[slot] < book.moons[card]
            if saves and pressing_doom(view, mind, slot) < due:
                return Order(at, slot, 0, 0)
    return NO_ORDER


@compiled
def has_twin_before(view: View, at: int) -> bool:
    """Whether the pool has the same power at an earlier place, so that this one cannot promise more."""
    found = False
    for earlier in range(at):
        found = found or power_at(view.book, view.table, earlier) == power_at(view.book, view.table, at)
    return found


@compiled
def spare_power(view: View, but: int) -> int:
    """The power of the pool to pay with: the one gained last, except the one used; NONE if there is no other."""
    for at in range(view.table.pooled - 1, -1, -1):
        if at != but:
            return at
    return NONE


@compiled
def name_values(view: View, mind: Thought) -> int:
    """The values to predict, or 0 for silence."""
    named = top_values(view, mind, view.book.values, 1 + view.table.extra_guesses)
    mind.stated = belief_in(view, mind, named)
    due = pressing_doom(view, mind, NONE)
    mind.forced = 1 if would_lose(view, due) else 0
    return named if mind.stated >= threshold(view, mind, due) - EQUAL else 0


@compiled
def best_exile(view: View) -> Order:
    """After a correct prediction, and only if a power is left over: exiles a fate from the card closest to fading."""
    book, table = view.book, view.table
    for at in range(table.pooled if table.pooled >= 3 else 0):
        if kind_at(book, table, at) == EXILE:
            order = Order(at, 0, 0, spare_power(view, at))
            return exile_from_fullest(view, order) if costs_two(book, table, order) else NO_ORDER
    return NO_ORDER


@compiled
def exile_from_fullest(view: View, order: Order) -> Order:
    """Chooses the highest fate in front of the doom-costing card with the fewest hours left."""
    book, table = view.book, view.table
    best, least = NO_ORDER, 99
    for slot in range(SLOTS):
        card = table.row[slot]
        if card < 0 or book.no_doom[card] or table.hours[slot] >= book.moons[card]:
            continue
        for value in range(1, book.top + 1):
            if table.fates[slot, value] > 0 and book.moons[card] - table.hours[slot] <= least:
                best, least = Order(order.power, slot, value, order.other), book.moons[card] - table.hours[slot]
    return best
