"""How many games a question needs.

There are two questions. *How well is a win rate known?* The measure is half the length of Wilson's interval; it shrinks
with every game, so bisection finds the smallest number. *Is a difference detected?* The measure is the power of the
usual two-sided normal test: for two independent samples, the test of two proportions with pooled variance; for two
samples that share their luck, the test on the differences game by game.
"""

from bisect import bisect_left
from collections.abc import Callable
from math import ceil, sqrt

from engine.errors import BadInput, message
from sim.statistics.intervals import CONFIDENCE, half_width, z_of

MOST_GAMES = 10**12
"""More games than any run can play."""


def games_for_half_width(goal: float, win_rate: float, confidence: float = CONFIDENCE) -> int:
    """The fewest games after which the interval of this win rate has at most this half-width."""
    return _fewest(lambda games: half_width(win_rate * games, games, confidence) <= goal)


def fewest_before_a_stop(goal: float) -> int:
    """The fewest games after which a rule that waits for this half-width may stop.

    The interval of a rare outcome is narrow early if the outcome is rare by luck, too. A rule that stops there leaves
    the estimate too low: by about 1/k of itself if it stops after k rare outcomes. With at least 30/goal games, a cell
    with fewer than about 200 of them stops at this very number of games, whatever its luck, and so without bias; with
    more, the bias is below 0.5 % of the rate. Nothing needs more games than a win rate of one half."""
    return ceil(min(30 / goal, (z_of() / 2 / goal) ** 2))


FEWEST_OF_A_MEAN = 1_000
"""The same for a mean. A rule that stops when the interval is narrow stops too soon where the first games happen to be
alike; the interval then covers less than it says, by a part that falls with the number of games (Chow, Robbins: "On the
asymptotic theory of fixed-width sequential confidence intervals for the mean", 1965). A test measures what is left."""


def difference_variance(first: float, second: float) -> float:
    """The variance of the difference of two independent games, one at each win rate."""
    return first * (1 - first) + second * (1 - second)


def power(first: float, second: float, games: int, confidence: float = CONFIDENCE) -> float:
    """The probability that this many independent games on each side tell two win rates apart."""
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
    """The same for games that share their luck, so that only this share of the variance is left. Two different rates
    must differ in some games, so the variance is never below d(1 − d)."""
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
    """The fewest games on each side that detect this difference, up or down, with this probability."""
    others = [other for other in (win_rate - difference, win_rate + difference) if 0 <= other <= 1]
    if not others:
        raise BadInput(
            message(
                "no win rate lies {value:.4g} points from {value2:.4g} %", value=100 * difference, value2=100 * win_rate
            ),
            source="--detect",
        )

    def seen(games: int) -> bool:
        if paired_variance is None:
            return all(power(win_rate, other, games, confidence) >= goal for other in others)
        return all(paired_power(win_rate, other, games, paired_variance, confidence) >= goal for other in others)

    return _fewest(seen)


def games_for_half_width_mean(goal: float, sd: float, confidence: float = CONFIDENCE) -> int:
    """The fewest games after which the interval of a mean, or of a ratio, has about this half-width, if single games
    have this standard deviation. For a ratio that is the one of (x − r·y) over the mean of y."""
    return _fewest(lambda games: z_of(confidence) * sd <= goal * sqrt(games))


def games_to_detect_mean(difference: float, sd: float, goal: float, confidence: float = CONFIDENCE) -> int:
    """The fewest games on each side that detect this difference of a mean with this probability, if what the change
    does to a game has this standard deviation. Without pairing, that is √2 times the one of a game."""
    return _fewest(lambda games: _power(abs(difference), sd * sd / games, sd * sd / games, confidence) >= goal)


def _power(gap: float, variance_if_none: float, variance: float, confidence: float) -> float:
    """The power of a two-sided test of a normal mean. The critical value assumes no difference; the probability to
    exceed it assumes this one."""
    critical = z_of(confidence) * sqrt(variance_if_none)
    if variance == 0:
        return 1.0 if gap > critical else 0.0
    spread = sqrt(variance)
    from scipy.special import ndtr

    return float(ndtr((gap - critical) / spread) + ndtr((-critical - gap) / spread))


def _fewest(enough: Callable[[int], bool]) -> int:
    """The smallest number of games that is enough, given that more games are enough, too."""
    games = bisect_left(range(MOST_GAMES), True, lo=1, key=enough)
    if games == MOST_GAMES:
        raise BadInput(
            message("that takes more than {most_games:,} games, which no run can play", most_games=MOST_GAMES),
            source="plan",
        )
    return games
