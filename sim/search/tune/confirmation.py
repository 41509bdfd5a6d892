"""Whether a combination of changes reaches the goals, on games that the search never used.

A search prefers what its own games favour. So what it found is played on fresh indices, each attempt on its own; there
are few attempts and few looks, and the risk is divided among all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.language.current import said
from sim.search.tune.candidates import CandidatePlayer, Combination
from sim.search.tune.goals import Goal
from sim.search.tune.rates import EstimatedRate, measured, miss, rate_of
from sim.statistics.intervals import z_beyond

RISK = 0.05
ATTEMPTS = 4
"""Three candidates, and the nearest combination if all of them fail."""
LOOKS = (1, 2, 4)
"""At each look this many times the games of the search have been played."""

Z = z_beyond(RISK / (ATTEMPTS * len(LOOKS)))

GoalsVerdict = Literal["reached", "likely", "missed"]


@dataclass(frozen=True)
class Confirmation:
    """What the fresh games showed."""

    verdict: GoalsVerdict
    before: list[EstimatedRate]
    """The outcome of each goal without the change."""
    after: list[EstimatedRate]
    """The outcome with it; for a goal that is a change, by how much it changed."""
    said: list[str]
    """For each goal: `reached`, `unclear` or `missed`."""
    first: int
    last: int


def confirm(player: CandidatePlayer, combination: Combination, games: int, attempt: int) -> Confirmation:
    """Play until every goal is known to be reached, or one to be missed."""
    first = games * (1 + attempt * LOOKS[-1])
    player.cache.doing = said("fresh games")
    for times in LOOKS:
        last = first + times * games
        was, now = player.play([(), combination], last, first)
        before = [rate_of(series, goal) for series, goal in zip(was, player.goals, strict=True)]
        after = list(map(measured, was, now, player.goals))
        verdicts = [_said(rate, goal) for rate, goal in zip(after, player.goals, strict=True)]
        if "missed" in verdicts or set(verdicts) == {"reached"}:
            break
    return Confirmation(_verdict(verdicts, after, player.goals), before, after, verdicts, first, last)


def _verdict(verdicts: Sequence[str], after: Sequence[EstimatedRate], goals: Sequence[Goal]) -> GoalsVerdict:
    if set(verdicts) == {"reached"}:
        return "reached"
    return "missed" if "missed" in verdicts or miss(after, goals) > 0 else "likely"


def _said(rate: EstimatedRate, goal: Goal) -> str:
    low, high = rate.mean - Z * rate.error, rate.mean + Z * rate.error
    if (goal.open_low or low >= goal.low) and (goal.open_high or high <= goal.high):
        return "reached"
    return "missed" if high < goal.low or low > goal.high else "unclear"
