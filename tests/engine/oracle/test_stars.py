"""Lines and the areas that they close, on a map of two by two cells: R R above G B.

Edges: 0 1 above, 2 3 in the middle, 4 5 below; 6 7 8 left, between and right of the upper cells, 9 10 11 of the lower.
"""

from typing import Any

import pytest

from engine.oracle.table.faults import BAD_LINE
from engine.oracle.table.state import FILLED, STARS
from tests.support.oracle.cells import tiny
from tests.support.oracle.position import Seen, play

FOUR = "bone 1:4 | doll tree 2:4"


def lines(layout: Any, drawn: list[int], *more: int, **others: Any) -> Seen:
    answers = {"action": STARS, "line": [*more, -1] if len(more) < 4 else list(more)}
    return play(layout, FOUR, drawn=drawn, answers=answers, **others)


def test_a_closed_cell_pays_an_amulet_of_its_colour() -> None:
    seen = lines(tiny(), [9, 10], 2, 4)
    assert (seen.row["amulets"], seen.row["areas1"], seen.row["worth_stars"], seen.row["worth"]) == (1, 1, 1, 1)
    assert seen.supply[0] == [3, 2, 3, 3]
    assert seen.pieces["stars"] == [1, 2, 1, 0]


def test_a_pair_of_one_colour_pays_a_tablet() -> None:
    seen = lines(tiny(), [0, 1, 6, 8, 2], 3)
    assert (seen.row["tablets"], seen.row["areas2"], seen.row["worth"]) == (1, 1, 2)
    assert seen.supply[1] == [1, 2, 2, 2]
    assert all(missing > FILLED // 2 for missing in seen.missing[:2])


def test_a_line_through_a_filled_pair_pays_nothing_more() -> None:
    seen = lines(tiny(), [0, 1, 6, 8, 2], 3, 7)
    assert (seen.row["worth"], seen.row["areas1"], seen.row["lines"]) == (2, 0, 2)


def test_a_pair_of_two_colours_pays_nothing_and_can_be_split() -> None:
    seen = lines(tiny(), [2, 3, 9, 11, 4], 5)
    assert (seen.row["worth"], seen.missing[2:]) == (0, [1, 1])
    split = lines(tiny(), [2, 3, 9, 11, 4], 5, 10)
    assert (split.row["amulets"], split.row["areas1"]) == (2, 2)
    assert [event["colour"] for event in split.told("area")] == ["green", "blue"]


def test_the_upper_or_left_cell_is_looked_at_first() -> None:
    """With one red amulet left, it is the left cell that is paid; the other is filled and lost."""
    seen = lines(tiny(), [0, 1, 6, 8, 2], 7, 3, supply={(0, 0): 1})
    assert [event["cells"] for event in seen.told("area")] == [[[1, 1]], [[1, 2]]]
    assert (seen.row["amulets"], seen.row["lost_goods"], seen.row["areas1"]) == (1, 1, 2)


def test_one_line_can_close_on_both_sides() -> None:
    seen = lines(tiny(map=["RG", "BB"]), [0, 6, 7, 9, 11, 4, 5, 3], 2)
    assert [event["good"] for event in seen.told("area")] == ["amulet", "tablet"]
    assert seen.row["worth"] == 3


def test_a_sold_out_colour_is_lost_but_filled() -> None:
    seen = lines(tiny(), [9, 10, 4], 2, supply={(0, 1): 0})
    assert (seen.row["amulets"], seen.row["lost_goods"], seen.row["areas1"]) == (0, 1, 1)
    assert seen.missing[2] > FILLED // 2


def test_a_cell_without_a_colour_pays_nothing_and_is_not_filled() -> None:
    seen = lines(tiny(map=["..", "GB"]), [0, 6, 7], 2)
    assert (seen.row["worth"], seen.row["areas1"], seen.missing[0]) == (0, 0, 0)
    pair = lines(tiny(map=["..", "GB"]), [0, 1, 6, 8, 2], 3)
    assert pair.row["areas2"] == 0


def test_an_area_at_the_cross_corrupts() -> None:
    seen = lines(tiny(cross_arm=1), [], 0, 6)
    assert (seen.row["amulets"], seen.row["corruption_cross"], seen.row["corruption"]) == (1, 1, 1)
    assert seen.pieces["stars"][3] == 1


def test_the_cross_corrupts_even_if_sold_out_but_not_if_nothing_is_paid() -> None:
    sold = lines(tiny(cross_arm=1), [], 0, 6, supply={(0, 0): 0})
    assert (sold.row["lost_goods"], sold.row["corruption_cross"]) == (1, 1)
    plain = lines(tiny(cross_arm=1, map=[".R", "GB"]), [], 0, 6)
    assert plain.row["corruption_cross"] == 0


def test_a_pair_at_the_cross_corrupts_once() -> None:
    seen = lines(tiny(map=["RRGG", "BBBY"], cross_arm=1), [0, 1, 4], 12)
    assert (seen.row["areas2"], seen.row["corruption_cross"]) == (1, 1)


@pytest.mark.parametrize("edge", [0, 12, -2])
def test_only_edges_that_are_not_drawn(edge: int) -> None:
    seen = play(tiny(), FOUR, drawn=[0], answers={"action": STARS, "line": edge})
    assert seen.table["fault"] == BAD_LINE
