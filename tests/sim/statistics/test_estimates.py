"""An outcome of one cell and its interval."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.statistics.estimates import (
    NOTHING,
    Estimate,
    chance_of_zero,
    mean_estimate,
    quantile,
    ratio_estimate,
    share_estimate,
    weighted_estimate,
)
from sim.statistics.intervals import wilson, z_of

TRIES = 4000


def _mean(values: list[int]) -> tuple[float, float, float]:
    found = mean_estimate(len(values), *(sum(value**power for value in values) for power in (1, 2, 3)))
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    return found.value, found.low, found.high


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=60))
def test_a_mean_lies_within_its_interval_which_is_never_empty(values: list[int]) -> None:
    value, low, high = _mean(values)
    assert value == pytest.approx(np.mean(values))
    assert low < value < high


def test_a_symmetric_column_has_the_plain_interval() -> None:
    value, low, high = _mean([10, 20] * 5000)
    error = 5 / np.sqrt(10_000)
    assert (low, high) == pytest.approx((value - z_of() * error, value + z_of() * error), rel=1e-4)


@pytest.mark.parametrize("games", [60, 300])
def test_the_interval_of_a_skewed_count_misses_as_often_on_either_side(games: int) -> None:
    """A geometric count: most games are short, a few are very long. The plain interval (the negative control) ends
    below the mean far too often."""
    random = np.random.default_rng(5)
    drawn = random.geometric(0.08, (TRIES, games)).astype(np.int64)
    found = [_mean(row) for row in drawn.tolist()]
    below = np.mean([high < 12.5 for _, _, high in found])
    above = np.mean([low > 12.5 for _, low, _ in found])
    assert 0.94 < 1 - below - above < 0.962
    reach = z_of() * drawn.std(axis=1, ddof=1) / np.sqrt(games)
    plainly_below = np.mean(drawn.mean(axis=1) + reach < 12.5)
    assert plainly_below > 0.033, "the plain interval is wrong here, so this test can tell"
    assert abs(below - 0.025) < 0.6 * abs(plainly_below - 0.025)


def test_a_ratio_covers_the_ratio_of_the_means() -> None:
    """And not the mean of the ratios, which is another number."""
    random = np.random.default_rng(6)
    hours = random.integers(1, 12, (TRIES, 200))
    worth = random.poisson(2.0 * hours + 5)
    truth = (2.0 * 6 + 5) / 6
    missed = 0
    for x, y in zip(worth, hours, strict=True):
        xx, xy, yy = int(x @ x), int(x @ y), int(y @ y)
        found = ratio_estimate(200, int(x.sum()), int(y.sum()), xx, xy, yy)
        assert found.low is not None
        assert found.high is not None
        missed += not found.low <= truth <= found.high
    assert 0.04 < missed / TRIES < 0.065
    assert np.mean(worth / hours) > truth + 0.2


def test_a_ratio_without_any_event_is_not_known_exactly() -> None:
    """A hundred hours without an apple do not exclude one in a hundred hours."""
    found = ratio_estimate(50, 0, 100, 0, 0, 250)
    assert found.value == 0
    assert found.high is not None
    assert 0.02 < found.high < 0.04
    exact = ratio_estimate(50, 300, 100, 2250, 750, 250)
    assert exact.half_width > 0.01, "every game had three for one, and the next one may not"


def test_a_share_has_the_interval_of_wilson_and_nothing_comes_of_nothing() -> None:
    assert share_estimate(3, 10) == (0.3, *wilson(3, 10))
    assert share_estimate(0, 0) == mean_estimate(0, 0, 0, 0) == ratio_estimate(5, 0, 0, 0, 0, 0) == NOTHING
    assert NOTHING.half_width == float("inf")


@given(st.lists(st.integers(0, 30), min_size=1, max_size=50))
def test_quantiles_are_values_that_occurred(values: list[int]) -> None:
    counts = np.bincount(values).tolist()
    assert quantile(counts, 0.5) == np.quantile(values, 0.5, method="inverted_cdf")
    assert quantile(counts, 0.95) == np.quantile(values, 0.95, method="inverted_cdf")


def weighted(weights: np.ndarray, numbers: np.ndarray) -> tuple[float, Estimate]:
    """The number of games, and the estimate from their sums."""
    products = weights * numbers
    squares = float(weights @ weights), float(weights @ products), float(products @ products)
    return len(weights), weighted_estimate(len(weights), float(weights.sum()), float(products.sum()), squares)


def test_a_weighted_mean_covers_the_mean_of_what_is_weighed() -> None:
    """A game of five draws stands for five; what a draw is worth depends on the draws. Without the weights (the
    negative control) another number is measured."""
    random = np.random.default_rng(7)
    missed = missed_plainly = 0
    chance = {1: 0.5, 3: 0.2, 5: 0.1}
    truth = sum(weight * gain for weight, gain in chance.items()) / sum(chance)
    for _ in range(TRIES):
        draws = random.choice([1, 3, 5], 80)
        gains = (random.random(80) < np.array([chance[int(each)] for each in draws])).astype(float)
        _, found = weighted(draws.astype(float), gains)
        _, plain = weighted(np.ones(80), gains)
        missed += not (found.low or 0) <= truth <= (found.high or 0)
        missed_plainly += not (plain.low or 0) <= truth <= (plain.high or 0)
    assert 0.03 < missed / TRIES < 0.06
    assert missed_plainly / TRIES > 0.2


def test_games_that_all_gained_nothing_do_not_prove_that_nobody_gains() -> None:
    for weight in (1.0, 7.0):
        games, found = weighted(np.full(100, weight), np.zeros(100))
        assert found.value == 0
        assert found.half_width == pytest.approx(0.028, abs=0.002), (
            "about three in a hundred games, whatever they weigh"
        )
        assert chance_of_zero(found, games) == 1
    assert weighted_estimate(0, 0, 0, (0, 0, 0)) == weighted_estimate(1, 4, 4, (16, 16, 16)) == NOTHING


def test_a_chance_of_zero_is_one_in_twenty_where_the_interval_ends() -> None:
    random = np.random.default_rng(8)
    gains = random.choice([-1.0, 0.0, 1.0], 400)
    games, found = weighted(np.ones(400), gains)
    assert found.high is not None
    assert chance_of_zero(found.moved(-found.high), games) == pytest.approx(0.05)
    seen = [weighted(np.ones(50), random.choice([-1.0, 0.0, 0.0, 1.0], 50)) for _ in range(TRIES)]
    assert 0.03 < np.mean([chance_of_zero(found, games) < 0.05 for games, found in seen]) < 0.06
