"""The habits of the policies, and what they hold actions for, in positions worked out by hand."""

import pytest

from engine.oracle.table.state import (
    CHANGE_X,
    HIRE,
    HOROSCOPE,
    LOWER,
    NONE,
    PREDICT,
    STAFF,
    STARS,
    UPPER,
)
from tests.support.oracle.cells import tiny
from tests.support.oracle.minds import think, writing
from tests.support.oracle.position import play

APART = "bone 1:3 | doll tree 2:4"


@pytest.mark.parametrize(("layout", "score"), [("A", 45), ("B", 40), ("C", 45)])
def test_the_first_score_of_the_stand_ins(layout: str, score: int) -> None:
    assert think(layout, APART).score == score


def test_predictions_before_the_first_draw() -> None:
    foreseen = think("A", APART).foreseen
    assert foreseen[1:] == pytest.approx([0.270833, 0.739149, 1.622296, 2.266258], abs=5e-7)


def test_lines_go_to_the_target_that_pays_most_for_each_line() -> None:
    """A cell that misses one edge scores 120, before a pair that misses three (80)."""
    found = think(tiny(), APART, drawn=[9, 10, 4])
    assert found.lines[0] == 2
    assert found.gain[1] == pytest.approx(2.0)


def test_sold_out_targets_score_nothing() -> None:
    nothing = {(good, colour): 0 for good in (0, 1) for colour in range(4)}
    found = think(tiny(), APART, supply=nothing)
    assert (found.score, found.lines, found.gain) == (0, [], [0])


def test_the_cross_costs_one() -> None:
    """All cells touch the cross: a cell gains 1 for two lines, the pair is cut by it."""
    assert think(tiny(cross_arm=1), APART).score == 60 * 1 // 2


def test_shares_of_a_row() -> None:
    """Boxes - amulet: the amulet's 2 for two boxes. The greatest sum, die 1 first and the upper row first at a tie."""
    layout = tiny(upper=["-", "amulet:R"], lower=["-", "tablet:R"])
    assert writing(layout, 3, 0) == (2.0, 0, LOWER, NONE)
    assert writing(layout, 0, 3) == (2.0, 1, LOWER, NONE)
    assert writing(layout, 1, 3) == (3.0, 0, UPPER, LOWER)
    assert writing(layout, 1, 2) == (4.0, 1, LOWER, LOWER)
    assert writing(layout, 2, 1) == (4.0, 0, LOWER, LOWER)
    assert writing(layout, 0, 0) == (0.0, 1, NONE, NONE)


def test_predicts_the_higher_die_and_the_commonest_colour() -> None:
    throw = "bone tree | doll 1:2 2:4"
    seen = play(tiny(), throw, policy="prophet", table={"bag": [3, 5, 5, 9, 4]})
    assert (seen.table["foretold"], seen.table["unstruck"]) == ([3], [4])
    tie = play(tiny(), throw, policy="prophet", table={"bag": [3, 5, 5, 4, 9]})
    assert tie.table["foretold"] == [1], "the first of the colours, and never a rogue"
    red = play(tiny(), throw, policy="prophet counting=false", table={"bag": [3, 5, 5, 9, 4]})
    assert red.table["foretold"] == [0]


def test_values_of_actions() -> None:
    layout = tiny(upper=["-", "amulet:R"], lower=["-", "-", "tablet:R"])
    found = think(layout, "bone 1:3 | doll skull 2:4", hired=15, corruption=1)
    assert found.value[CHANGE_X] == pytest.approx(4 / 3 - 1)
    assert found.value[STAFF] == pytest.approx(4 / 3 + 80 / 60 + 1)
    assert found.value[HIRE] == 0
    hires = think(layout, APART, "planner eta=4", clock=[6])
    assert hires.value[HIRE] == pytest.approx(4 * 30 / 36)


def test_planner_spends_a_modifier_if_it_pays() -> None:
    """Nothing lies with a die but the coin; a move brings the bone to a four."""
    found = think("A", "bone doll | tree 1:4 2:1", filled=[0, 1], space=PREDICT)
    assert (found.action, found.modifiers) == (STARS, [4])
    greedy = think("A", "bone doll | tree 1:4 2:1", "greedy", 0, filled=[0, 1], space=PREDICT)
    assert (greedy.action, greedy.modifiers) == (HOROSCOPE, [])
