"""An outcome of one cell and its interval."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.statistics.estimates import NOTHING, mean_estimate, quantile, ratio_estimate, share_estimate
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
        found = ratio_estimate(200, *(int(each) for each in (x.sum(), y.sum(), x @ x, x @ y, y @ y)))
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
