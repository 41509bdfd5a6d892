"""The exact policy of two players against the numbers that are published, and against everybody else."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.errors import BadInput
from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.pig.game import best_play, optimal, solve
from tests.support.pig.cells import make, play_batch, play_plainly, with_focus

PUBLISHED = 0.530593
"""Neller and Presser, 2004: the chance of the first player if both play perfectly."""


@pytest.mark.skipif(INTERPRETED, reason="minutes")
def test_the_published_value() -> None:
    assert round(float(solve(100)[1][0, 0]), 6) == PUBLISHED


def test_two_points_by_hand() -> None:
    """With a goal of 2, any roll but a 1 wins: x = 5/6 + 1/6 (1 − x)."""
    assert abs(float(solve(2)[1][0, 0]) - 6 / 7) < 1e-12


def test_every_value_is_the_best_of_both_choices() -> None:
    """Bellman's equation, in every position of a small game."""
    goal = 30
    rolls, wins = solve(goal)
    for mine in range(goal):
        for theirs in range(goal):
            worth = np.ones(goal - mine + 7)
            for total in range(goal - mine - 1, -1, -1):
                roll = (1 - wins[theirs, mine] + worth[total + 2 : total + 7].sum()) / 6
                hold = 1 - wins[theirs, mine + total] if total else 0.0
                worth[total] = max(roll, hold)
                assert rolls[mine, theirs, total] == (roll > hold) or abs(roll - hold) < 1e-11
            assert abs(worth[0] - wins[mine, theirs]) < 1e-12


@pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with")
def test_compiled_and_interpreted_plans_are_the_same() -> None:
    for ours, plain in zip(solve(16), elsewhere(solve, 16), strict=True):
        assert np.array_equal(ours, plain)


class Goal:
    """The rules of a game to so many points."""

    def __init__(self, goal: int) -> None:
        self.goal = goal


@pytest.mark.parametrize("goal", [10, 32, 33])
def test_the_plan_has_one_bit_for_each_position(goal: int) -> None:
    rolls, plan = solve(goal)[0], best_play(Goal(goal)).tolist()
    assert len(plan) == goal * goal * -(-goal // 32)
    for mine, theirs, turn in np.ndindex(goal, goal, goal):
        view = {"seat": 1, "scores": (theirs, mine), "turn": turn, "goal": goal}
        assert optimal(view, plan) == bool(rolls[mine, theirs, turn])


@pytest.mark.skipif(INTERPRETED, reason="minutes")
def test_games_agree_with_the_value() -> None:
    rows = play_batch(make("optimal"), 1, 0, 40_000).rows
    assert abs((rows["winners"] == 1).mean() - PUBLISHED) < 4 * 0.5 / 200
    assert np.array_equal(rows[:8], play_plainly(make("optimal"), 1, 0, 8).rows)


def chances(
    rolls: Callable[[int, int, int], bool], goal: int, mine: int, theirs: int
) -> tuple[float, float, list[float]]:
    """Of one turn: the chance to win, the chance to lose it, and that to bank each number of points."""
    at, banked, lost = [0.0] * (goal - mine + 7), [0.0] * (goal - mine), 0.0
    at[0] = 1.0
    for total in range(goal - mine):
        if total and not rolls(mine, theirs, total):
            banked[total] = at[total]
            continue
        lost += at[total] / 6
        for face in range(2, 7):
            at[total + face] += at[total] / 6
    return sum(at[goal - mine :]), lost, banked


def first_wins(first: Callable[[int, int, int], bool], second: Callable[[int, int, int], bool], goal: int) -> float:
    """How often the first of two players wins, exactly: from the chances of every turn, without any game."""
    ours, yours = np.zeros((goal, goal)), np.zeros((goal, goal))
    for both in range(2 * goal - 2, -1, -1):
        for mine in range(max(0, both - goal + 1), min(both, goal - 1) + 1):
            theirs = both - mine
            wins, lost, banked = chances(first, goal, mine, theirs)
            known = wins + sum(p * (1 - yours[theirs, mine + k]) for k, p in enumerate(banked) if p)
            their_wins, their_lost, their_banked = chances(second, goal, theirs, mine)
            their_known = their_wins + sum(p * (1 - ours[mine, theirs + k]) for k, p in enumerate(their_banked) if p)
            # x = known + lost (1 − y) and y = their_known + their_lost (1 − x)
            ours[mine, theirs] = (known + lost * (1 - their_known - their_lost)) / (1 - lost * their_lost)
            yours[theirs, mine] = their_known + their_lost * (1 - ours[mine, theirs])
    return float(ours[0, 0])


def test_simulated_games_agree_with_exact_chances() -> None:
    goal, count = 40, 500 if INTERPRETED else 40_000
    plan = solve(goal)[0]

    def early(mine: int, theirs: int, total: int) -> bool:
        return total < 10

    def best(mine: int, theirs: int, total: int) -> bool:
        return bool(plan[mine, theirs, total])

    for table, first, second in (("hold at=10", early, early), ("hold at=10,optimal", early, best)):
        rows = play_batch(make(table, goal=goal), 1, 0, count).rows
        assert abs((rows["winners"] == 1).mean() - first_wins(first, second, goal)) < 4 * 0.5 / count**0.5
    assert abs(first_wins(best, best, goal) - solve(goal)[1][0, 0]) < 1e-12


@pytest.mark.skipif(INTERPRETED, reason="minutes")
@pytest.mark.parametrize("other", ["random", "hold", "race"])
def test_nobody_beats_it(other: str) -> None:
    """With the first seat half of the time. The exact gain over hold at 20 is 3.99 points."""
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
