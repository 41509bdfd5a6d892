"""How many games a question needs.

Two questions. *How well is a win rate known?* By half the length of Wilson's interval, which shrinks with every game
more, so the smallest number of games is found by bisection. *Would a difference be seen?* By the power of the usual
two-sided test on the normal distribution: for two independent samples the test of two proportions with pooled variance,
for two that share their luck the test on the differences game by game.
"""

from bisect import bisect_left
from collections.abc import Callable
from math import sqrt

from scipy.special import ndtr

from engine.errors import BadInput
from sim.statistics.intervals import CONFIDENCE, half_width, z_of

MOST_GAMES = 10**12
"""More than any run can play."""


def games_for_half_width(goal: float, win_rate: float, confidence: float = CONFIDENCE) -> int:
    """The fewest games after which the interval of a win rate has at most this half-width, if the rate comes out as
    expected."""
    return _fewest(lambda games: half_width(win_rate * games, games, confidence) <= goal)


def difference_variance(first: float, second: float) -> float:
    """The variance of the difference of two independent games, one at each win rate."""
    return first * (1 - first) + second * (1 - second)


def power(first: float, second: float, games: int, confidence: float = CONFIDENCE) -> float:
    """The chance that so many games of each tell two win rates apart, the games being independent."""
    mean = (first + second) / 2
    return _power(
        abs(first - second),
        difference_variance(mean, mean) / games,
        difference_variance(first, second) / games,
        confidence,
    )


def paired_power(
    first: float, second: float, games: int, paired_variance: float, confidence: float = CONFIDENCE
) -> float:
    """The same for games that share their luck, so that the difference has only this part of the variance. Two rates
    that differ must differ in some games, which no sharing can help: the variance is never below d(1 − d)."""
    gap = abs(first - second)
    variance = max(paired_variance * difference_variance(first, second), gap * (1 - gap)) / games
    return _power(gap, variance, variance, confidence)


def games_to_detect(
    difference: float,
    win_rate: float,
    goal: float,
    paired_variance: float | None = None,
    confidence: float = CONFIDENCE,
) -> int:
    """The fewest games of each side after which a difference is seen with this chance, whichever way it goes: of the
    two rates that far from the expected one, the one that takes more games counts."""
    others = [other for other in (win_rate - difference, win_rate + difference) if 0 <= other <= 1]
    if not others:
        raise BadInput(f"--detect: no win rate lies {100 * difference:.4g} points from {100 * win_rate:.4g} %")

    def seen(games: int) -> bool:
        if paired_variance is None:
            return all(power(win_rate, other, games, confidence) >= goal for other in others)
        return all(paired_power(win_rate, other, games, paired_variance, confidence) >= goal for other in others)

    return _fewest(seen)


def _power(gap: float, variance_if_none: float, variance: float, confidence: float) -> float:
    """Of a two-sided test of a normal mean: the critical value is taken under no difference, the chance to exceed it
    under this one."""
    critical = z_of(confidence) * sqrt(variance_if_none)
    if variance == 0:
        return 1.0 if gap > critical else 0.0
    spread = sqrt(variance)
    return float(ndtr((gap - critical) / spread) + ndtr((-critical - gap) / spread))


def _fewest(enough: Callable[[int], bool]) -> int:
    """The smallest number of games that is enough, where more are never less so."""
    games = bisect_left(range(MOST_GAMES), True, lo=1, key=enough)
    if games == MOST_GAMES:
        raise BadInput(f"plan: that takes more than {MOST_GAMES:,} games, which no run can play")
    return games
