"""Do intervals cover, and are chance findings rare? Simulated, each beside a way of doing it that fails."""

from collections.abc import Callable
from math import sqrt

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from sim.report.numbers.joint_outcomes import JointOutcomes
from sim.report.numbers.opening_effects import Openings, effects, openings_of, pairs
from sim.statistics.intervals import (
    Interval,
    adjusted,
    detectable,
    newcombe,
    ratio_interval,
    share_interval,
    two_sided,
    wilson,
)
from sim.statistics.paired import Paired, interval

TRIES = 4000
ALLOWED = 0.015
"""Intervals for counts cannot be exact; Wilson's is known to stray by about this much from 95 %."""
ALLOWED_FOR_FEW = 0.04
"""With one win to be expected, by this much."""


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
    ends = [interval(Paired(0, int(b), int(a), 500 - int(a) - int(b))) for a, b in zip(gained, lost, strict=True)]
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


def lucky(rng: np.random.Generator, tries: int, games: int) -> NDArray[np.bool_]:
    """Wins of two cells that share most of their luck, not all."""
    common, own = rng.random((tries, games, 1)), rng.random((tries, games, 2))
    luck = np.where(rng.random((tries, games, 2)) < 0.7, common, own)
    return np.asarray(luck < [0.9, 0.75])


def luck_of_wins(won: NDArray[np.bool_], rows: bool) -> JointOutcomes:
    games, wins = np.full(2, float(len(won))), won.sum(axis=0).astype(float)
    both, shared = won.T.astype(float) @ won, np.full((2, 2), float(len(won)))
    return JointOutcomes([], games, wins, both if rows else None, shared if rows else None, None)


def test_the_spread_of_a_difference_is_that_of_simulated_runs() -> None:
    won = lucky(np.random.default_rng(11), 1500, 400)
    rates = won.mean(axis=1)
    for weights in (np.array([1.0, -1.0]), np.array([0.5, 0.5])):
        spread = luck_of_wins(won[0], rows=True).spread(weights)
        assert spread == pytest.approx((rates @ weights).std(), rel=0.15)
        assert luck_of_wins(won[0], rows=False).spread(weights) > spread, "without rows, the worst"


# Cards in the opening, where none does anything.

CARDS, ROW = 20, 4
NAMES = [f"card {number}" for number in range(CARDS)]


def null_openings(rng: np.random.Generator, indices: int, cells: int, shared: float) -> Openings:
    """Openings dealt by lot, wins that no card has a part in; `shared` of each cell's luck is common to all cells."""
    masks = np.zeros(indices, np.uint64)
    rows = rng.random((indices, CARDS)).argpartition(ROW, axis=1)[:, :ROW]
    for column in rows.T:
        masks |= np.uint64(1) << column.astype(np.uint64)
    common = rng.random((indices, 1)) < 0.8
    own = rng.random((indices, cells)) < 0.8
    wins = np.where(rng.random((indices, cells)) < shared, common, own).sum(axis=1)
    frame = pl.DataFrame({"opening": masks, "cells": np.full(indices, cells), "wins": wins})
    return openings_of(frame.group_by("opening", "cells", "wins").agg(games=pl.len()), CARDS)


def families_with_findings(tries: int, deff: float | None, shared: float = 0.9) -> float:
    """In how many simulated runs at least one card stood out. Where no card does anything this is the false discovery
    rate."""
    rng = np.random.default_rng(5)
    return float(
        np.mean([effects(null_openings(rng, 1500, 8, shared), NAMES, deff)["marked"].any() for _ in range(tries)])
    )


def test_of_cards_that_do_nothing_few_stand_out() -> None:
    tries = 400
    assert families_with_findings(tries, None) <= 0.05 + 2.6 * sqrt(0.05 * 0.95 / tries)


def test_counting_cells_that_share_their_luck_as_independent_would_mark_many() -> None:
    assert families_with_findings(40, deff=1.0) > 0.5


def test_without_correction_many_runs_would_have_a_finding() -> None:
    rng = np.random.default_rng(6)
    found = [(effects(null_openings(rng, 1500, 8, 0.9), NAMES)["p"] < 0.05).any() for _ in range(60)]
    assert np.mean(found) > 0.4


def test_of_pairs_that_do_nothing_few_stand_out() -> None:
    rng, tries = np.random.default_rng(7), 60
    found = [pairs(null_openings(rng, 3000, 4, 0.9), NAMES)["marked"].any() for _ in range(tries)]
    assert np.mean(found) <= 0.05 + 2.6 * sqrt(0.05 * 0.95 / tries)


def test_the_interval_of_an_effect_covers_nothing() -> None:
    rng = np.random.default_rng(8)
    tables = pl.concat([effects(null_openings(rng, 1500, 8, 0.9), NAMES) for _ in range(60)])
    covered = tables.filter((pl.col("low") <= 0) & (pl.col("high") >= 0))
    assert len(covered) / len(tables) >= 0.93
    careless = pl.concat([effects(null_openings(rng, 1500, 8, 0.9), NAMES, deff=1.0) for _ in range(20)])
    assert len(careless.filter((pl.col("low") <= 0) & (pl.col("high") >= 0))) / len(careless) < 0.7


def test_nothing_is_judged_where_everything_or_nothing_is_won() -> None:
    openings = null_openings(np.random.default_rng(9), 500, 2, 0.5)
    for wins in (openings.cells, openings.cells * 0):
        table = effects(Openings(openings.bits, openings.cells, wins, openings.indices), NAMES)
        assert table.is_empty()


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
