"""How many games a question needs: against published numbers, and against what simulated experiments really see."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import binomtest, norm

from engine.errors import BadInput
from engine.game.outcomes import Mean
from engine.game.registry import GAMES
from sim.experiment.experiment import resolve
from sim.play.pilot import VARYING, Spread, largest_spread
from sim.statistics.intervals import half_width
from sim.statistics.sample_size import (
    difference_variance,
    games_for_half_width,
    games_for_half_width_mean,
    games_to_detect,
    games_to_detect_mean,
    paired_power,
    power,
)
from sim.verbs.plan import Asked, needs, needs_of_mean, share
from tests.support import harvest
from tests.support.dice_race import GAME, WIN_RATE

TRIALS = 20_000
CRITICAL = float(norm.isf(0.025))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5%", 0.005),
        ("0.005", 0.005),
        ("0.5pp", 0.005),
        ("1pp", 0.01),
        (" 40 % ", 0.4),
        ("90%", 0.9),
        ("5e-3", 0.005),
    ],
)
def test_shares_are_read_in_every_spelling(text: str, value: float) -> None:
    assert share("--flag", text) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("text", ["", "%", "x", "0", "100%", "1", "-1%", "nan", "inf", "40", "1%pp", "1 2"])
def test_what_is_no_share_is_one_line(text: str) -> None:
    with pytest.raises(BadInput, match=r"^--flag: expected a share such as 0\.5%"):
        share("--flag", text)


# How well a win rate is known.


@settings(max_examples=200, derandomize=True)
@given(goal=st.floats(0.0005, 0.3), rate=st.floats(0.001, 0.999), confidence=st.sampled_from([0.9, 0.95, 0.99]))
def test_the_fewest_games_are_enough_and_one_less_is_not(goal: float, rate: float, confidence: float) -> None:
    games = games_for_half_width(goal, rate, confidence)
    assert half_width(rate * games, games, confidence) <= goal
    assert games == 1 or half_width(rate * (games - 1), games - 1, confidence) > goal


@pytest.mark.parametrize(("wins", "games"), [(40, 100), (4_000, 10_000), (1, 50), (50, 50), (0, 300)])
def test_scipy_says_the_same_of_the_interval_planned_for(wins: int, games: int) -> None:
    interval = binomtest(wins, games).proportion_ci(method="wilson")
    width = (interval.high - interval.low) / 2
    assert half_width(wins, games) == pytest.approx(width, rel=1e-9)
    rate = min(max(wins / games, 1e-12), 1 - 1e-12)
    assert games_for_half_width(width * (1 + 1e-9), rate) == games


def test_the_textbook_number_for_one_half() -> None:
    """z²/4h² − z²: Wilson's interval at one half is as long as the plain one with z² games more."""
    assert games_for_half_width(0.03, 0.5) == int(np.ceil(CRITICAL**2 / (4 * 0.03**2) - CRITICAL**2))


# Whether a difference is seen.


@pytest.mark.parametrize(
    ("first", "second", "goal", "games"),
    [
        (0.50, 0.75, 0.90, 77),  # R, help(power.prop.test): n = 76.7
        (0.15, 0.30, 0.80, 121),  # R: power.prop.test(p1 = .15, p2 = .30, power = .80) gives 120.5
    ],
)
def test_published_numbers_of_games(first: float, second: float, goal: float, games: int) -> None:
    assert power(first, second, games) >= goal > power(first, second, games - 1)


def test_published_power() -> None:
    """R, help(power.prop.test): n = 50, p1 = .50, p2 = .75 gives 0.740."""
    assert power(0.50, 0.75, 50) == pytest.approx(0.740, abs=5e-4)


def test_of_two_directions_the_harder_one_counts() -> None:
    games = games_to_detect(0.05, 0.2, 0.9)
    assert power(0.2, 0.25, games) >= 0.9 > power(0.2, 0.25, games - 1)
    assert power(0.2, 0.15, games) > 0.9
    assert games_to_detect(0.3, 0.2, 0.9) > 1, "a rate below 0 is no rate"


@settings(max_examples=60, derandomize=True)
@given(gap=st.floats(0.01, 0.3), rate=st.floats(0.05, 0.95), goal=st.floats(0.2, 0.99))
def test_shared_luck_never_needs_more_and_whole_variance_needs_about_as_many(
    gap: float, rate: float, goal: float
) -> None:
    alone = games_to_detect(gap, rate, goal)
    assert games_to_detect(gap, rate, goal, 0.3) <= games_to_detect(gap, rate, goal, 0.6) <= 1.2 * alone + 5


def test_what_no_number_of_games_can_show() -> None:
    with pytest.raises(BadInput, match="no win rate lies 60 points from 50 %"):
        games_to_detect(0.6, 0.5, 0.9)
    with pytest.raises(BadInput, match="more than 1,000,000,000,000 games"):
        games_for_half_width(1e-7, 0.5)


def seen_alone(first: float, second: float, games: int) -> float:
    """How often the pooled test of two proportions sees a difference in simulated experiments."""
    dice = np.random.default_rng(1)
    one, other = (dice.binomial(games, rate, TRIALS) / games for rate in (first, second))
    mean = (one + other) / 2
    return share_beyond(one - other, 2 * mean * (1 - mean) / games)


def seen_paired(first: float, second: float, games: int, both: float) -> float:
    """The same for games that share their luck: `both` is the share of games that both sides win."""
    dice = np.random.default_rng(2)
    shares = [both, first - both, second - both, 1 - first - second + both]
    _, only_first, only_second, _ = dice.multinomial(games, shares, TRIALS).T
    gap = (only_first - only_second) / games
    return share_beyond(gap, ((only_first + only_second) / games - gap**2) / games)


def share_beyond(gap: NDArray[np.float64], variance: NDArray[np.float64]) -> float:
    return float((np.abs(gap) > CRITICAL * np.sqrt(variance)).mean())


@pytest.mark.parametrize(("rate", "gap"), [(0.4, 0.02), (0.9, 0.02), (0.05, 0.01)])
def test_the_planned_games_see_the_difference_as_often_as_promised(rate: float, gap: float) -> None:
    games = games_to_detect(gap, rate, 0.9)
    harder = min((rate - gap, rate + gap), key=lambda other: power(rate, other, games))
    assert seen_alone(rate, harder, games) == pytest.approx(0.9, abs=0.012)
    assert seen_alone(rate, harder, games // 2) < 0.75, "half of them do not"
    assert seen_alone(rate, rate, games) == pytest.approx(0.05, abs=0.008), "and no difference is seldom seen"


@pytest.mark.parametrize("left", [0.3, 0.6])
def test_planned_pairs_see_the_difference_as_often_as_promised(left: float) -> None:
    rate, other = 0.4, 0.42
    games = games_to_detect(0.02, rate, 0.9, left)
    variance = left * difference_variance(rate, other)
    both = (rate + other - variance - (other - rate) ** 2) / 2  # Var d = P(one wins, not both) − gap²
    assert paired_power(rate, other, games, left) >= 0.9
    assert seen_paired(rate, other, games, both) == pytest.approx(0.9, abs=0.012)
    assert seen_paired(rate, other, games // 2, both) < 0.75, "half of them do not"
    assert seen_paired(rate, other, games, rate * other) < 0.75, "nor do as many with luck of their own"


def test_the_questions_are_put_in_words() -> None:
    found = needs(WIN_RATE, Asked("0.5%", "1pp", "40%", "0.9", "0.3", "95%"))
    assert [(need.games, need.sides) for need in found] == [
        (games_for_half_width(0.005, 0.4), 1),
        (games_to_detect(0.01, 0.4, 0.9), 2),
        (games_to_detect(0.01, 0.4, 0.9, 0.3), 2),
    ]
    assert found[0].question == "win rate near 40 % known to ± 0.5 points (95 %)"
    assert found[1].question == "1 point from 40 % detected with a probability of 90 % (95 %), different seeds"
    with pytest.raises(BadInput, match="expected --half-width, --detect or both"):
        needs(WIN_RATE, Asked(None, None, "40%", "0.9", None, "95%"))


def test_the_questions_about_a_mean_are_in_its_unit() -> None:
    length = GAME.outcomes[1]
    assert isinstance(length, Mean)
    found = needs_of_mean(length, Asked("0.1", "0.2 turns", "50%", "0.9", "0.5", "95%"), Spread(2.0, 2.0, 2.0))
    assert [(need.games, need.sides) for need in found] == [
        (games_for_half_width_mean(0.1, 2.0), 1),
        (games_to_detect_mean(0.2, 2.0 * sqrt(2), 0.9), 2),
        (games_to_detect_mean(0.2, 2.0, 0.9), 2),
    ]
    assert found[0].question == "length of games that vary by ± 2 known to ± 0.1 turns (95 %)"
    with pytest.raises(BadInput, match="--detect: expected a number above 0, in turns, not '1pp'"):
        needs_of_mean(length, Asked(None, "1pp", "50%", "0.9", None, "95%"), Spread(2.0, 2.0, 2.0))


def test_the_spread_of_games_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a ratio, by how much a game moves it."""
    monkeypatch.setitem(GAMES, "harvest", harvest.ADDRESS)
    day = resolve({"game": "harvest", "policies": ["picker"], "trees": [1]}, "here")
    rows = day.game.simulate(day.cells[0], 1, 0, VARYING).rows
    apples, per_hour = day.game.outcomes[:2]
    assert isinstance(apples, Mean)
    assert isinstance(per_hour, Mean)
    assert largest_spread(day, apples).value == pytest.approx(rows["apples"].std(ddof=1))
    assert largest_spread(day, per_hour).value == pytest.approx(1.708 / sqrt(11), rel=0.1)


# Means.


def test_a_mean_is_known_as_well_as_planned() -> None:
    """Lengths of games with a long tail: after so many games, half of the interval is what was asked for."""
    random = np.random.default_rng(2)
    sd = float(np.sqrt(0.9) / 0.1)
    games = games_for_half_width_mean(0.5, sd)
    assert games == int(np.ceil((CRITICAL * sd / 0.5) ** 2))
    lengths = random.geometric(0.1, (400, games))
    reach = CRITICAL * lengths.std(axis=1) / np.sqrt(games)
    assert reach.mean() == pytest.approx(0.5, rel=0.02)


@pytest.mark.parametrize("goal", [0.8, 0.95])
def test_a_difference_of_a_mean_is_detected_as_often_as_planned(goal: float) -> None:
    random = np.random.default_rng(3)
    difference, sd = 0.25, 4.0
    games = games_to_detect_mean(difference, sd, goal)
    steps = random.normal(difference, sd, (4000, games))
    found = np.abs(steps.mean(axis=1)) > CRITICAL * sd / np.sqrt(games)
    assert found.mean() == pytest.approx(goal, abs=0.02)
    fewer = steps[:, : games // 2]
    missed = np.abs(fewer.mean(axis=1)) > CRITICAL * sd / np.sqrt(games // 2)
    assert missed.mean() < goal - 0.1, "the control: half of the games do not do"
