"""Several categories of one whole: the published example, error rates by simulation, and what must be caught."""

import numpy as np
import pytest

from sim.statistics.categories import transitions, whole_moved
from sim.statistics.paired import Paired, mcnemar

VISION = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
"""Unaided distance vision of the left and the right eye of 7,477 women (Stuart, Biometrika 42, 1955)."""


def test_the_statistic_is_that_of_the_published_example() -> None:
    """Stuart gives a chi-square of 11.96 with 3 degrees of freedom: p = 0.0075."""
    assert whole_moved(VISION) == pytest.approx(0.0075, abs=5e-5)


def test_the_order_of_the_categories_does_not_matter() -> None:
    table = np.array(VISION)
    for order in ([1, 0, 2, 3], [3, 2, 1, 0]):
        assert whole_moved(table[np.ix_(order, order)]) == pytest.approx(whole_moved(table))


def test_categories_without_a_changed_game_are_left_out() -> None:
    small = np.array([[40, 12, 5], [4, 60, 9], [6, 3, 50]])
    large = np.zeros((5, 5), int)
    large[np.ix_([0, 2, 4], [0, 2, 4])] = small
    large[1, 1], large[3, 3] = 500, 0
    assert whole_moved(large) == pytest.approx(whole_moved(small))


def test_two_categories_are_the_test_of_mcnemar_without_its_exactness() -> None:
    table = [[0, 0, 0], [0, 400, 30], [0, 60, 500]]
    assert whole_moved(table) == pytest.approx(mcnemar(Paired(400, 30, 60, 500)), rel=0.3)
    assert whole_moved(np.diag([3, 9, 27])) == 1.0, "nothing changed"


def who_won(random: np.random.Generator, games: int, chances: list[float], other: list[float]) -> np.ndarray:
    """Transitions of games of which a third is played anew."""
    seats = np.arange(1, len(chances) + 1)
    before = random.choice(seats, games, p=chances)
    after = np.where(random.random(games) < 1 / 3, random.choice(seats, games, p=other), before)
    return transitions(before, after, len(seats))


EVEN = [0.28, 0.26, 0.24, 0.22]


def test_no_change_is_rarely_called_one() -> None:
    random = np.random.default_rng(1)
    found = [whole_moved(who_won(random, 2000, EVEN, EVEN)) for _ in range(2000)]
    assert np.mean(np.array(found) <= 0.05) == pytest.approx(0.05, abs=0.015)


def test_a_claim_with_room_is_broken_beyond_it() -> None:
    random = np.random.default_rng(4)
    table = who_won(random, 20_000, EVEN, [0.46, 0.26, 0.24, 0.04])
    assert whole_moved(table, [-0.02] * 4, [0.02] * 4) < 1e-3
    assert whole_moved(table, [-0.1] * 4, [0.1] * 4) == 1.0


def test_transitions_count_every_game_once() -> None:
    table = transitions([0, 1, 2, 2, 1], [0, 1, 1, 2, 2], 2)
    assert table.tolist() == [[1, 0, 0], [0, 1, 1], [0, 1, 1]]
