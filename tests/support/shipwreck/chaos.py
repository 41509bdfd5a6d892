"""chaos: a policy for tests only. It does anything that the rules allow, at random, so that games reach every case.

In each window it takes one of all legal uses of all powers in the pool, or none, all equally likely. Sometimes the
active player makes a mistake or a last copy is shown. The group names random values, mostly from the number line.
"""

from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import count_bits, nth
from engine.shipwreck.rules.decisions import Mind, choose_play, choose_theft, roll
from engine.shipwreck.rules.moves import rule_row, slips_of
from engine.shipwreck.rules.powers import NO_ORDER, Order, kind_at, power_at
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
    Dice,
    View,
)

__all__ = [
    "READS_LINES",
    "after_correct",
    "after_play",
    "before_play",
    "before_prediction",
    "choose_play",
    "choose_slip",
    "choose_theft",
    "predict",
    "reveals",
]

READS_LINES = True

# Dice that `decisions` does not use.
ORDER_DIE, SLIP_DIE, REVEAL_DIE, SILENCE_DIE, COUNT_DIE, NAME_DIE = 100, 120, 140, 160, 170, 180

BEFORE, AFTER, GROUP, CORRECT = 0, 1, 2, 3

ONE_SLIP_IN = 12


@compiled
def uses(view: View, window: int, kept: int, wanted: int) -> tuple[int, Order]:
    """How many legal uses of powers there are in a window, and use number `wanted`."""
    book, table = view.book, view.table
    count = 0
    found = NO_ORDER
    for at in range(table.pooled):
        kind = kind_at(book, table, at)
        power = power_at(book, table, at)
        simple = (window == BEFORE and kind == RAISE) or (window == AFTER and kind == OLD)
        if simple or (window == GROUP and kind == EXTRA_GUESS):
            if count == wanted:
                found = Order(at, 0, 0, 0)
            count += 1
        elif window == GROUP and kind == QUESTION:
            for value in range(book.top + 1):
                if not may_choose(view, power, value):
                    continue
                for other in range(table.pooled):
                    if pays(view, power, at, other):
                        if count == wanted:
                            found = Order(at, 0, value, other)
                        count += 1
        elif (window == BEFORE and kind == CYCLE) or (window == GROUP and kind == SLOW):
            for slot in range(SLOTS):
                if table.row[slot] >= 0 and (kind == SLOW or (table.here_count[slot] == 0 and table.deck_left > 0)):
                    if count == wanted:
                        found = Order(at, slot, 0, 0)
                    count += 1
        elif (window == BEFORE and kind == RELOCATE) or (window == CORRECT and kind == EXILE):
            for slot in range(SLOTS):
                for value in range(1, book.top + 1):
                    if table.fates[slot, value] == 0:
                        continue
                    for other in range(SLOTS if kind == RELOCATE else table.pooled):
                        if kind == RELOCATE:
                            fits = table.row[other] >= 0 and other != slot
                        else:
                            fits = pays(view, power, at, other)
                        if fits:
                            if count == wanted:
                                found = Order(at, slot, value, other)
                            count += 1
        elif window == AFTER and kind == DISCARD:
            for slot in range(SLOTS):
                for value in range(1, book.top + 1):
                    if table.fates[slot, value] > 0 and permits(view, power, slot, value, kept):
                        if count == wanted:
                            found = Order(at, slot, value, 0)
                        count += 1
    return count, found


@compiled
def pays(view: View, power: int, at: int, other: int) -> bool:
    """Whether the power at this other place of the pool can pay for the power. If the cost is one, the power pays for
    itself."""
    return other == at if view.book.power_cost[power] == 1 else other != at


@compiled
def may_choose(view: View, power: int, value: int) -> bool:
    """Whether a question may be asked with X = value; 0 for a question without X."""
    choice = view.book.power_choice[power]
    if choice == 0:
        return value == 0
    return value > 0 and (choice == 1 or view.table.visible[value] > 0)


@compiled
def permits(view: View, power: int, slot: int, value: int, kept: int) -> bool:
    """Whether the kept fate allows this fate to be discarded."""
    row = rule_row(view, view.book.power_rule[power], slot, 0)
    permitted: bool = (view.book.rows[row + value] >> kept) & 1 == 1
    return permitted


@compiled
def any_use(view: View, dice: Dice, window: int, kept: int) -> Order:
    """One of the legal uses, or none."""
    count = uses(view, window, kept, NONE)[0]
    die = ORDER_DIE + 4 * view.table.plays + window
    return uses(view, window, kept, roll(view.table, dice, die, count + 1))[1]


@compiled
def before_play(view: View, mind: Mind, dice: Dice, first: int, second: int) -> Order:
    return any_use(view, dice, BEFORE, 0)


@compiled
def choose_slip(view: View, mind: Mind, dice: Dice, first: int, second: int) -> int:
    slips = slips_of(view.table, first, second)
    die = SLIP_DIE + 2 * view.table.plays
    if slips == 0 or roll(view.table, dice, die, ONE_SLIP_IN) > 0:
        return NONE
    return nth(slips, roll(view.table, dice, die + 1, count_bits(slips)))


@compiled
def after_play(view: View, mind: Mind, dice: Dice, kept: int, played_old: int) -> Order:
    return any_use(view, dice, AFTER, kept)


@compiled
def reveals(view: View, mind: Mind, dice: Dice, seat: int, held: int) -> bool:
    return roll(view.table, dice, REVEAL_DIE + seat, 2) == 1


@compiled
def before_prediction(view: View, mind: Mind, dice: Dice) -> Order:
    return any_use(view, dice, GROUP, 0)


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    """Silence, or at most as many values as there are guesses: values of the line, sometimes of all values."""
    table = view.table
    mood = roll(table, dice, SILENCE_DIE, 8)
    line = table.line[table.seat]
    left = view.book.values if mood == 0 or line == 0 else line
    if mood > 0 and count_bits(left) > 4 - roll(table, dice, SILENCE_DIE + 1, 4):
        return 0
    named = 0
    for guess in range(min(1 + roll(table, dice, COUNT_DIE, 1 + table.extra_guesses), count_bits(left))):
        value = 1 << nth(left, roll(table, dice, NAME_DIE + guess, count_bits(left)))
        named |= value
        left &= ~value
    return named


@compiled
def after_correct(view: View, mind: Mind, dice: Dice) -> Order:
    return any_use(view, dice, CORRECT, 0)
