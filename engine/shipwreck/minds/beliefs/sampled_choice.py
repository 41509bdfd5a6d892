"""Choices after the play, drawn at random with exactly the odds that the group assumes."""

from engine.kernel.compiled import compiled
from engine.shipwreck.minds.beliefs.choices import list_powers, list_thefts, weigh_choices
from engine.shipwreck.minds.beliefs.decisions import forgets_powers, has_after_power, order_of
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.rules.decisions import POWER_DIE, THEFT_DIE, Mind, chance
from engine.shipwreck.rules.powers import NO_ORDER, Order
from engine.shipwreck.table.state import NONE, Dice, View


@compiled
def soft_choice(mind: Thought, old: int, kept: int, die: float) -> int:
    """One of the choices, at random, with the odds of the model."""
    left = die
    chosen = NONE
    for choice in range(mind.choices):
        odds = mind.odds[choice, old, kept]
        if odds > 0.0:
            chosen = choice
            if left < odds:
                break
            left -= odds
    return chosen


@compiled
def choose_theft(view: View, mind: Mind, dice: Dice, thief: int, kept: int, loot: int) -> int:
    list_thefts(view, mind, thief)
    weigh_choices(view, mind)
    return mind.option[soft_choice(mind, 0, kept, chance(view.table, dice, THEFT_DIE + thief))]


@compiled
def after_play(view: View, mind: Mind, dice: Dice, kept: int, played_old: int) -> Order:
    if not has_after_power(view) or forgets_powers(view, mind, dice):
        return NO_ORDER
    list_powers(view, mind)
    weigh_choices(view, mind)
    chosen = soft_choice(mind, played_old, kept, chance(view.table, dice, POWER_DIE))
    return order_of(view, mind.option[chosen])
