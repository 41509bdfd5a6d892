"""The habits of the policies, and what they hold actions for, in positions worked out by hand."""

from typing import Any

import pytest

from engine.oracle.table.state import (
    CHANGE_PLUS,
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
PLAIN = {"upper": ["-"] * 6, "lower": ["-"] * 6}


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


def test_lines_of_a_target_come_in_the_order_of_its_sides() -> None:
    found = think(tiny(), APART)
    assert found.lines == [0, 6, 2, 1]
    assert found.gain == pytest.approx([0, 40 / 60, 80 / 60, 120 / 60, 160 / 60])


def test_sold_out_targets_score_nothing() -> None:
    nothing = {(good, colour): 0 for good in (0, 1) for colour in range(4)}
    found = think(tiny(), APART, supply=nothing)
    assert (found.score, found.lines, found.gain) == (0, [], [0])


def test_the_cross_costs_one() -> None:
    """All cells touch the cross: a cell gains 1 for two lines, the pair is cut by it."""
    assert think(tiny(cross_arm=1), APART).score == 60 * 1 // 2


def test_lines_on_a_copy_are_paid_there() -> None:
    """The only green amulet is used up by the first cell; the second is then worth nothing."""
    layout = tiny(map=["G.", ".G"])
    found = think(layout, "bone 1:4 2:4 | doll tree", drawn=[0, 6, 7, 3, 10, 11], supply={(0, 1): 1})
    assert found.lines == [2]


def test_shares_of_a_row() -> None:
    """Boxes - amulet: the amulet's 2 for two boxes. The greatest sum, die 1 first and the upper row first at a tie."""
    layout = tiny(upper=["-", "amulet:R"], lower=["-", "tablet:R"])
    assert writing(layout, 3, 0) == (2.0, 0, LOWER, NONE)
    assert writing(layout, 0, 3) == (2.0, 1, LOWER, NONE)
    assert writing(layout, 1, 3) == (3.0, 0, UPPER, LOWER)
    assert writing(layout, 1, 2) == (4.0, 1, LOWER, LOWER)
    assert writing(layout, 2, 1) == (4.0, 0, LOWER, LOWER)
    assert writing(layout, 0, 0) == (0.0, 1, NONE, NONE)


def test_a_number_that_fits_must_be_written() -> None:
    layout = tiny(upper=["-"], lower=[])
    assert writing(layout, 1, 4) == (0.0, 0, UPPER, NONE)
    assert writing(layout, 1, 4, ([1], [])) == (0.0, 0, NONE, NONE)


def test_the_second_die_goes_to_the_greater_share_if_a_reward_has_changed_the_rows() -> None:
    """Both dice are planned for the upper row. Its X goes into the lower one, pays a tablet and opens the row for the
    second die: there the next tablet is near."""
    layout = tiny(upper=["x", "-", "amulet:R"], lower=["-", "tablet:B", "tablet:R"])
    assert writing(layout, 1, 2, ([], [1])) == (2.0, 0, UPPER, UPPER)
    closed = ["stars", "predict", "hire"]
    seen = play(layout, "bone doll tree | 1:1 2:2", rows=([], [1]), policy="stargazer", closed=closed)
    assert seen.table["rows"] == [[1], [1, 5, 2]]
    assert seen.row["tablets"] == 2


def test_an_x_goes_to_the_greater_share_and_to_funding_if_both_rows_are_full() -> None:
    layout = tiny(upper=["-", "amulet:R"], lower=["-", "tablet:R"])
    only = ["stars", "predict", "hire", "horoscope", "change-move", "change-plus"]
    seen = play(layout, APART, policy="stargazer", closed=only)
    assert seen.table["rows"] == [[], [5]]
    full = play(layout, APART, policy="stargazer", closed=only, rows=([1, 2], [2, 1]), table={"funded": [1, 0, 0, 0]})
    assert full.table["funded"] == [1, 1, 0, 0]


def hit(icons: int, **others: Any) -> list[dict[str, Any]]:
    seen = play(
        others.pop("layout", tiny(**PLAIN)),
        APART,
        policy="stargazer",
        predictions=others.pop("predictions", [("R", icons)]),
        draws=others.pop("draws", "R"),
        table={"clock": [3]},
        **{"marks": [4, 5], "draw": 1, "closed": ["stars", "horoscope", "predict", "hire"], **others},
    )
    return seen.events


def test_a_prediction_pays_a_tablet_else_an_amulet_else_an_x_else_a_market_icon() -> None:
    def kinds(**others: Any) -> set[str]:
        return {str(event["event"]) + str(event.get("good", event.get("by", ""))) for event in hit(**others)}

    assert "goodtablet" in kinds(icons=3)
    assert "goodamulet" in kinds(icons=3, supply_tablets=0)
    assert "goodamulet" in kinds(icons=2)
    assert "write" in kinds(icons=1)
    assert "fundx" in kinds(icons=1, layout=tiny(upper=[], lower=[]))


def test_the_colour_of_which_most_are_left() -> None:
    events = hit(3, supply={(1, 0): 1, (1, 1): 1})
    assert [event["colour"] for event in events if event["event"] == "good"] == ["blue"]


def test_the_better_order_of_two() -> None:
    """Red with 3 icons and green with 1: red first pays 4 and loses green; green first pays 1 + 2."""
    first = hit(0, predictions=[("R", 3), ("G", 1)], draws="GR", draw=2)
    assert [event["colour"] for event in first if event["event"] == "hit"] == ["red"]
    both = hit(0, predictions=[("R", 2), ("G", 1)], draws="RG", draw=2)
    assert [event["colour"] for event in both if event["event"] == "hit"] == ["red"]
    tie = hit(0, predictions=[("R", 4), ("G", 4)], draws="GR", draw=2)
    assert [event["icons"] for event in tie if event["event"] == "hit"] == [4, 3]


def test_staff_and_hire_in_the_usual_order() -> None:
    closed = ["stars", "horoscope", "predict", "change-x", "change-plus", "change-move"]
    seen = play(tiny(), APART, policy="stargazer", closed=closed)
    assert [event["ability"] for event in seen.told("hire")] == ["astrologer"]
    table = {"hired": 15, "space": HIRE, "corruption": 1, "filled": [1, 0]}
    used = play(tiny(), APART, policy="stargazer", closed=closed, table=table)
    assert [event["ability"] for event in used.told("staff")] == ["warden", "astrologer", "exorcist", "palmist"]
    assert [event["kind"] for event in used.told("boxes")] == ["Move", "±1"]


def test_fixed_orders() -> None:
    assert play(tiny(), APART, policy="stargazer").taken("stars") == 1
    assert play(tiny(), APART, policy="prophet").taken("predict") == 1
    away = play(tiny(), APART, policy="prophet", table={"space": PREDICT})
    assert away.taken("stars") == 1


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


def test_planner_counts_what_it_spends_as_free() -> None:
    """All boxes are full. A spent one makes change-plus legal, worth as much as was spent: no gain over the staff, but
    the only action in the last hour."""
    bare = tiny(upper=[], lower=[], strip=0, funding=0)
    here: dict[str, Any] = {"drawn": list(range(12)), "filled": [2, 2], "space": HOROSCOPE, "hired": 15}
    found = think(bare, "bone tree | doll 1:1 2:1", **here)
    assert (found.action, found.modifiers) == (STAFF, [])
    last = think(bare, "bone tree | doll 1:1 2:1", clock=[11], **here)
    assert (last.action, last.modifiers) == (CHANGE_PLUS, [0])


def test_the_best_of_nothing_is_a_plan_without_modifiers() -> None:
    found = think(tiny(), APART, clock=[12])
    assert (found.action, found.modifiers) == (NONE, [])
