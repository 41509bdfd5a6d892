"""literal: a table that hears every play literally, and players who speak to be heard so.

The listener takes every legal move for equally likely. The speaker picks the move by which that listener believes most
in the fate he keeps, and shuns fades. This is the literal listener of the Rational Speech Acts model (Frank and Goodman,
Science 336, 2012) with a purposeful speaker, whom it therefore underrates.
"""

from typing import Any

from engine.compiled import compiled
from engine.shipwreck.beliefs.choices import best_choices, list_powers, list_thefts, weigh_choices
from engine.shipwreck.beliefs.speaker import best_moves, find_hand
from engine.shipwreck.beliefs.thinker import (
    READS_LINES,
    after_correct,
    before_play,
    before_prediction,
    end_turn,
    has_after_power,
    hear_answer,
    hear_play,
    hear_power,
    hear_reveal,
    hear_theft,
    hear_verdict,
    order_of,
    predict,
    prepare_to_speak,
)
from engine.shipwreck.beliefs.thought import Thought as Memory
from engine.shipwreck.book import Compiled
from engine.shipwreck.moves import nth_move
from engine.shipwreck.policies.base import PLAY_DIE, POWER_DIE, THEFT_DIE, Mind, any_of
from engine.shipwreck.powers import NO_ORDER, Order
from engine.shipwreck.state import NONE, Dice, View

__all__ = [
    "READS_LINES",
    "Memory",
    "after_correct",
    "after_play",
    "before_play",
    "before_prediction",
    "choose_play",
    "choose_theft",
    "end_turn",
    "hear_answer",
    "hear_play",
    "hear_power",
    "hear_reveal",
    "hear_theft",
    "hear_verdict",
    "predict",
    "prepare",
]


def prepare(mind: Mind, parameters: dict[str, Any], deck: Compiled) -> None:
    mind.depth = 0
    mind.fade_aversion = 0.6
    mind.power_price = 0.3
    mind.sure = 0.97
    mind.pressed = 0.55
    mind.question_gain = 0.10
    mind.before_gain = 0.10


@compiled
def choose_play(view: View, mind: Mind, dice: Dice, first: int, second: int, moves: int) -> int:
    prepare_to_speak(view, mind)
    hand = find_hand(mind, first, second)
    best = moves if hand == NONE else best_moves(mind, hand)
    return any_of(view.table, dice, PLAY_DIE + view.table.plays, best)


@compiled
def choose_theft(view: View, mind: Mind, dice: Dice, thief: int, kept: int, loot: int) -> int:
    list_thefts(view, mind, thief)
    weigh_choices(view, mind)
    chosen = any_of(view.table, dice, THEFT_DIE + thief, best_choices(view, mind, 0, kept))
    return mind.option[chosen]


@compiled
def after_play(view: View, mind: Mind, dice: Dice, kept: int, played_old: int) -> Order:
    if not has_after_power(view):
        return NO_ORDER
    list_powers(view, mind)
    weigh_choices(view, mind)
    chosen = any_of(view.table, dice, POWER_DIE, best_choices(view, mind, played_old, kept))
    return order_of(view, mind.option[chosen])
