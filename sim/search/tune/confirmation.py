"""Whether a deck reaches its goals, on games that nobody chose it for.

A search prefers what its games flatter. So what it found is played on indices that it never used, each attempt on some
of its own; there are few attempts and few looks, and the risk is shared out among all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scipy.special import ndtri

from sim.search.tune.candidates import Combination, Trials
from sim.search.tune.goals import Goal
from sim.search.tune.rates import Rate, miss, plain_rate

RISK = 0.05
ATTEMPTS = 4
"""Three candidates, and the nearest deck if all of them fail."""
LOOKS = (1, 2, 4)
"""How many times the games of the search are played, if it takes that to know."""

Z = float(ndtri(1 - RISK / (ATTEMPTS * len(LOOKS))))

Verdict = Literal["reached", "likely", "missed"]


@dataclass(frozen=True)
class Confirmation:
    """What fresh games said."""

    verdict: Verdict
    before: list[Rate]
    after: list[Rate]
    said: list[str]
    """For each goal: reached, unclear or missed."""
    first: int
    last: int


def confirm(trials: Trials, combination: Combination, games: int, attempt: int) -> Confirmation:
    """Play on until every goal is known to be reached, or one to be missed."""
    first = games * (1 + attempt * LOOKS[-1])
    for times in LOOKS:
        last = first + times * games
        before, after = ([plain_rate(goal) for goal in side] for side in trials.play([(), combination], last, first))
        said = [_said(rate, goal) for rate, goal in zip(after, trials.goals, strict=True)]
        if "missed" in said or set(said) == {"reached"}:
            break
    return Confirmation(_verdict(said, after, trials.goals), before, after, said, first, last)


def _verdict(said: Sequence[str], after: Sequence[Rate], goals: Sequence[Goal]) -> Verdict:
    if set(said) == {"reached"}:
        return "reached"
    return "missed" if "missed" in said or miss(after, goals) > 0 else "likely"


def _said(rate: Rate, goal: Goal) -> str:
    low, high = rate.mean - Z * rate.error, rate.mean + Z * rate.error
    if (goal.low <= 0 or low >= goal.low) and (goal.high >= 1 or high <= goal.high):
        return "reached"
    return "missed" if high < goal.low or low > goal.high else "unclear"
