"""Tests that may look often: their errors stay below what is promised, and a test that looks carelessly does not."""

import numpy as np
import pytest
from numpy.typing import NDArray

from sim.statistics.paired import Paired, lasting_interval
from sim.statistics.sequential import (
    FULL,
    STAKES,
    ChangeCounts,
    StepCounts,
    doubt_at_least,
    doubt_at_most,
    looks,
)

MOST = 16_384
MARGIN, RISK = 0.01, 0.05
SHARES = [(0.01, 0.0), (0.012, 0.002), (0.06, 0.05), (0.25, 0.24)]
"""Results lost and gained: a true difference of exactly minus the margin, with results that change seldom or often."""


def drawn(lost: float, gained: float, repeats: int, seed: int = 3) -> list[tuple[int, NDArray[np.int64]]]:
    """Simulated cells at every look: games so far, and how many were lost and gained."""
    random = np.random.default_rng(seed)
    total, found, done = np.zeros((repeats, 3), np.int64), [], 0
    for games in looks(MOST):
        total = total + random.multinomial(games - done, [lost, gained, 1 - lost - gained], repeats)
        done = games
        found.append((games, total))
    return found


def test_looks_are_fixed_and_in_whole_pieces() -> None:
    found = looks(65_536)
    assert found[:4] == [1024, 2048, 4096, 5120]
    assert found[-1] == 65_536
    assert all(games % 1024 == 0 for games in found)
    assert looks(1024) == [1024]
    assert looks(1000) == [1000]
    assert looks(3000)[-1] == 3000


def ever(p_values: list[NDArray[np.float64]], risk: float) -> float:
    """The share of cells that fell below the risk at some look."""
    return float((np.minimum.reduce(p_values) <= risk).mean())


@pytest.mark.parametrize(("lost", "gained"), SHARES)
def test_at_the_margin_a_claim_is_rarely_called_broken_or_kept(lost: float, gained: float) -> None:
    outside, inside = [], []
    for games, counts in drawn(lost, gained, 3000):
        looked = ChangeCounts(counts[:, 1], counts[:, 0], np.full(3000, games), games == MOST)
        outside.append(looked.outside(-MARGIN, MARGIN))
        inside.append(looked.inside(-MARGIN, MARGIN))
    assert ever(outside, RISK) < RISK
    assert ever(inside, RISK) < RISK


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5])
def test_betting_is_right_at_every_look_on_its_own(share: float) -> None:
    cells = drawn(share / 2, share / 2, 3000)
    for doubt in (doubt_at_least, doubt_at_most):
        found = [doubt(counts[:, 1], counts[:, 0], np.full(3000, games), 0.0) for games, counts in cells]
        assert ever(found, RISK) < RISK


@pytest.mark.parametrize("share", [0.004, 0.04, 0.4])
def test_no_difference_is_rarely_called_one(share: float) -> None:
    found = []
    for games, counts in drawn(share / 2, share / 2, 3000):
        found.append(ChangeCounts(counts[:, 1], counts[:, 0], np.full(3000, games), games == MOST).outside(0.0, 0.0))
    assert ever(found, RISK) < RISK


def test_a_bet_that_is_not_fair_is_caught() -> None:
    """The control: who doubts that the difference is at least −1 point, and is paid as if it were 0, wins too often."""
    cells = drawn(0.06, 0.05, 500)
    found = [doubt_at_least(counts[:, 1], counts[:, 0], np.full(500, games), 0.0) for games, counts in cells]
    assert ever(found, RISK) > 5 * RISK


def test_the_capital_is_that_of_a_gambler_who_bets_game_by_game() -> None:
    steps = np.random.default_rng(1).choice([-1, 0, 1], size=200, p=[0.3, 0.5, 0.2])
    purses = np.ones(len(STAKES))
    for step in steps:
        purses *= 1 - STAKES / (1 - 0.02) * (step - 0.02)
    p = doubt_at_least(np.sum(steps == 1), np.sum(steps == -1), len(steps), 0.02)
    assert float(p) == pytest.approx(1 / purses.mean())
    assert np.mean([1 - STAKES[0] * (step - 0.02) for step in (-1, 0, 1)]) > 1


def test_a_large_change_is_found_early_and_no_change_is_found_to_be_none() -> None:
    games = looks(MOST)[0]
    assert float(ChangeCounts(10, 120, games).outside(-MARGIN, MARGIN)) < 1e-6
    assert float(ChangeCounts(0, 0, games).inside(-MARGIN, MARGIN)) < RISK
    assert float(ChangeCounts(0, 0, 64).inside(-MARGIN, MARGIN)) > RISK


def test_an_open_end_is_never_the_reason() -> None:
    """At least a point harder: the more, the better."""
    assert float(ChangeCounts(0, 900, 1024).inside(-FULL, -0.01)) < 1e-9
    assert float(ChangeCounts(0, 900, 1024).outside(-FULL, -0.01)) == 1.0
    assert float(ChangeCounts(900, 0, 1024).outside(-FULL, -0.01)) < 1e-9


def test_the_lasting_interval_ends_where_doubt_is_as_large_as_the_risk() -> None:
    table, games = Paired(900, 70, 54, 0), 1024
    ends = lasting_interval(table, last=False)
    evidence = ChangeCounts(table.gained, table.lost, games)
    for end, outwards in zip(ends, (-1e-3, 1e-3), strict=True):
        beyond, within = (float(evidence.outside(at, at)) for at in (end + outwards, end - outwards))
        assert beyond < RISK < within


def grouped(sums: np.ndarray, size: int, last: bool = False) -> StepCounts:
    """Steps of a group, counted."""
    counts = np.apply_along_axis(np.bincount, -1, sums + size, minlength=2 * size + 1).astype(float)
    return StepCounts(counts, np.arange(-size, size + 1) / size, last)


def test_a_group_of_one_is_a_cell() -> None:
    steps = np.random.default_rng(1).choice([-1, 0, 1], size=4096, p=[0.05, 0.92, 0.03])
    cell = ChangeCounts((steps == 1).sum(), (steps == -1).sum(), len(steps))
    for bound in (-0.03, -0.005, 0.0, 0.005):
        assert float(grouped(steps, 1).doubt_at_least(bound)) == pytest.approx(float(cell.doubt_at_least(bound)))
        assert float(grouped(steps, 1).doubt_at_most(bound)) == pytest.approx(float(cell.doubt_at_most(bound)))


def test_a_group_raises_few_false_alarms_at_the_margin() -> None:
    """Four cells that depend on each other, moved by exactly the margin: few runs call that outside, or inside."""
    random, runs, games, cells = np.random.default_rng(3), 300, 8192, 4
    shared = random.random((runs, games))
    each = random.random((runs, games, cells))
    mixed = np.where(random.random((runs, games, cells)) < 0.5, shared[..., None], each)
    lost, gained = 0.05 + MARGIN, 0.05
    sums = np.where(mixed < lost, -1, np.where(mixed > 1 - gained, 1, 0)).sum(axis=-1)
    outside = inside = np.zeros(runs, np.bool_)
    for seen in (1024, 2048, 4096, games):
        evidence = grouped(sums[:, :seen], cells, seen == games)
        outside = outside | (evidence.outside(-MARGIN, MARGIN) <= 0.05)
        inside = inside | (evidence.inside(-MARGIN, MARGIN) <= 0.05)
    assert outside.mean() <= 0.08, "expected 5 %; with 300 runs more than 8 % once in fifty"
    assert inside.mean() <= 0.08
    alarm = grouped(sums[:, :games], cells, True).outside(MARGIN, 3 * MARGIN) <= 0.05
    assert alarm.mean() > 0.9, "the control: a claim that is really broken"
