"""Paired statistics of means and ratios: by simulation, each with a control that must fail."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import t as student

from sim.statistics.paired import Paired, PairedOutcome, lasting_interval
from sim.statistics.paired_means import MeanCounts, PairedMean
from sim.statistics.paired_ratios import PairedRatio
from sim.statistics.sequential import looks
from sim.statistics.skewness import bent, mean_score, straightened

Whole = NDArray[np.int64]
Draw = Callable[[np.random.Generator, int], Whole]


def jumps(random: np.random.Generator, games: int) -> Whole:
    """Three games of a hundred take longer, some of them much longer."""
    return np.where(random.random(games) < 0.03, random.geometric(0.1, games), 0)


def lengths(random: np.random.Generator, games: int) -> Whole:
    return random.geometric(0.2, games)


def few(random: np.random.Generator, games: int) -> Whole:
    return np.where(random.random(games) < 0.02, random.integers(-3, 4, games), 0)


CASES = [(jumps, 0.3, 1000), (lengths, 5.0, 200)]


def pair_of(steps: Whole, scale: float = 1.0, reach: float = np.inf) -> PairedMean:
    before = np.arange(len(steps)) % 7 + 100
    return PairedMean.of(before, before + steps, scale, reach)


def misses(draw: Draw, true: float, games: int, plain: bool = False, repeats: int = 3000) -> tuple[float, float]:
    """How often the truth lies below and above the interval."""
    random, found = np.random.default_rng(4), []
    for _ in range(repeats):
        steps = draw(random, games)
        if plain:
            reach = float(student.ppf(0.975, games - 1)) * steps.std(ddof=1) / np.sqrt(games)
            low, high = steps.mean() - reach, steps.mean() + reach
        else:
            low, high = pair_of(steps).interval()
        found.append((true < low, true > high))
    below, above = np.mean(found, axis=0)
    return float(below), float(above)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("draw", "true", "games"), CASES)
def test_the_interval_of_a_skewed_mean_covers_the_truth(draw: Draw, true: float, games: int) -> None:
    below, above = misses(draw, true, games)
    assert below + above < 0.065
    assert max(below, above) < 0.042, "each end alone"


def test_the_plain_interval_would_be_caught() -> None:
    """The control: Student's interval misses rare large jumps on one side three times as often as it says."""
    below, above = misses(jumps, 0.3, 1000, plain=True, repeats=1000)
    assert above > 0.065
    assert below < 0.012


def test_straightening_can_be_turned_round() -> None:
    t = np.linspace(-6, 6, 25)
    for lean in (-0.4, -1e-12, 0.0, 0.05, 0.4):
        assert bent(straightened(t, lean), lean) == pytest.approx(t, abs=1e-9)
        assert (np.diff(straightened(t, lean)) > 0).all(), "it only rises"


def test_with_few_games_the_tails_are_those_of_student() -> None:
    assert float(mean_score(2.5, 1.0, 0.0, 6, 0.0)) == pytest.approx(float(-student_z(2.5, 5)), abs=1e-9)
    assert float(mean_score(2.5, 1.0, 0.0, 10**6, 0.0)) == pytest.approx(2.5, abs=1e-4)


def student_z(t: float, freedom: int) -> float:
    from scipy.stats import norm

    return float(norm.ppf(student.sf(t, freedom)))


def test_the_test_the_interval_and_the_margin_agree() -> None:
    pair = pair_of(lengths(np.random.default_rng(1), 500) - 5)
    low, high = pair.interval(0.9)
    assert pair.held(high + 1e-9) <= 0.05 or low < -high
    at_the_ends = [float(pair.evidence(True).score(end)) for end in (low, high)]
    assert at_the_ends == pytest.approx([1.645, -1.645], abs=0.002)


def test_a_side_against_itself_has_an_interval_around_nothing() -> None:
    """It is never empty: the games that were not played may differ. Without bounds they may differ by anything."""
    pair = pair_of(np.zeros(400, np.int64), reach=10.0)
    low, high = pair.interval()
    assert -0.13 < low < -0.09
    assert 0.09 < high < 0.13
    assert pair.moved == 1.0
    assert pair.held(0.05) > 0.05 > pair.held(0.1)
    assert pair.variance_left == 0
    without = pair_of(np.zeros(400, np.int64))
    assert without.interval() == (-np.inf, np.inf)
    assert without.moved == without.held(0.1) == 1.0
    constant = PairedMean.of(np.full(100, 3), np.full(100, 3), 1.0, 10.0)
    assert not constant.informative
    assert constant.interval()[0] < 0
    assert constant.variance_left is None


def test_a_mean_of_single_steps_is_nearly_the_share() -> None:
    """What is won or lost is a mean of −1, 0 and +1, too."""
    share, steps = Paired(500, 30, 60, 410), np.repeat([0, -1, 1, 0], (500, 30, 60, 410))
    mean = pair_of(steps)
    assert mean.difference == share.difference
    assert mean.interval() == pytest.approx(share.interval(), abs=0.001)
    assert mean.smallest_visible(0.05) == pytest.approx(share.smallest_visible(0.05), rel=0.03)
    assert (mean.fell, mean.rose, mean.changed) == (share.fell, share.rose, share.changed)


@pytest.mark.parametrize("of", [partial(PairedMean.of, reach=50.0), PairedMean.of])
def test_games_can_be_added(of: Callable[[Whole, Whole], PairedMean]) -> None:
    random = np.random.default_rng(3)
    before, after = lengths(random, 500), lengths(random, 500)
    whole, parts = of(before, after), of(before[:200], after[:200]).plus(of(before[200:], after[200:]))
    assert whole.interval() == parts.interval()
    assert (whole.before, whole.after, whole.games) == (parts.before, parts.after, parts.games)


def test_large_numbers_do_not_overflow() -> None:
    before = np.random.default_rng(1).integers(0, 2**32, 1000)
    pair = PairedMean.of(before, before[::-1].copy())
    assert pair.variance_left == pytest.approx(1.0, abs=0.1)
    assert pair.interval()[1] - pair.interval()[0] == pytest.approx(3.92 * 2**32 * np.sqrt(2 / 12 / 1000), rel=0.05)


# Looking while games are played.

REACH, MARGIN, RISK, MOST = 40.0, 0.5, 0.05, 16_384


def looked(shift: float, repeats: int = 400) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """At every look, the p-values of many simulated cells whose true difference is this: outside and inside."""
    random, values = np.random.default_rng(8), np.arange(-30, 31)
    single = np.minimum(0.3 * 0.7 ** np.arange(31), 1.0)
    chances = np.convolve(single / single.sum(), (single / single.sum())[::-1])
    moved = (1 - shift) * chances + shift * np.append(0.0, chances[:-1])
    total, found, done = np.zeros((repeats, len(values))), [], 0
    for games in looks(MOST):
        total = total + random.multinomial(games - done, moved / moved.sum(), repeats)
        done = games
        seen = MeanCounts(total[:, None, :], values.astype(float), games == MOST, REACH, np.asarray(4.0))
        bounds = (np.array([-MARGIN]), np.array([MARGIN]))
        found.append((seen.outside(*bounds)[:, 0], seen.inside(*bounds)[:, 0]))
    return found


def ever(found: list[tuple[NDArray[np.float64], NDArray[np.float64]]], at: int) -> float:
    return float((np.minimum.reduce([look[at] for look in found]) <= RISK).mean())


def test_at_the_margin_a_mean_is_rarely_called_outside_or_inside() -> None:
    found = looked(0.5)
    assert ever(found, 0) <= RISK
    assert ever(found, 1) <= 1.5 * RISK, "400 cells"


def test_a_mean_that_moved_or_held_is_found_before_the_last_look() -> None:
    """The controls: a mean that moved by twice the margin, and one that did not move."""
    moved, held = looked(1.0), looked(0.0)
    assert ever(moved[:-1], 0) > 0.95
    assert ever(held[:-1], 1) > 0.95
    assert ever(moved, 1) == ever(held, 0) == 0.0


@pytest.mark.parametrize("reach", [60.0, 1000.0])
def test_small_steps_in_wide_bounds_are_decided_all_the_same(reach: float) -> None:
    """The wider the bounds, the larger the best stake, up to all of the capital: see docs/explanation/comparing.md."""
    random = np.random.default_rng(9)
    steps = np.round(random.normal(0.0, 5.0, 65_536)).astype(np.int64)
    pair = PairedMean.of(np.full(len(steps), 50), 50 + steps + 2, 1.0, reach)
    assert float(pair.evidence(False).outside(-0.25, 0.25)) < 1e-3
    assert float(pair.evidence(False).outside(1.5, 2.5)) == 1.0


def test_the_lasting_interval_is_wider_and_ends_at_the_bounds() -> None:
    pair = pair_of(few(np.random.default_rng(1), 2000), reach=10.0)
    low, high = lasting_interval(pair, last=False)
    assert low < pair.interval()[0] < pair.interval()[1] < high
    early = pair_of(np.zeros(1, np.int64), reach=10.0)
    assert lasting_interval(early, last=False) == pytest.approx((-10.0, 10.0), abs=0.05)


def test_a_mean_without_bounds_has_one_look() -> None:
    pair = pair_of(lengths(np.random.default_rng(1), 3000))
    before, last = pair.evidence(False), pair.evidence(True)
    assert float(before.outside(-1.0, 1.0)) == float(before.inside(-9.0, 9.0)) == 1.0
    assert float(last.outside(-1.0, 1.0)) < 1e-6
    assert float(last.inside(4.0, 6.0)) < 1e-6
    assert lasting_interval(pair, last=False) == (-np.inf, np.inf)
    assert lasting_interval(pair, last=True) == pair.interval()


# Ratios.


def ratio_of(random: np.random.Generator, games: int, more: float = 0.0) -> PairedRatio:
    """Worth for each hour: the true difference is `more`. Without any, both sides share seven games of ten."""
    hours = random.integers(1, 12, games)
    worth = random.poisson(3 * hours)
    anew = random.random(games) < (0.3 if more == 0.0 else 1.0)
    later = np.where(anew, random.integers(1, 12, games), hours)
    return PairedRatio.of((worth, hours), (np.where(anew, random.poisson((3 + more) * later), worth), later))


def test_the_interval_of_a_ratio_covers_the_truth() -> None:
    random, more = np.random.default_rng(10), 0.5
    ends = [ratio_of(random, 300, more).interval() for _ in range(1500)]
    assert np.mean([low <= more <= high for low, high in ends]) == pytest.approx(0.95, abs=0.015)


def test_ratios_can_be_added_and_never_have_an_empty_interval() -> None:
    random = np.random.default_rng(13)
    x, y = random.integers(0, 9, 400), random.integers(1, 9, 400)
    whole = PairedRatio.of((x, y), (x, y))
    parts = PairedRatio.of((x[:100], y[:100]), (x[:100], y[:100]))
    both = parts.plus(PairedRatio.of((x[100:], y[100:]), (x[100:], y[100:])))
    assert both.interval() == pytest.approx(whole.interval())
    assert whole.interval()[0] < 0 < whole.interval()[1]
    assert whole.moved == 1.0
    nothing = PairedRatio.of((x, 0 * y), (x, 0 * y))
    assert not nothing.informative
    assert nothing.interval() == (-np.inf, np.inf)


def test_every_kind_answers_the_same_questions() -> None:
    random = np.random.default_rng(14)
    kinds: list[PairedOutcome] = [Paired(300, 20, 30, 50), pair_of(few(random, 1000)), ratio_of(random, 400)]
    for kind in kinds:
        low, high = kind.interval()
        assert low < kind.difference < high
        assert kind.difference == pytest.approx(kind.after - kind.before)
        assert 0 <= kind.moved <= 1
        assert 0 <= kind.held(0.1) <= 1
        assert kind.informative
        assert kind.variance > 0
        assert kind.imagined > 0
        assert 0 < kind.smallest_visible(0.05) < kind.smallest_visible(0.005)
        assert float(kind.evidence(True).outside(-0.01, 0.01)) <= 1
