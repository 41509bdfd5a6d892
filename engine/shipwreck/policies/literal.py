"""literal: the group takes every play literally, and players choose plays that such a group understands.

The listener considers all legal moves equally likely. The speaker chooses the move after which this listener believes
most in the kept fate, and avoids fades. This is the literal listener of the Rational Speech Acts model (Frank, Goodman:
"Predicting pragmatic reasoning in language games", Science 336, 2012) with a purposeful speaker, whom the listener
underrates.
"""

from engine.kernel.compiled import compiled
from engine.policy.parameters import Parameter
from engine.shipwreck.minds.beliefs import decisions
from engine.shipwreck.minds.beliefs.choices import best_choices, list_powers, list_thefts, weigh_choices
from engine.shipwreck.minds.beliefs.decisions import (
    THINKING,
    averting_slots,
    begin_turn_of_play,
    forgets_powers,
    has_after_power,
    order_of,
    see_play,
    take_in_play,
)
from engine.shipwreck.minds.beliefs.literal_listener import best_moves, expect_hand, forget_hand, hear_literally
from engine.shipwreck.minds.beliefs.speaker import find_hand, list_answers
from engine.shipwreck.rules.decisions import PLAY_DIE, POWER_DIE, THEFT_DIE, Mind, any_of
from engine.shipwreck.rules.powers import NO_ORDER, Order
from engine.shipwreck.table.state import NONE, Dice, View

FOUNDATION = decisions


PARAMETERS = {
    "pressed": Parameter(
        0.55, 0.0, 1.0, "how sure the group must be to predict when a fade is due that would not lose the game"
    ),
    **THINKING,
}


@compiled
def choose_play(view: View, mind: Mind, dice: Dice, first: int, second: int, moves: int) -> int:
    begin_turn_of_play(view, mind, dice)
    expect_hand(view, mind, first, second)
    is_possible = find_hand(mind, first, second) != NONE
    best = best_moves(view, mind, first, second, averting_slots(view)) if is_possible else moves
    return any_of(view.table, dice, PLAY_DIE + view.table.plays, best)


@compiled
def expect_play(view: View, mind: Mind, dice: Dice) -> None:
    """A player with another policy is about to play."""
    begin_turn_of_play(view, mind, dice)
    list_answers(view, mind, view.book.values)


@compiled
def hear_play(view: View, mind: Mind) -> None:
    if not view.table.slipped:
        take_in_play(view, mind, hear_literally(view, mind))
        forget_hand(mind)
    see_play(view)


@compiled
def choose_theft(view: View, mind: Mind, dice: Dice, thief: int, kept: int, loot: int) -> int:
    list_thefts(view, mind, thief)
    weigh_choices(view, mind)
    chosen = any_of(view.table, dice, THEFT_DIE + thief, best_choices(view, mind, 0, kept))
    return mind.option[chosen]


@compiled
def after_play(view: View, mind: Mind, dice: Dice, kept: int, played_old: int) -> Order:
    if not has_after_power(view) or forgets_powers(view, mind, dice):
        return NO_ORDER
    list_powers(view, mind)
    weigh_choices(view, mind)
    chosen = any_of(view.table, dice, POWER_DIE, best_choices(view, mind, played_old, kept))
    return order_of(view, mind.option[chosen])
