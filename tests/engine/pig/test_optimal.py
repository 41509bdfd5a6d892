"""The exact policy of two players against the numbers that are published, and against everybody else."""

import numpy as np
import pytest

from engine.errors import BadInput
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.pig.cells.play_cell import play_batch
from engine.pig.minds.value_iteration import best_play, solve
from tests.support.pig.cells import make, with_focus

PUBLISHED = 0.530593
"""Neller and Presser, 2004: the chance of the first player if both play perfectly."""


def test_the_published_value() -> None:
    assert round(float(best_play(100).wins[0, 0]), 6) == PUBLISHED


def test_two_points_by_hand() -> None:
    """With a goal of 2, any roll but a 1 wins: x = 5/6 + 1/6 (1 − x)."""
    assert abs(float(solve(2).wins[0, 0]) - 6 / 7) < 1e-12


def test_every_value_is_the_best_of_both_choices() -> None:
    """Bellman's equation, in every position of a small game."""
    goal = 30
    solved = solve(goal)
    for mine in range(goal):
        for theirs in range(goal):
            worth = np.ones(goal - mine + 7)
            for total in range(goal - mine - 1, -1, -1):
                roll = (1 - solved.wins[theirs, mine] + worth[total + 2 : total + 7].sum()) / 6
                hold = 1 - solved.wins[theirs, mine + total] if total else 0.0
                worth[total] = max(roll, hold)
                assert solved.rolls[mine, theirs, total] == (roll > hold) or abs(roll - hold) < 1e-11
            assert abs(worth[0] - solved.wins[mine, theirs]) < 1e-12


@pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with")
def test_compiled_and_interpreted_plans_are_the_same() -> None:
    plain = elsewhere(solve, 16)
    assert np.array_equal(solve(16).rolls, plain.rolls)
    assert np.array_equal(solve(16).wins, plain.wins)


def test_a_plan_is_kept_in_a_file() -> None:
    solved = best_play(20)
    best_play.cache_clear()
    again = best_play(20)
    assert np.array_equal(solved.rolls, again.rolls)
    assert np.array_equal(solved.wins, again.wins)
    assert np.array_equal(solve(20).rolls, again.rolls)


@pytest.mark.skipif(INTERPRETED, reason="minutes")
def test_games_agree_with_the_value() -> None:
    rows = play_batch(make("optimal"), 1, 0, 40_000).rows
    assert abs((rows["winners"] == 1).mean() - PUBLISHED) < 4 * 0.5 / 200
    assert np.array_equal(rows[:8], elsewhere(play_batch, make("optimal"), 1, 0, 8).rows)


@pytest.mark.full
def test_a_million_games_agree_with_the_value() -> None:
    rows = play_batch(make("optimal"), 1, 0, 1_000_000).rows
    assert abs((rows["winners"] == 1).mean() - PUBLISHED) < 4 * 0.5 / 1_000


@pytest.mark.skipif(INTERPRETED, reason="minutes")
@pytest.mark.parametrize("other", ["random", "hold", "race"])
def test_nobody_beats_it(other: str) -> None:
    """With the first seat half of the time. The exact gain over hold at 20 is about 2.7 points over hold's share."""
    rows = play_batch(with_focus("optimal", other), 2, 0, 40_000).rows
    wins = np.isin(rows["focus"], (2, 3)).mean()
    assert wins > 0.5 - 4 * 0.5 / 200
    assert other == "race" or wins > 0.51


@pytest.mark.parametrize("players", [3, 6])
def test_more_players_are_refused_in_one_line(players: int) -> None:
    with pytest.raises(BadInput, match=f"test: players: optimal plays with 2 players only, got {players}"):
        make("optimal", players)
    with pytest.raises(BadInput, match="optimal plays with 2 players only"):
        with_focus("optimal", "hold", players)
