"""`held` at the margin itself: rare large jumps that no game has shown. By simulation, each with a control that must
fail."""

from collections.abc import Callable
from math import inf

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.statistics.paired_means import MeanCounts, Moments, PairedMean, usual_step
from sim.statistics.paired_ratios import PairedRatio
from sim.statistics.sequential import OneLook
from sim.statistics.unseen import FEWEST_CHANGED, NOTHING_UNSEEN, Unseen

Array = NDArray[np.float64]
Steps = tuple[list[float], list[float]]
"""What a game can change by, and how likely each of it is."""

SEED = 26
TRIALS, MOST_FALSE = 5_000, 0.06
"""At a true rate of 5 %, 5,000 trials have a standard error of 0.31 points: 6 % lies more than three of them above."""
GAMES = (256, 1024, 4096, 16_384, 65_536)
REACH, RISK = 1.0, 0.05


def jumps(margin: float, size: float) -> Steps:
    """One size of jump."""
    return [0.0, size], [1 - margin / size, margin / size]


def mixture(margin: float, rare: float, down: float) -> Steps:
    """Ordinary steps down and up, and rare jumps as far as can be."""
    up = (margin - rare * REACH + 0.3 * down) / 0.3
    return [-down, 0.0, up, REACH], [0.3, 0.4 - rare, 0.3, rare]


def long_tail(margin: float, power: float) -> Steps:
    """Steps of thirteen sizes, each twice the other, the larger the rarer."""
    sizes = np.geomspace(REACH / 4096, REACH, 13)
    often = sizes**-power / (sizes**-power).sum()
    share = margin / float((sizes * often).sum())
    return [*sizes.tolist(), 0.0], [*(share * often).tolist(), 1 - share]


def sunk(margin: float, rare: float) -> Steps:
    """All games lose a little, and rare ones gain all there is."""
    loss = (rare * REACH - margin) / (1 - rare)
    return [-loss, REACH], [1 - rare, rare]


BOUNDED: dict[str, Steps] = {
    **{f"jumps of {size} at {margin}": jumps(margin, size) for margin in (0.02, 0.001) for size in (1.0, 0.3, 0.1)},
    **{f"mixture {rare} {down}": mixture(0.02, rare, down) for rare in (1e-4, 1e-2) for down in (0.02, 0.2)},
    **{f"long tail {power}": long_tail(margin, power) for power, margin in ((0.5, 0.005), (1.0, 0.001), (1.5, 0.0003))},
    **{f"sunk {rare}": sunk(0.0003, rare) for rare in (1e-3, 1e-2)},
}
SHARES = (1e-4, 1e-3, 1e-2, 0.1, 0.5, 1.0)


def margin_of(steps: Steps) -> float:
    return float(np.dot(*steps))


def drawn(steps: Steps, games: int, seed: int, trials: int = TRIALS) -> tuple[Array, Array]:
    values, chances = np.array(steps[0]), np.array(steps[1])
    random = np.random.default_rng([seed, games])
    return random.multinomial(games, chances / chances.sum(), trials).astype(np.float64), values


def looks(counts: Array, values: Array, limits: Callable[[Array, Array], Unseen]) -> OneLook:
    """What `PairedMean` makes of such counts, for all of them at once."""
    changed = (counts * (values != 0)).sum(axis=-1)
    usual = np.sqrt((counts * values**2).sum(axis=-1) / np.maximum(changed, 1))
    seen = Moments.of(counts, values, np.where(changed > 0, usual, 0.01))
    return OneLook(seen.mean, seen.error, seen.lean, seen.games, True, limits(counts.sum(axis=-1), changed))


def false_held(steps: Steps, games: int, limits: Callable[[Array, Array], Unseen]) -> float:
    margin = margin_of(steps)
    return float((looks(*drawn(steps, games, SEED), limits).inside(-margin, margin) <= RISK).mean())


def bounded(games: Array, changed: Array) -> Unseen:
    return Unseen(REACH, games, changed)


def unbounded(games: Array, changed: Array) -> Unseen:
    return Unseen(inf, games, changed)


def blind(games: Array, changed: Array) -> Unseen:
    """The control: what was not seen does not exist."""
    return NOTHING_UNSEEN


WORST = (("jumps of 1.0 at 0.02", 16_384), ("jumps of 1.0 at 0.001", 1024), ("mixture 0.0001 0.2", 65_536))


@pytest.mark.parametrize(("name", "games"), WORST)
def test_with_bounds_held_is_rarely_false_at_the_margin(name: str, games: int) -> None:
    assert false_held(BOUNDED[name], games, bounded) <= MOST_FALSE


@pytest.mark.full
@pytest.mark.parametrize("name", BOUNDED)
def test_with_bounds_held_is_rarely_false_whatever_the_distribution(name: str) -> None:
    for games in GAMES:
        assert false_held(BOUNDED[name], games, bounded) <= MOST_FALSE, games


@pytest.mark.parametrize("share", SHARES)
def test_without_bounds_one_size_of_jump_is_rarely_held_at_the_margin(share: float) -> None:
    for games in GAMES:
        assert false_held(([0.0, 1.0], [1 - share, share]), games, unbounded) <= MOST_FALSE, games


def test_who_believes_only_what_was_seen_would_be_caught() -> None:
    """The control: a third of all comparisons at the margin would be called held."""
    assert false_held(BOUNDED["jumps of 1.0 at 0.001"], 1024, blind) > 0.3
    assert false_held(jumps(0.001, 1.0), 1024, blind) > 0.3


def test_a_mean_that_did_not_move_is_held_by_enough_games() -> None:
    """The other control: what is never held would never be false."""
    still = ([-0.2, 0.0, 0.2], [0.1, 0.8, 0.1])
    enough = looks(*drawn(still, 4096, 1, 1000), bounded).inside(-0.01, 0.01)
    assert (enough <= RISK).mean() > 0.95


def rare_gold(seed: int, games: int = 300, bounds: float = inf) -> PairedMean:
    """One game in 500 gains 200 gold: +0.4 on average, where 0.3 is the margin."""
    gold = np.random.default_rng(seed).integers(0, 60, games)
    gains = np.where(np.random.default_rng(1000 + seed).random(games) < 1 / 500, 200, 0)
    return PairedMean.of(gold, gold + gains, 1.0, bounds)


@pytest.mark.parametrize("bounds", [inf, 300.0])
def test_a_true_change_of_rare_jumps_is_never_called_held(bounds: float) -> None:
    found = [rare_gold(seed, bounds=bounds) for seed in range(60)]
    assert sum(pair.changed == 0 for pair in found) > 20, "in many of them no game shows the jump"
    assert not any(pair.held(0.3) <= RISK for pair in found)


def test_too_few_changed_games_without_bounds_say_nothing() -> None:
    before = np.arange(2000) % 50
    for changed, says in ((FEWEST_CHANGED - 1, False), (FEWEST_CHANGED, True)):
        after = before.copy()
        after[:changed] += 3
        pair = PairedMean.of(before, after)
        assert (pair.held(1.0) < RISK) is says
        assert (pair.moved < RISK) is says
        assert np.isfinite(pair.interval()[1]) == says
        assert np.isfinite(pair.smallest_visible(RISK)) == says
        ratio = PairedRatio.of((before, np.full(2000, 4)), (after, np.full(2000, 4)))
        assert (ratio.held(1.0) < RISK) is says
        assert np.isfinite(ratio.interval()[1]) == says


def test_with_bounds_what_is_unseen_is_the_rule_of_three() -> None:
    """Without a changed game, 0.25 of 0 to 100 takes about 100 · ln(20) / 0.25 games, and a few for the error."""
    assert PairedMean.of(np.arange(1190) % 9, np.arange(1190) % 9, 1.0, 100.0).held(0.25) > RISK
    assert PairedMean.of(np.arange(1260) % 9, np.arange(1260) % 9, 1.0, 100.0).held(0.25) < RISK


def test_with_bounds_the_unseen_counts_however_many_games_changed() -> None:
    """Small steps in many games say nothing about a large one in few."""
    before = np.full(1000, 50)
    after = before + np.tile([1, -1, 0, 0], 250)
    assert PairedMean.of(before, after, 1.0).held(0.25) < RISK
    assert PairedMean.of(before, after, 1.0, 20.0).held(0.25) < RISK
    assert PairedMean.of(before, after, 1.0, 100.0).held(0.25) > RISK


def test_the_test_of_one_pair_is_the_test_of_many() -> None:
    counts, values = drawn(BOUNDED["mixture 0.01 0.02"], 1024, 5, 20)
    many = looks(counts, values, bounded).inside(-0.02, 0.02)
    for row, chance in zip(counts.astype(np.int64), many, strict=True):
        scale = 1e6
        steps = np.repeat(np.round(values * scale).astype(np.int64), row)
        pair = PairedMean.of(np.zeros(1024, np.int64), steps, scale, REACH)
        assert pair.held(0.02) == pytest.approx(float(chance), abs=1e-4)


def test_few_changed_games_agree_with_their_interval() -> None:
    """The unseen part counts for the interval, too, so that a test and its interval agree."""
    before = np.arange(2000) % 50
    after = before.copy()
    after[:5] += 40
    pair = PairedMean.of(before, after, 1.0, 100.0)
    low, high = pair.interval(0.9)
    look = pair._fixed
    assert float(look.more_than(low)) == pytest.approx(0.05, abs=1e-3)
    assert float(look.less_than(high)) == pytest.approx(0.05, abs=1e-3)


def test_at_the_gate_the_unseen_counts_at_the_last_look() -> None:
    nothing = np.array([[1000.0]])
    wide, narrow = (MeanCounts(nothing, np.zeros(1), True, reach) for reach in (1000.0, 10.0))
    assert float(wide.inside(-0.25, 0.25)[0]) > 0.5
    assert float(narrow.inside(-0.25, 0.25)[0]) < 1e-3


def test_bounds_that_a_game_does_not_keep_are_none() -> None:
    before = np.arange(100) % 7
    lie = PairedMean.of(before, before + np.where(before == 3, 50, 0), 1.0, 10.0)
    assert lie.reach == inf
    honest = PairedMean.of(before, before, 1.0, 10.0)
    assert honest.reach == 10.0
    assert honest.plus(lie).reach == inf
    assert usual_step(lie.steps, lie.counts) == 50


# Ratios.


def test_a_ratio_reaches_as_far_as_its_columns() -> None:
    worth, hours = np.full(500, 30), np.full(500, 10)
    pair = PairedRatio.of((worth, hours), (worth, hours), 1.0, (60.0, 0.0))
    assert pair.reach == pytest.approx(6.0), "the width of the numerator over the mean of the denominator"
    assert PairedRatio.of((worth, hours), (worth, hours), 1.0, (60.0, 20.0)).reach == pytest.approx(12.0)
    assert PairedRatio.of((worth, hours), (worth, hours)).reach == inf
    assert pair.held(0.01) > RISK
    assert pair.held(0.05) < RISK
