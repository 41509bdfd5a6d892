"""novice: plays like people in their first game.

The player chooses the move that leaves the fewest values on the number line; nobody asks why the player did not play
elsewhere. The group predicts when one value is left, when two are left and a fade is due, or when the fade would lose
the game. It often forgets its powers. The number line is the rule book's own advice; see also the "first-game" groups
in the publisher's examples.
"""

from typing import Annotated

import numpy as np

from engine.kernel.compiled import compiled
from engine.policy.compiled_game.records import count_bits
from engine.policy.parameters import Parameter
from engine.shipwreck.minds.beliefs.danger import doom_due
from engine.shipwreck.rules import decisions
from engine.shipwreck.rules.decisions import FORGET_DIE, GUESS_DIE, PLAY_DIE, Mind, any_of, chance, roll
from engine.shipwreck.rules.moves import place_of, rule_row, value_of
from engine.shipwreck.rules.powers import NO_ORDER, Order, is_choice, kind_at, power_at, yes_values
from engine.shipwreck.rules.tokens import may_be_held
from engine.shipwreck.table.state import EXTRA_GUESS, HOURS, NONE, QUESTION, SLOTS, Dice, View

READS_LINES = True

PARAMETERS = {
    "forget_powers": Parameter(0.5, 0.0, 1.0, "chance that the group forgets its powers in a turn"),
    "forget_lines": Parameter(0.0, 0.0, 1.0, "chance that a number line is forgotten between turns"),
}


class Memory(decisions.Memory):
    """The parameters."""

    forget_powers: Annotated[float, np.float64]
    forget_lines: Annotated[float, np.float64]


@compiled
def held_after(view: View, value: int) -> int:
    """The values that can be in a hand after a fate of this value becomes visible."""
    table = view.table
    is_last = table.tokens[value] - table.visible[value] - table.own[value] <= 1
    return may_be_held(view) & ~(1 << value) if is_last else may_be_held(view)


@compiled
def line_left(view: View, value: int, kept: int, place: int) -> int:
    """The number line after a move."""
    book, table = view.book, view.table
    before = table.line[table.seat] if table.plays > 0 or not table.fresh else book.values
    line = book.values if (before >> value) & 1 else before
    if place == HOURS:
        for slot in range(SLOTS):
            line &= ~(table.forward[slot, value] | table.backward[slot, value])
        return line & held_after(view, value)
    line &= table.forward[place, value]
    rule = book.tells_rule[table.row[place]]
    if rule >= 0:
        yes = view.book.rows[rule_row(view, rule, place, 0) + value]
        line &= yes if (yes >> kept) & 1 else ~yes
    return line & held_after(view, value)


@compiled
def expect_play(view: View, mind: Mind, dice: Dice) -> None:
    """May forget the number line between turns."""
    table = view.table
    if mind.forget_lines > 0.0 and table.plays == 0 and chance(table, dice, FORGET_DIE + 1) < mind.forget_lines:
        table.line[table.seat] = view.book.values


@compiled
def choose_play(view: View, mind: Mind, dice: Dice, first: int, second: int, moves: int) -> int:
    """Chooses a move that leaves the fewest values."""
    table = view.table
    expect_play(view, mind, dice)
    fewest = 99
    best = 0
    left = moves
    while left:
        bit = left & -left
        left ^= bit
        move = count_bits(bit - 1)
        value = value_of(move)
        kept = second if value == first else first
        values = count_bits(line_left(view, value, kept, place_of(move)))
        if values < fewest:
            fewest = values
            best = 0
        if values == fewest:
            best |= bit
    return any_of(table, dice, PLAY_DIE + table.plays, best)


@compiled
def would_lose(view: View) -> bool:
    """Whether the fades that are due would lose the game."""
    due = doom_due(view, NONE)
    return due > 0 and view.table.doom + due >= view.book.doom_limit


@compiled
def wants_to_guess(view: View, values: int) -> bool:
    """Whether this many values are few enough to guess."""
    return values <= 1 or (values <= 2 and doom_due(view, NONE) > 0) or would_lose(view)


@compiled
def before_prediction(view: View, mind: Mind, dice: Dice) -> Order:
    """Uses the power that leaves the fewest values in the worst case, unless the group forgets its powers."""
    book, table = view.book, view.table
    line = table.line[table.seat]
    left = count_bits(line)
    if left <= 1 + table.extra_guesses or chance(table, dice, FORGET_DIE) < mind.forget_powers:
        return NO_ORDER
    best, fewest = NO_ORDER, left
    for at in range(table.pooled):
        power = power_at(book, table, at)
        kind = kind_at(book, table, at)
        if kind == QUESTION and book.power_cost[power] == 1:
            for value in range(book.top + 1):
                if is_choice(view, power, value):
                    yes = yes_values(view, power, value)
                    values = max(count_bits(line & yes), count_bits(line & ~yes))
                    if values < fewest:
                        best, fewest = Order(at, 0, value, 0), values
        elif kind == EXTRA_GUESS and left - book.power_amount[power] < fewest and doom_due(view, NONE) > 0:
            best, fewest = Order(at, 0, 0, 0), left - book.power_amount[power]
    return best


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    """Names values that are left, at random, as many as there are guesses."""
    table = view.table
    line = table.line[table.seat]
    guesses = 1 + table.extra_guesses
    left = count_bits(line)
    if left == 0 or not wants_to_guess(view, left - table.extra_guesses):
        return 0
    mind.forced = 1 if would_lose(view) else 0
    mind.stated = 1.0 if left <= guesses else guesses / left
    named = 0
    for guess in range(min(guesses, left)):
        values = line & ~named
        for _ in range(roll(table, dice, GUESS_DIE + guess, count_bits(values))):
            values &= values - 1
        named |= values & -values
    return named
