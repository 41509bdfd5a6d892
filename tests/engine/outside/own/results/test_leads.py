"""Who led: the fewest can win, too."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadInput
from engine.outside.own.results.leads import lead_columns, leads_of
from tests.support.own_file import own_game, written

SCORES = st.lists(st.integers(-5, 5), min_size=3, max_size=3)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 7), st.lists(SCORES, max_size=6), SCORES)
def test_fewest_wins_is_most_wins_of_the_opposite(winners: int, history: list[list[int]], final: list[int]) -> None:
    opposite = [[-score for score in scores] for scores in (*history, final)]
    found = leads_of(winners, history, final, fewest_wins=True)
    assert found == leads_of(winners, opposite[:-1], opposite[-1], fewest_wins=False)


def test_a_game_of_golf_by_hand() -> None:
    history = [[0, 0], [3, 4], [7, 6], [9, 12]]
    found = leads_of(0b01, history, [12, 14], fewest_wins=True)
    assert found == {"behind": 1, "behind_most": 1, "lead_changes": 2, "margin": 2}
    assert leads_of(0b01, history, [12, 14], fewest_wins=False)["margin"] == 0


def test_a_team_leads_by_its_best_seat() -> None:
    history = [[0, 0, 0, 0], [3, 1, 0, 2], [3, 4, 0, 0], [1, 4, 6, 2]]
    found = leads_of(0b0101, history, [2, 5, 9, 8], fewest_wins=False, teams=[[0, 2], [1, 3]])
    assert found == {"behind": 1, "behind_most": 1, "lead_changes": 2, "margin": 1}
    alone = leads_of(0b0001, history, [2, 5, 9, 8], fewest_wins=False)
    assert alone == leads_of(0b0001, history, [2, 5, 9, 8], fewest_wins=False, teams=[[0], [1], [2], [3]])
    assert alone["margin"] == 0


def test_columns_say_which_way_round() -> None:
    assert "had fewer strokes" in lead_columns("strokes", True)[0].meaning
    assert "below the next best" in lead_columns("strokes", True)[3].meaning
    assert "had more points" in lead_columns("points", False)[0].meaning


@pytest.mark.parametrize(
    "line", ["scored = ''\n    fewest_wins = True", "scored = 'points'\n    fewest_wins = 1", "fewest_wins = 'yes'"]
)
def test_it_needs_scores_and_is_a_switch(line: str) -> None:
    with pytest.raises(BadInput, match=r"plain_pig\.py: fewest_wins: expected True only where scored says"):
        own_game(written(('scored = "points"', line)))
