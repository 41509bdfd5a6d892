"""What a test is worth: extras are chosen by it, and whether a test is taken at all."""

from typing import Any, NamedTuple

from engine.hadal.rules.decisions import most_extras
from engine.hadal.table.state import CONFLICT, GROUP, MOST_FATE, View
from engine.kernel.compiled import compiled, inlined

Mind = Any

NO_EXTRAS, CANNOT_FAIL, REACH, BY_WORTH = range(4)
"""How many extras a policy pays: none, until no Fate card can fail, up to the difficulty, or what is worth most."""
STEPS = 1e9
"""Worths are compared in steps of 1e-9."""


class Worth(NamedTuple):
    """The best number of extras, and what the test is worth with them."""

    extras: int
    worth: float


@inlined
def in_steps(worth: float) -> int:
    """The nearest whole number of steps."""
    steps = worth * STEPS + 0.5
    whole = int(steps)
    return whole - 1 if whole > steps else whole  # int cuts towards 0, and worths can be below it


@inlined
def gains_of(view: View, kind: int) -> tuple[int, int, int]:
    """Points (of damage, in a group conflict) for a success and for a critical, and the loss of a failure."""
    scenario = view.scenario
    if kind == GROUP:
        return 1, 2, scenario.group_loss
    loss = scenario.conflict_loss if kind == CONFLICT else scenario.fail_loss
    return scenario.success, scenario.crit, loss


@inlined
def fates_of_value(view: View, counts: bool, value: int) -> int:
    """How many Fate cards have this value: in the pile, for who counts cards and if it is not empty; else of all."""
    if value < view.scenario.fate_low or value > view.scenario.fate_high:
        return 0
    if counts:
        return view.table.pile_count[value + MOST_FATE]
    return view.scenario.fate_count[value + MOST_FATE]


@compiled
def best_extras(view: View, mind: Mind, kind: int, margin: int, most: int) -> Worth:
    """The extras from 0 to `most` that are worth most, the fewest at a tie. `margin` is attribute − difficulty."""
    success, crit, loss = gains_of(view, kind)
    counts = mind.count == 1 and view.table.pile > 0
    cards = view.table.pile if counts else view.scenario.fates
    fails = 0
    for value in range(view.scenario.fate_low, min(-margin - 1, view.scenario.fate_high) + 1):
        fails += fates_of_value(view, counts, value)
    criticals = fates_of_value(view, counts, -margin)
    best, best_worth, best_steps = 0, 0.0, 0
    for extras in range(most + 1):
        successes = cards - fails - criticals
        gain = mind.g * (success * successes + crit * criticals)
        worth = (gain - loss * fails) / cards - 1.0 - extras
        steps = in_steps(worth)
        if extras == 0 or steps > best_steps:
            best, best_worth, best_steps = extras, worth, steps
        if successes == cards:
            break  # from here on, extras only cost
        criticals = fates_of_value(view, counts, -margin - extras - 1)
        fails -= criticals
    return Worth(best, best_worth)


@inlined
def most_of_team(view: View, tester: int, helpers: int) -> int:
    """The most that the tester, who has paid the start, and its helpers can add."""
    most = 0
    for seat in range(view.scenario.agents):
        most += most_extras(view, seat, tester, helpers)
    return most


@inlined
def wanted_extras(view: View, mind: Mind, kind: int, margin: int, most: int) -> int:
    """How many extras the team pays."""
    if mind.extras == NO_EXTRAS:
        return 0
    if mind.extras == CANNOT_FAIL:
        return max(min(-margin - view.scenario.fate_low, most), 0)
    if mind.extras == REACH:
        return max(min(-margin, most), 0)
    return best_extras(view, mind, kind, margin, most).extras


@inlined
def is_willing(view: View, mind: Mind, kind: int, margin: int, most: int) -> bool:
    """Whether the team wants a test that it can leave. After rounds without a point, it wants more of them."""
    slack = view.table.slack
    if mind.extras == NO_EXTRAS:
        return True
    if mind.extras == CANNOT_FAIL:
        return margin + most >= -view.scenario.fate_low - slack
    if mind.extras == REACH:
        return margin + most >= -slack
    return in_steps(best_extras(view, mind, kind, margin, most).worth) > in_steps(-1.0 * slack)
