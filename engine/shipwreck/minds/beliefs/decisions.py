"""The decisions that all policies with beliefs share. A policy adds how its speaker chooses."""

from engine.kernel.compiled import compiled
from engine.policy.parameters import Parameter
from engine.shipwreck.minds.beliefs.carry_over import believe_line, carry_over, forget_belief, keep_values, see_fate
from engine.shipwreck.minds.beliefs.choices import (
    NOTHING,
    OLD_NO,
    OLD_YES,
    hear_choice,
    list_powers,
    list_thefts,
    may_tell_old,
    weigh_choices,
)
from engine.shipwreck.minds.beliefs.group import best_exile, best_power, has_twin_before, name_values
from engine.shipwreck.minds.beliefs.information_gain import bits_learnt, remember_belief
from engine.shipwreck.minds.beliefs.literal_listener import expected_literal_worth
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.minds.beliefs.own_hand import back_to_public, lean_on_own_hand
from engine.shipwreck.minds.beliefs.prior import weigh_hands
from engine.shipwreck.minds.beliefs.speaker import expected_worth, hear, think, think_of
from engine.shipwreck.minds.beliefs.trial_moves import heaviest, shift
from engine.shipwreck.rules.decisions import FORGET_DIE, Mind, chance
from engine.shipwreck.rules.moves import look, move_of, place_of, value_of
from engine.shipwreck.rules.powers import NO_ORDER, Order, find_power, kind_at, power_at, yes_values
from engine.shipwreck.table.state import CYCLE, DISCARD, NONE, OLD, QUESTION, RAISE, RELOCATE, SLOTS, Dice, View

Memory = Thought
READS_LINES = True
"""Number lines are the fallback when the model considers an observation impossible."""
KEEPS_BELIEFS = True

THINKING = {
    "fade_aversion": Parameter(0.6, 0.0, 10.0, "weight of a fade that costs doom, compared with being understood"),
    "power_price": Parameter(0.3, 0.0, 10.0, "what using a power costs the active player, in the same unit"),
    "sure": Parameter(0.97, 0.0, 1.0, "how sure the group must be to predict when no fade is due"),
    "boldness": Parameter(0.0, -1.0, 1.0, "lowers both thresholds for a prediction"),
    "question_gain": Parameter(0.10, 0.0, 1.0, "how much a question must add to the chance of being right"),
    "before_gain": Parameter(0.10, 0.0, 1.0, "how much a power used before the play must add to the play's worth"),
    "forget_powers": Parameter(0.0, 0.0, 1.0, "chance that powers are forgotten in a turn"),
    "forget_lines": Parameter(0.0, 0.0, 1.0, "chance that what was known about a held fate is forgotten"),
}
"""The parameters of every policy with beliefs."""


@compiled
def averting_slots(view: View) -> int:
    """The slots in which a discard could prevent a fade: all, if the power is available."""
    table = view.table
    if table.pooled == 0 or table.power_used or find_power(view.book, table, DISCARD) == NONE:
        return 0
    return (1 << SLOTS) - 1


@compiled
def forgets_powers(view: View, mind: Mind, dice: Dice) -> bool:
    """Whether the powers are forgotten this turn."""
    return mind.forget_powers > 0.0 and chance(view.table, dice, FORGET_DIE) < mind.forget_powers


@compiled
def forget_line(view: View, mind: Mind, dice: Dice) -> None:
    """May forget what was known about the held fate: it can then be any fate that is not visible."""
    table = view.table
    if mind.forget_lines > 0.0 and chance(table, dice, FORGET_DIE + 1) < mind.forget_lines:
        table.line[table.seat] = view.book.values
        forget_belief(view, table.seat)


@compiled
def begin_turn_of_play(view: View, mind: Mind, dice: Dice) -> None:
    """May forget what was known, and works out how likely the player has each hand."""
    if view.table.plays == 0 and not view.table.fresh:
        forget_line(view, mind, dice)
    expect_hands(view, mind)


@compiled
def begin_play(view: View, mind: Mind, dice: Dice) -> None:
    """Works out, before a play, everything that follows from public information."""
    begin_turn_of_play(view, mind, dice)
    think(view, mind, averting_slots(view))


expect_play = begin_play
"""A player with another policy is about to play; the group expects what its own policy would play."""


@compiled
def begin_play_with(view: View, mind: Mind, dice: Dice, first: int, second: int) -> None:
    """The same as `begin_play`, for a player with these fates: leaves out what only matters to other hands."""
    begin_turn_of_play(view, mind, dice)
    think_of(view, mind, averting_slots(view), 1 << first | 1 << second)


@compiled
def expect_hands(view: View, mind: Mind) -> None:
    """Works out how likely the player has each hand."""
    weigh_hands(view, mind, view.table.plays > 0 or not view.table.fresh)


@compiled
def prepare_to_speak(view: View, mind: Mind) -> None:
    """Lists the moves of every possible hand, and how the group would understand them."""
    expect_hands(view, mind)
    think(view, mind, averting_slots(view))


@compiled
def hear_play(view: View, mind: Mind) -> None:
    if not view.table.slipped:
        take_in_play(view, mind, hear(view, mind))
    see_play(view)


@compiled
def take_in_play(view: View, mind: Mind, was_possible: bool) -> None:
    """Keeps the belief that the group has after a play, or falls back to the number line. After the first play of The
    Feast, the belief is about the fate then held."""
    if not was_possible:
        mind.fallbacks += 1
        believe_line(view, mind, view.book.values)
    mind.bits = bits_learnt(view, mind)
    carry_over(view, mind)


@compiled
def see_play(view: View) -> None:
    """Records the visible fate of a play."""
    table = view.table
    see_fate(view, table.played, table.tokens[table.played] - table.visible[table.played] + 1)


@compiled
def hear_theft(view: View, mind: Mind, thief: int, loot: int) -> None:
    list_thefts(view, mind, thief)
    weigh_choices(view, mind)
    hear_loot(view, mind, loot)


@compiled
def hear_loot(view: View, mind: Mind, loot: int) -> None:
    """Updates the belief after a theft; the odds of each theft are known."""
    if not hear_choice(view, mind, NOTHING if loot == NONE else loot):
        mind.fallbacks += 1
        believe_line(view, mind, view.book.values)


@compiled
def order_of(view: View, option: int) -> Order:
    """The order that carries out a choice."""
    if option == NOTHING:
        return NO_ORDER
    if option in (OLD_NO, OLD_YES):
        return Order(find_power(view.book, view.table, OLD), 0, 0, 0)
    return Order(find_power(view.book, view.table, DISCARD), place_of(option), value_of(option), 0)


@compiled
def has_after_power(view: View) -> bool:
    """Whether the active player has a power to use after the play."""
    return find_power(view.book, view.table, DISCARD) != NONE or may_tell_old(view)


@compiled
def hear_power(view: View, mind: Mind, order: Order, answer: int) -> None:
    if has_after_power(view):
        list_powers(view, mind)
        weigh_choices(view, mind)
        hear_order(view, mind, order, answer)


@compiled
def hear_order(view: View, mind: Mind, order: Order, answer: int) -> None:
    """Updates the belief after a power was used, or none; the odds of each choice are known."""
    reckon_with_forgetting(view, mind)
    option = NOTHING
    if order.power != NONE:
        option = move_of(order.value, order.slot)
        if kind_at(view.book, view.table, order.power) == OLD:
            option = OLD_YES if answer else OLD_NO
    remember_belief(view, mind)
    if not hear_choice(view, mind, option):
        mind.fallbacks += 1
        believe_line(view, mind, view.book.values)
    mind.bits = bits_learnt(view, mind)


@compiled
def has_before_power(view: View) -> bool:
    """Whether the active player has a power to use before the play."""
    found = False
    for at in range(view.table.pooled):
        found = found or kind_at(view.book, view.table, at) in (CYCLE, RAISE, RELOCATE)
    return found


@compiled
def before_play(view: View, mind: Mind, dice: Dice, first: int, second: int) -> Order:
    """Uses a power that makes the coming play tell more, averaged over all possible hands. Only public information
    counts, so the use tells nothing about the hand."""
    book, table = view.book, view.table
    if not has_before_power(view):
        return NO_ORDER
    if forgets_powers(view, mind, dice):
        return NO_ORDER
    expect_hands(view, mind)
    best, most = NO_ORDER, worth_now(view, mind) + mind.before_gain
    for at in range(table.pooled):
        kind = kind_at(book, table, at) if not has_twin_before(view, at) else NONE
        if kind == RAISE:
            table.raised = book.power_variant[power_at(book, table, at)]
            promise = worth_now(view, mind)
            table.raised = 0
            if promise > most + 1e-9:
                best, most = Order(at, 0, 0, 0), promise
        elif kind == CYCLE and table.deck_left > 0:
            for slot in range(SLOTS):
                if table.row[slot] >= 0 and table.here_count[slot] == 0:
                    replaced = table.row[slot]
                    table.row[slot] = table.deck_top
                    promise = worth_now(view, mind)
                    table.row[slot] = replaced
                    if promise > most + 1e-9:
                        best, most = Order(at, slot, 0, 0), promise
        elif kind == RELOCATE:
            for slot in range(SLOTS):
                value = heaviest(view, slot)
                for to in range(SLOTS):
                    if value == 0 or to == slot or table.row[to] < 0:
                        continue
                    shift(view, slot, value, to)
                    promise = worth_now(view, mind)
                    shift(view, to, value, slot)
                    if promise > most + 1e-9:
                        best, most = Order(at, slot, value, to), promise
    return best


@compiled
def reckon_with_forgetting(view: View, mind: Mind) -> None:
    """Allows for a forgotten power. Choice 0 is to use none."""
    forgotten = mind.forget_powers
    for old in range(2):
        for kept in range(1, view.book.top + 1):
            for choice in range(mind.choices):
                mind.odds[choice, old, kept] *= 1.0 - forgotten
            mind.odds[0, old, kept] += forgotten


@compiled
def worth_now(view: View, mind: Mind) -> float:
    """What the coming play is worth in the present state. No power before the play changes how likely each hand is, so
    that is worked out before."""
    look(view)
    if mind.depth == 0:
        return expected_literal_worth(view, mind, averting_slots(view))
    think(view, mind, averting_slots(view))
    return expected_worth(mind)


@compiled
def hear_reveal(view: View, mind: Mind, value: int) -> None:
    """No other player holds a copy, including the active player."""
    see_fate(view, value, 1)
    keep_values(view, mind, view.book.values & ~(1 << value))


@compiled
def before_prediction(view: View, mind: Mind, dice: Dice) -> Order:
    keep_values(view, mind, view.table.established)
    if forgets_powers(view, mind, dice):
        return NO_ORDER
    lean_on_own_hand(view, mind)
    order = best_power(view, mind)
    back_to_public(view, mind)
    return order


@compiled
def hear_answer(view: View, mind: Mind) -> None:
    """Keeps only the values that agree with the answer to a question."""
    table = view.table
    if view.book.power_kind[table.used] == QUESTION:
        yes = yes_values(view, table.used, table.used_value)
        remember_belief(view, mind)
        keep_values(view, mind, yes if table.answered else view.book.values & ~yes)
        mind.bits = bits_learnt(view, mind)


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    keep_values(view, mind, view.table.established)
    lean_on_own_hand(view, mind)
    named = name_values(view, mind)
    back_to_public(view, mind)
    return named


@compiled
def hear_verdict(view: View, mind: Mind) -> None:
    table = view.table
    if table.correct:
        see_fate(view, table.shown, table.tokens[table.shown] - table.visible[table.shown])


@compiled
def after_correct(view: View, mind: Mind, dice: Dice) -> Order:
    return NO_ORDER if forgets_powers(view, mind, dice) else best_exile(view)


@compiled
def end_turn(view: View, mind: Mind) -> None:
    """Keeps the belief about a fate that stays in the hand until its holder's next turn."""
    table = view.table
    if not table.holds[table.seat]:
        return
    if table.plays == 0 and not table.fresh:
        return
    if table.plays == 0:
        believe_line(view, mind, view.book.values)
    keep_values(view, mind, table.established)
    carry_over(view, mind)
