"""Do intervals cover, and are chance findings rare? Simulated, each beside a way of doing it that fails."""

from collections.abc import Callable
from functools import cache
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtri

from sim.statistics.intervals import (
    Interval,
    adjusted,
    detectable,
    newcombe,
    ratio_interval,
    share_interval,
    two_sided,
    wilson,
    z_of,
)
from sim.statistics.paired import Paired, interval

TRIES = 4000
ALLOWED = 0.015
"""Intervals for counts cannot be exact; Wilson's is known to stray by about this much from 95 %."""
ALLOWED_FOR_FEW = 0.04
"""With one win to be expected, by this much."""


def test_the_usual_quantile_is_scipys() -> None:
    """It is written down, so that a run need not load SciPy; of any other confidence SciPy is asked."""
    assert z_of() == float(ndtri(0.975))
    assert z_of(0.99) == float(ndtri(0.995))


def wald(wins: float, games: float) -> Interval:
    """The textbook interval: the one that fails near 0 and 1."""
    share = wins / games
    reach = 1.96 * sqrt(share * (1 - share) / games)
    return share - reach, share + reach


def coverage(interval: Callable[[float, float], Interval], p: float, games: int, seed: int = 1) -> float:
    """How often the interval of a simulated sample has the truth in it."""
    samples = np.random.default_rng(seed).binomial(games, p, TRIES)
    ends = {int(wins): interval(int(wins), games) for wins in np.unique(samples)}
    return float(np.mean([ends[int(wins)][0] <= p <= ends[int(wins)][1] for wins in samples]))


@pytest.mark.parametrize("p", [0.01, 0.5, 0.99])
@pytest.mark.parametrize("games", [100, 1000, 8000])
def test_the_interval_of_a_win_rate_covers(p: float, games: int) -> None:
    allowed = ALLOWED_FOR_FEW if games * min(p, 1 - p) < 2 else ALLOWED
    assert coverage(wilson, p, games) >= 0.95 - allowed


@pytest.mark.parametrize("p", [0.01, 0.99])
def test_the_textbook_interval_would_not(p: float) -> None:
    assert coverage(wald, p, 100) < 0.70


@pytest.mark.parametrize(("p", "q"), [(0.01, 0.02), (0.5, 0.45), (0.99, 0.97), (0.99, 0.5)])
def test_the_interval_of_a_difference_covers(p: float, q: float) -> None:
    rng = np.random.default_rng(2)
    one, two = rng.binomial(600, p, TRIES), rng.binomial(300, q, TRIES)
    ends = [newcombe(int(a), 600, int(b), 300) for a, b in zip(one, two, strict=True)]
    assert np.mean([low <= p - q <= high for low, high in ends]) >= 0.95 - ALLOWED


def test_an_interval_that_takes_the_other_for_known_would_not() -> None:
    rng = np.random.default_rng(2)
    one, two = rng.binomial(600, 0.5, TRIES), rng.binomial(300, 0.45, TRIES)
    ends = [np.array(wilson(int(a), 600)) - b / 300 for a, b in zip(one, two, strict=True)]
    assert np.mean([low <= 0.05 <= high for low, high in ends]) < 0.85


def test_the_interval_of_a_paired_difference_covers_and_is_the_narrower_one() -> None:
    rng = np.random.default_rng(3)
    luck = rng.random((TRIES, 500))
    before, after = luck < 0.80, luck < 0.83
    gained, lost = (after & ~before).sum(axis=1), (before & ~after).sum(axis=1)
    tables = [Paired(0, int(b), int(a), 500 - int(a) - int(b)) for a, b in zip(gained, lost, strict=True)]
    ends = [*map(cache(interval), tables)]  # many tables are alike
    assert np.mean([low <= 0.03 <= high for low, high in ends]) >= 0.95 - ALLOWED
    unpaired = newcombe(415, 500, 400, 500)
    assert ends[0][1] - ends[0][0] < (unpaired[1] - unpaired[0]) / 2


def games_with_streaks(rng: np.random.Generator, games: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Trials and successes of games whose successes come in streaks: right or wrong by the game, mostly."""
    trials = rng.integers(1, 12, games)
    mood = rng.choice([0.5, 0.98], games)
    return trials, rng.binomial(trials, mood)


def share_coverage(interval: Callable[..., Interval | None], tries: int = 1500) -> float:
    rng, covered = np.random.default_rng(4), 0
    for _ in range(tries):
        y, x = games_with_streaks(rng, 300)
        ends = interval(len(x), x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum())
        assert ends is not None
        covered += ends[0] <= 0.74 <= ends[1]
    return covered / tries


def test_the_interval_of_a_share_within_games_covers() -> None:
    assert share_coverage(share_interval) >= 0.93
    assert share_coverage(ratio_interval) >= 0.93


def test_the_interval_of_a_share_is_no_wider_than_it_must_be() -> None:
    y, x = games_with_streaks(np.random.default_rng(4), 300)
    sums = len(x), x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum()
    ends, plain = share_interval(*sums), ratio_interval(*sums)
    assert ends is not None
    assert plain is not None
    assert ends[1] - ends[0] == pytest.approx(plain[1] - plain[0], rel=0.03)


def test_an_interval_that_takes_every_trial_for_independent_would_not() -> None:
    assert share_coverage(lambda n, x, y, *_: wilson(x, y)) < 0.85


# Cells that share their luck.


def test_adjusted_values_are_those_of_benjamini_and_hochberg() -> None:
    assert adjusted([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.04, 0.04])
    assert len(adjusted([])) == 0


@pytest.mark.parametrize("p", [0.02, 0.5, 0.9])
def test_the_detectable_difference_is_found_four_times_in_five(p: float) -> None:
    games = 5000
    step = detectable(p * games, games)
    rng = np.random.default_rng(10)
    one, two = rng.binomial(games, p - step / 2, TRIES) / games, rng.binomial(games, p + step / 2, TRIES) / games
    pooled = (one + two) / 2
    z = (two - one) / np.sqrt(2 * pooled * (1 - pooled) / games)
    assert 0.77 <= np.mean(np.abs(z) > 1.96) <= 0.83
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
