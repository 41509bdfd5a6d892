"""Shrunk effects of the pieces that look most extreme: their intervals cover, and they are not overstated.

Every simulation has the plain estimate beside it, which fails. Each draws 1,400 extreme effects or more; with the true
coverage at 95.5 % or above, a right program would fall below 94 % in less than one of 1,000 draws of the seed.
"""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.statistics.intervals import z_of
from sim.statistics.shrinkage import FEWEST, Shrunk, common_correlation, shrink

Array = NDArray[np.float64]
Method = Callable[[Array, Array], Shrunk]

CARDS = np.array(
    [5.6, 3.7, 3.5, 3.3, 2, 1.9, 1.4, 1.4, 0, 0, -0.4, -0.5, -0.9, -1.2, -1.3, -2.7, -3.2, -3.3, -4.5, -4.5]
)
"""Effects as those of the cards of a real deck, in points."""
LIKE_CARDS = (CARDS - CARDS.mean()) / CARDS.std()


def plain(estimates: Array, errors: Array) -> Shrunk:
    return Shrunk(estimates, estimates - z_of() * errors, estimates + z_of() * errors)


def around_zero(estimates: Array, errors: Array) -> Shrunk:
    return shrink(estimates, errors, centre=0.0)


def extremes(
    method: Method, truths: Callable[[np.random.Generator], Array], tries: int = 700, common: float = 0.0
) -> tuple[float, float]:
    """How often the interval of the largest and of the smallest estimate covers the truth, and by what share those
    estimates overstate the truth, in the median. Errors are 1, and `common` is their correlation."""
    rng = np.random.default_rng(21)
    covered, overstated = [], []
    for _ in range(tries):
        true = truths(rng)
        error = np.sqrt(1 - common) * rng.standard_normal(len(true)) + np.sqrt(common) * rng.standard_normal()
        found = method(true + error, np.ones(len(true)))
        for at in (found.estimates.argmax(), found.estimates.argmin()):
            covered.append(found.low[at] <= true[at] <= found.high[at])
            overstated.append(found.estimates[at] / true[at] - 1 if true[at] else np.inf)
    return float(np.mean(covered)), float(np.median(overstated))


def test_extreme_cards_are_covered_and_not_overstated() -> None:
    """With a spread of 1.5 errors the plain interval covers 85 %, as it does for 2,000 games of one cell."""
    covered, overstated = extremes(around_zero, lambda rng: 1.5 * LIKE_CARDS)
    assert covered >= 0.94
    assert overstated <= 0.10


def test_the_plain_estimates_of_extreme_cards_are_neither() -> None:
    covered, overstated = extremes(plain, lambda rng: 1.5 * LIKE_CARDS)
    assert covered < 0.88
    assert overstated > 0.30


def test_without_any_effect_none_is_invented() -> None:
    """All plain estimates are luck; the extreme ones are nearly two errors large."""

    def size(method: Method) -> float:
        rng = np.random.default_rng(3)
        found = [method(rng.standard_normal(20), np.ones(20)).estimates for _ in range(200)]
        return float(np.mean([np.abs(each).max() for each in found]))

    assert size(plain) > 1.9
    assert size(around_zero) < 0.7
    assert extremes(around_zero, lambda rng: np.zeros(20), 300)[0] > 0.98


def test_a_single_outstanding_effect_is_not_pulled_to_the_others() -> None:
    """A normal spread alone would take a fifth of it away; that is what makes its interval miss."""
    true = np.zeros(20)
    true[0] = 7.0

    def first(method: Method) -> float:
        rng = np.random.default_rng(5)
        found = [method(true + rng.standard_normal(20), np.ones(20)) for _ in range(300)]
        return float(np.mean([each.low[0] <= 7 <= each.high[0] for each in found]))

    def normal(estimates: Array, errors: Array) -> Shrunk:
        """James and Stein's, with the interval of a known spread."""
        kept = max(0.0, 1 - (len(estimates) - 2) / (estimates**2).sum())
        reach = z_of() * np.sqrt(kept) * errors
        return Shrunk(kept * estimates, kept * estimates - reach, kept * estimates + reach)

    assert first(around_zero) > 0.88
    assert first(normal) < 0.7


def test_around_a_mean_that_is_not_known() -> None:
    """A change that makes all cells harder alike: they differ by luck alone, and the luck is shared in part."""

    def range_of(method: Method) -> float:
        rng = np.random.default_rng(9)
        found = []
        for _ in range(60):
            estimates = -5 + np.sqrt(0.7) * rng.standard_normal(12) + np.sqrt(0.3) * rng.standard_normal()
            found.append(float(np.ptp(method(estimates, np.ones(12)).estimates)))
        return float(np.mean(found))

    assert range_of(plain) > 2.5
    assert range_of(lambda seen, errors: shrink(seen, errors, correlation=0.3)) < 1.3


def test_luck_that_all_effects_share_is_a_part_of_their_intervals() -> None:
    """Where effects differ by far more than luck does, the interval of each is its own, whatever it shares."""
    for correlation in (0.0, 0.5):
        found = shrink(100 * LIKE_CARDS, np.ones(20), correlation=correlation)
        assert np.allclose(found.high - found.low, 2 * z_of(), rtol=0.02)


def test_the_correlation_follows_from_the_error_of_the_mean() -> None:
    errors = np.array([1.0, 2, 3])
    covariance = 0.4 * np.outer(errors, errors) + 0.6 * np.diag(errors**2)
    assert common_correlation(errors, float(np.sqrt(covariance.sum()) / 3)) == pytest.approx(0.4)
    assert common_correlation(errors, 0.1) == 0
    assert common_correlation([1.0], 1.0) == 0


def test_few_effects_keep_their_estimates_with_wider_intervals() -> None:
    for number in range(FEWEST):
        found = shrink(np.arange(number, dtype=float), np.ones(number))
        assert np.array_equal(found.estimates, np.arange(number))
        assert np.allclose(found.high - found.low, 2 * z_of(1 - 0.05 / max(1, number)))


def test_what_is_known_well_stays_as_it_is() -> None:
    found = shrink(LIKE_CARDS, np.full(20, 1e-3), centre=0.0)
    assert np.allclose(found.estimates, LIKE_CARDS, atol=1e-4)
    assert np.allclose(found.high - found.low, 2 * z_of() * 1e-3, rtol=0.02)


@pytest.mark.parametrize("centre", [0.0, None])
def test_the_last_digits_of_a_processor_do_not_show(centre: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another processor may round logarithms and powers up where this one rounds down."""
    rng = np.random.default_rng(8)
    seen, errors = rng.standard_normal(20), rng.uniform(0.5, 1.5, 20)
    here = shrink(seen, errors, centre)
    log, exp = np.log, np.exp
    monkeypatch.setattr(np, "log", lambda x: log(x) * (1 + 2e-16))
    monkeypatch.setattr(np, "exp", lambda x: exp(x) * (1 - 1e-16))
    there = shrink(seen, errors, centre)
    assert all(np.array_equal(one, other) for one, other in zip(here, there, strict=True))


@pytest.mark.parametrize("centre", [0.0, None])
def test_units_and_signs_do_not_matter(centre: float | None) -> None:
    rng = np.random.default_rng(8)
    seen, errors = rng.standard_normal(8), rng.uniform(0.5, 1.5, 8)
    one, other = shrink(seen, errors, centre), shrink(-seen / 100, errors / 100, centre)
    assert np.allclose(one.estimates, -100 * other.estimates, rtol=1e-6)
    assert np.allclose(one.low, -100 * other.high, rtol=1e-6)
