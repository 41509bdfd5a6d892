"""Every rule of Pig on positions worked out by hand, and whole games against a referee that knows only the rules."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.kernel.compiled import INTERPRETED
from tests.support.pig.cells import PIG, make, play_batch, play_plainly
from tests.support.pig.referee import faces, index_with, referee

GAMES = 20 if INTERPRETED else 300


def row_of(index: int, policy: str = "hold", players: int = 2, **options: int) -> dict[str, int]:
    row = play_batch(make(policy, players, **options), 1, index, index + 1).rows[0]
    return {name: int(row[name]) for name in row.dtype.names}


def lines_of(index: int, policy: str = "hold", players: int = 2, **options: int) -> list[str]:
    return [line for _, line in PIG.replay(make(policy, players, **options), 1, index).lines]


def test_a_one_ends_the_turn_and_loses_its_points() -> None:
    game = index_with((0, 1, [6, 5, 1]))
    assert lines_of(game)[:4] == [
        "Turn 1, seat 1.",
        "Rolls 6: 6 points.",
        "Rolls 5: 11 points.",
        "Rolls 1 and loses 11 points, stays at 0.",
    ]


def test_a_one_at_once_gets_nothing() -> None:
    assert lines_of(index_with((0, 1, [1])))[1] == "Rolls 1 and loses 0 points, stays at 0."


def test_banked_points_are_safe() -> None:
    game = index_with((0, 1, [5, 6]), (0, 2, [4, 1]))
    told = lines_of(game, "hold at=10")
    assert told[3] == "Banks 11 points, has 11."
    third = told.index("Turn 3, seat 1.")
    assert told[third + 1 : third + 3] == ["Rolls 4: 4 points.", "Rolls 1 and loses 4 points, stays at 11."]


def test_seats_take_turns_in_order() -> None:
    seats = [line[-2] for line in lines_of(0, players=3) if line.startswith("Turn ")]
    assert "".join(seats[:7]) == "1231231"


def test_the_goal_wins_at_once() -> None:
    """With 11 of 10 points after two rolls, nobody is asked whether to go on."""
    game = index_with((0, 1, [5, 6]))
    row = row_of(game, "hold at=200", goal=10)
    assert (row["winners"], row["turns"], row["rolls"], row["decisions"], row["margin"]) == (1, 1, 2, 1, 11)
    assert lines_of(game, "hold at=200", goal=10)[-1] == "Seat 1 wins."


def test_exactly_the_goal_is_enough() -> None:
    game = index_with((0, 1, [4, 6]))
    assert row_of(game, "hold at=200", goal=10)["winners"] == 1
    assert row_of(game, "hold at=200", goal=11)["rolls"] > 2


def test_the_second_seat_can_win() -> None:
    game = index_with((0, 1, [1]), (1, 1, [5, 6]))
    row = row_of(game, "hold at=200", goal=10)
    assert (row["winners"], row["turns"], row["rounds"], row["decided_turns"]) == (2, 2, 1, 1)


def test_the_later_winner_was_behind() -> None:
    """Seat 2 banks 6; seat 1 is behind at the start of turn 3 and wins in it."""
    game = index_with((0, 1, [1]), (1, 1, [6]), (0, 2, [5, 6]))
    row = row_of(game, "hold at=200,hold at=2", goal=10)
    assert (row["winners"], row["behind"], row["behind_most"], row["margin"]) == (1, 1, 6, 5)
    assert row["lead_changes"] == 1


def test_a_tie_is_no_lead() -> None:
    """5 : 0, 5 : 5, 5 + 6 : 5: the first seat led alone, and does again: nobody else took the lead."""
    game = index_with((0, 1, [5]), (1, 1, [5]), (0, 2, [6]))
    row = row_of(game, "hold at=2", goal=11)
    assert (row["winners"], row["turns"], row["lead_changes"], row["behind"]) == (1, 3, 0, 0)


def test_a_game_without_end_is_a_time_out() -> None:
    batch = play_batch(make("hold at=200", 2, goal=200), 1, 0, GAMES)
    ended = batch.rows[batch.rows["end"] == 1]
    assert len(ended)
    assert set(ended["winners"]) == {0}
    assert set(ended["turns"]) == {500}
    index = int(np.flatnonzero(batch.rows["end"] == 1)[0])
    assert lines_of(index, "hold at=200", goal=200)[-1] == "Time-out after 500 turns."


def hold_at(at: int, seat: int, scores: list[int], total: int) -> bool:
    return total < at


def race(goal: int, seat: int, scores: list[int], total: int) -> bool:
    others = max(score for other, score in enumerate(scores) if other != seat)
    if goal - max(scores) <= 29:
        return True
    behind = others - scores[seat]
    return total < 21 + int(np.floor(behind / 8 + 0.5))


@pytest.mark.parametrize(("players", "goal"), [(2, 100), (6, 40)])
@pytest.mark.parametrize(
    ("policy", "decide"), [("hold", partial(hold_at, 20)), ("hold at=16", partial(hold_at, 16)), ("race", race)]
)
def test_whole_games_agree_with_the_referee(policy: str, decide: Any, players: int, goal: int) -> None:
    judge = partial(decide, goal) if decide is race else decide
    rows = play_batch(make(policy, players, goal=goal), 3, 0, GAMES // 3).rows
    for index, row in enumerate(rows):
        assert {name: int(row[name]) for name in row.dtype.names} == referee(3, index, players, goal, judge)


def test_a_list_of_policies_repeats_by_seat() -> None:
    rows = play_batch(make("hold at=10,hold at=25", 3), 3, 0, GAMES // 3).rows
    for index, row in enumerate(rows):
        told = referee(3, index, 3, 100, lambda seat, scores, total: total < (10, 25, 10)[seat])
        assert {name: int(row[name]) for name in row.dtype.names} == told


@pytest.mark.skipif(INTERPRETED, reason="there is nothing compiled to compare with")
@pytest.mark.parametrize("policy", ["hold", "race", "random", "random hold=0.5,hold,race"])
@pytest.mark.parametrize("players", [3, 5])
def test_compiled_and_plain_games_are_the_same(policy: str, players: int) -> None:
    cell = make(policy, players)
    assert np.array_equal(play_batch(cell, 5, 0, 1_000).rows[:60], play_plainly(cell, 5, 0, 60).rows)
    assert PIG.compile_now() == PIG.differences() == []


def unfairness(rolled: NDArray[np.int64]) -> float:
    counts, expected = np.bincount(rolled.ravel(), minlength=7)[1:], rolled.size / 6
    return float(np.sum((counts - expected) ** 2 / expected))


@pytest.mark.parametrize("hold", [0.2, 0.6])
def test_who_decides_at_random_holds_as_often_as_it_says(hold: float) -> None:
    """Whoever is asked and does not hold rolls once more than the one roll that every turn begins with."""
    rows = play_batch(make(f"random hold={hold}"), 1, 0, 10).rows
    rolled_again = int(rows["rolls"].sum()) - int(rows["turns"].sum())
    asked = int(rows["decisions"].sum())
    assert 1 - rolled_again / asked == pytest.approx(hold, abs=4 * (hold * (1 - hold) / asked) ** 0.5)


def test_the_die_is_fair() -> None:
    rolled = np.array([faces(1, index, index % 6, 1 + index % 9, 5) for index in range(2_000)])
    assert unfairness(rolled) < 20.5  # chi-square, 5 degrees of freedom, 0.1 %
    loaded = np.where((rolled == 1) & (np.arange(5) == 3), 2, rolled)
    assert unfairness(loaded) > 20.5


def test_a_seats_luck_does_not_depend_on_the_others() -> None:
    """The first seat rolls the same numbers whatever the second one does, for as long as both games last."""

    def rolled(policy: str, index: int) -> list[list[int]]:
        turns: list[list[int]] = []
        for line in lines_of(index, policy):
            if line.startswith("Turn "):
                turns.append([])
            elif line.startswith("Rolls "):
                turns[-1].append(int(line[len("Rolls ")]))
        return turns[::2]

    for index in range(10):
        mine, again = rolled("hold,hold at=5", index), rolled("hold,random", index)
        shared = min(len(mine), len(again)) - 1
        assert shared > 2
        assert mine[:shared] == again[:shared]
    assert rolled("hold,hold", 0) != rolled("hold,hold", 1)
