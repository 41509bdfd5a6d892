"""Careful search: which of some choices is best, by games that are played on from each of them.

All choices are tried in the same worlds on the same luck, so that only the choice tells their results apart. After each
round the worse half of the choices is left out (sequential halving). What is left at last is taken only if it is better
than the habit, the base's own choice, by some standard errors of their paired difference. A noisy comparison at every
decision is worse than a good habit: doubt and ties go to the habit.

Results are whole numbers and so is all that is compared: the same decision on every machine.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.game.cell import Json
from engine.policy.seats.search_policy import CAUTION, WORLDS, exactly

IMAGINED = 2
"""Worlds that the standard error counts beside those that were played: in one of them the challenger is better, in one
the habit, both by the largest difference that was seen. So a few equal results are no certainty."""

Results = Callable[[Sequence[int], int, int], Sequence[Sequence[int]]]
"""`results(choices, first, last)`: for each of these choices, what the seat gets in the worlds first, first + 1, …
last − 1. Fewer than asked for, but the same number for each choice, if there are no more worlds."""


class Plan(NamedTuple):
    """How much is tried, and how sure is sure enough."""

    worlds: int
    """In which the last two choices are compared; choices that were left out before have seen fewer."""
    caution: Fraction
    """Standard errors."""


def plan_of(policy: Json) -> Plan:
    """Of a policy `search`, as it was resolved."""
    return Plan(policy["parameters"][WORLDS], exactly(policy["parameters"][CAUTION]))


def choose(choices: Sequence[int], habit: int, plan: Plan, results: Results) -> int:
    """One of the choices; `habit` is among them."""
    others = [choice for choice in choices if choice != habit]
    got: dict[int, list[int]] = {choice: [] for choice in choices}
    played = 0
    for last in _rounds(len(others), plan.worlds):
        found = results([habit, *others], played, last)
        for choice, more in zip([habit, *others], found, strict=True):
            got[choice] += more
        is_short = len(got[habit]) < last
        played = last
        kept = 1 if is_short else (len(others) + 1) // 2
        others = sorted(others, key=lambda choice: -sum(got[choice]))[:kept]  # stable: the first of equals
        if is_short:
            break
    for best in others:
        if is_better(got[best], got[habit], plan.caution):
            return best
    return habit


def _rounds(others: int, worlds: int) -> list[int]:
    """How many worlds all who are left have seen after each round; twice as many after each, until one is left."""
    found = [worlds]
    while others > 2:
        others = (others + 1) // 2
        found.insert(0, max(found[0] // 2, 1))
    return sorted(set(found)) if others else []


def is_better(challenger: Sequence[int], habit: Sequence[int], caution: Fraction) -> bool:
    """Whether the challenger got more by so many standard errors of the difference in each world."""
    differences = [one - other for one, other in zip(challenger, habit, strict=True)]
    total = sum(differences)
    if total <= 0:
        return False
    most = max(map(abs, differences))
    worlds = len(differences) + IMAGINED
    squares = sum(each * each for each in differences) + IMAGINED * most * most
    # total / worlds > caution × √((squares / worlds − (total / worlds)²) / worlds), without a division
    spread = squares * worlds - total * total
    times = caution.numerator, caution.denominator
    return times[1] ** 2 * total * total * worlds > times[0] ** 2 * spread
