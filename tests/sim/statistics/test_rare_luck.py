"""What is said of means that a few games make: held, sure, ratios and plans. `python -m tests.rare_luck` asks the same
of many more."""

from math import inf
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.game.outcomes import Mean
from sim.play import pilot
from sim.report.shared.numbers.outcomes import FEWEST, games_to_be_sure
from sim.runs.summary import estimated
from sim.runs.tally import Tally
from sim.statistics.estimates import ratio_estimate
from sim.statistics.paired_means import PairedMean
from sim.statistics.paired_ratios import PairedRatio
from tests import rare_luck

Values = NDArray[np.int64]
RISK, MARGIN = 0.05, 0.3
GOLD = Mean(name="gold", meaning="gold", column="gold", unit="gold", margin=0.5)


def charmed(seed: int, games: int, chest: float, luck: tuple[float, float] = (0.02, 0.0)) -> tuple[Values, Values]:
    """Gold of a die with a chest of 200 in 0.2 %; and what a charm makes of it, that adds one, or takes it, and finds
    chests of its own."""
    random = np.random.default_rng(seed)
    up, down = luck
    gold = random.integers(1, 7, games) + 200 * (random.random(games) < 0.002)
    drawn = random.random(games)
    small = (drawn < up).astype(np.int64) - (drawn > 1 - down)
    return gold, gold + small + 200 * (random.random(games) < chest)


def test_many_small_changes_do_not_hide_a_rare_large_one() -> None:
    """The truth lies at +0.42. By the changed games alone, those without a chest of the charm would be held."""
    pairs = [PairedMean.of(*charmed(seed, 1000, 0.002)) for seed in range(60)]
    pairs = [pair for pair in pairs if pair.span > 100]
    assert len(pairs) > 50, "in a few no chest was found on either side, and then nothing tells of any"
    assert not any(pair.held(MARGIN) <= RISK for pair in pairs)
    assert min(pair.smallest_visible(RISK) for pair in pairs) > MARGIN, "and no page says that 0.01 could be shown"
    small = [pair for pair in pairs if pair.changed >= 10 and pair.steps.max() == 1]
    assert sum(pair.changed == pair.rose for pair in small) > 3, "the case is there"


def test_nothing_that_moved_is_still_held() -> None:
    found = [PairedMean.of(*charmed(seed, 16_384, 0.0, (0.005, 0.005))).held(MARGIN) <= RISK for seed in range(40)]
    assert sum(found) >= 36


def test_what_may_be_unseen_is_counted_beside_the_rule_of_ten() -> None:
    gold = np.arange(256) % 6
    few, many = gold.copy(), gold.copy()
    few[:9] += 1
    many[:12] += 1
    assert PairedMean.of(gold, few).held(MARGIN) > RISK
    assert PairedMean.of(gold, many).held(MARGIN) <= RISK
    assert PairedMean.of(gold, few, 1.0, 5.0).held(MARGIN) <= RISK, "bounds that are declared switch the rule off"


def test_what_is_seen_is_no_bound_to_bet_with() -> None:
    pair = PairedMean.of(*charmed(3, 1000, 0.0))
    assert pair.span > 200
    assert pair.reach == inf
    early = pair.evidence(last=False)
    assert early.reach == inf
    assert float(early.inside(-MARGIN, MARGIN)) == 1.0


def test_a_ratio_reaches_as_far_as_its_games_lie_apart() -> None:
    gold, found = charmed(8, 2000, 0.0)
    hours = np.full(2000, 10)
    pair = PairedRatio.of((gold, hours), (found, hours))
    assert pair.span == pytest.approx((max(gold.max(), found.max()) - 1) / 10)
    assert pair.plus(pair).span == pytest.approx(pair.span)
    assert pair.held(0.02) > RISK
    poor = PairedRatio.of((gold % 7, hours), (found % 7, hours))
    assert poor.held(0.02) <= RISK


def page(gold: Values) -> bool:
    return rare_luck.is_sure(gold)[0]


def test_few_games_with_rare_finds_are_not_sure() -> None:
    random = np.random.default_rng(1)
    dug = random.integers(1, 5, (1600, 4)).sum(axis=1)
    assert not page(dug[: FEWEST - 1])
    assert page(dug[:FEWEST])
    lucky = dug[:500].copy()
    lucky[0] = 400
    assert not page(lucky), "a find of 400 in one of 500 games may well come twice as often"


def test_with_bounds_the_interval_alone_says_how_sure_a_yield_is() -> None:
    row: dict[str, Any] = {"low": 1.0, "high": 2.0, "games": 60, "needed": 60 * 25}
    assert games_to_be_sure(row, GOLD, None) == 60
    assert games_to_be_sure({**row, "low": None, "high": None}, GOLD, None) == 0


def test_a_ratio_with_a_rare_numerator_misses_on_neither_side() -> None:
    random, truth = np.random.default_rng(4), 20 * 0.05 / 6
    low = plainly_low = 0
    for _ in range(800):
        x, y = np.where(random.random(200) < 0.05, 20.0, 0.0), random.integers(1, 12, 200).astype(np.float64)
        xx, xy, yy = (float(each.sum()) for each in (x * x, x * y, y * y))
        low += (rare_luck.ratio_of(x, y).high or 0.0) < truth
        plainly_low += (ratio_estimate(200, float(x.sum()), float(y.sum()), xx, xy, yy).high or 0.0) < truth
    assert low / 800 <= 0.05
    assert plainly_low / 800 > 0.05, "the control"


def test_a_run_without_cubes_has_the_plain_interval_of_a_ratio() -> None:
    rate = Mean(name="rate", meaning="rate", column="x", over="y", unit="an hour", margin=0.1)
    sums = {"x": 40, "y": 1200}
    squares = {"x*x": 800, "y*y": 9200, "x*y": 260}
    old, new = Tally(games=200, sums=sums, products=squares), Tally(games=200, sums=sums, products=squares)
    new.products = {**squares, "x*x*x": 16_000}
    assert (
        estimated(rate, old) == estimated(rate, new, plain_ratios=True) == ratio_estimate(200, 40, 1200, 800, 260, 9200)
    )
    assert (estimated(rate, new).high or 0) > (estimated(rate, old).high or 0)


def test_a_pilot_plays_more_where_the_tail_is_heavy() -> None:
    random = np.random.default_rng(2)
    found = 200.0 * (random.random(pilot.MOST_VARYING) < 0.002) + random.integers(1, 7, pilot.MOST_VARYING)
    heavy = pilot.known_spread(lambda games: np.asarray(found[:games], np.float64))
    assert heavy.games > pilot.VARYING
    assert heavy.high**2 <= pilot.APART * heavy.low**2
    assert heavy.low < np.sqrt(35 / 12 + 200**2 * 0.002 * 0.998) < heavy.high
    die = pilot.known_spread(lambda games: random.integers(1, 7, games).astype(np.float64))
    assert die.games == pilot.VARYING
    assert die.low < np.sqrt(35 / 12) < die.high < 1.1 * die.low
    assert pilot.spread_of(np.ones(10)) == (0.0, 0.0, 0.0, 10)
