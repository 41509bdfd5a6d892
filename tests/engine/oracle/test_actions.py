"""The throw, the modifiers and every action, in positions worked out by hand."""

import pytest

from engine.oracle.table.faults import BAD_ACTION, BAD_HIRE, BAD_MODIFIER
from engine.oracle.table.state import (
    ASTROLOGER,
    CHANGE_MOVE,
    CHANGE_PLUS,
    CHANGE_X,
    EXORCIST,
    HIRE,
    HOROSCOPE,
    LOWER,
    MOVE,
    PALMIST,
    PLUS,
    PREDICT,
    STAFF,
    STARS,
    UPPER,
    WARDEN,
)
from tests.support.oracle.cells import tiny
from tests.support.oracle.position import Seen, play

APART = "bone 1:3 | doll tree 2:4"
"""The bone with die 1, the doll and the coin with die 2."""


def legal(seen: Seen) -> set[int]:
    """The actions that could be chosen."""
    [mask] = [rest[0] for hook, *rest in seen.asked if hook == "action"]
    return {action for action in range(8) if mask >> action & 1}


def test_runes_that_lie_together_decide_what_is_legal() -> None:
    assert legal(play(tiny(), APART, answers={"action": HIRE, "hire": WARDEN})) == {
        *(CHANGE_MOVE, CHANGE_X, STARS, PREDICT, HOROSCOPE, HIRE)
    }
    alone = play(tiny(), "bone tree | doll 1:1 2:1", answers={"action": HIRE, "hire": WARDEN})
    assert legal(alone) == {CHANGE_PLUS, PREDICT, HOROSCOPE, HIRE}


def test_a_change_fills_two_boxes_or_as_many_as_are_free() -> None:
    seen = play(tiny(boxes=4), APART, answers={"action": CHANGE_MOVE})
    assert (seen.table["filled"], seen.table["clock"][0], seen.taken("change-move")) == ([1, 3], 1, 1)
    seen = play(tiny(boxes=2), "bone tree | doll 1:1 2:1", answers={"action": CHANGE_PLUS})
    assert seen.table["filled"] == [2, 1]
    assert seen.pieces["change-plus"] == [1, 1, 0, 0]


def test_a_change_needs_a_free_box() -> None:
    full = play(tiny(boxes=1), APART, answers={"action": HIRE, "hire": WARDEN})
    assert CHANGE_MOVE not in legal(full)
    spent = play(tiny(boxes=1), APART, answers={"modifier": [5, 5][:1], "action": HIRE, "hire": WARDEN})
    assert CHANGE_PLUS not in legal(spent)


def test_a_skull_corrupts_every_change_and_nothing_else() -> None:
    for throw, action, answers in (
        ("bone skull | doll 1:1 2:1", CHANGE_PLUS, {}),
        ("bone 1:3 | doll skull 2:4", CHANGE_MOVE, {}),
        ("bone 1:3 | doll skull 2:4", CHANGE_X, {"x": UPPER}),
    ):
        seen = play(tiny(), throw, answers={"action": action, **answers})
        assert (seen.table["corruption"], seen.tally["skull"]) == (1, 1)
    calm = play(tiny(), "bone 1:3 | doll skull 2:4", answers={"action": STARS, "line": [0, 1, 4]})
    assert calm.table["corruption"] == 0


def test_the_skull_corrupts_before_the_effect() -> None:
    """The X reaches cleanse and discards what the skull has brought."""
    seen = play(tiny(lower=["cleanse"]), "bone 1:3 | doll skull 2:4", answers={"action": CHANGE_X, "x": LOWER})
    assert (seen.row["corruption"], seen.row["corruption_skull"], seen.row["discarded"]) == (0, 1, 1)


def test_change_x_needs_a_place() -> None:
    full = ([1, 2, 3, 4, 1], [4, 3, 2])
    seen = play(tiny(funding=0), APART, rows=full, answers={"action": HIRE, "hire": WARDEN})
    assert CHANGE_X not in legal(seen)
    seen = play(tiny(funding=1), APART, rows=full, answers={"action": CHANGE_X, "x": 2 + 3})
    assert (seen.table["funded"], seen.row["x_funding"], seen.row["sponsor_market"]) == ([0, 0, 0, 1], 1, 0)


def test_stars_needs_an_edge() -> None:
    seen = play(tiny(), APART, drawn=list(range(12)), answers={"action": HIRE, "hire": WARDEN})
    assert STARS not in legal(seen)


def test_stars_draws_at_most_as_many_lines_as_the_higher_die() -> None:
    seen = play(tiny(), "bone 1:1 2:2 | doll tree", answers={"action": STARS, "line": [0, 1]})
    assert (seen.row["lines"], seen.table["clock"][0]) == (2, 2)
    seen = play(tiny(), "bone 1:2 2:1 | doll tree", answers={"action": STARS, "line": [0, 1]})
    assert seen.row["lines"] == 2
    seen = play(tiny(), "bone 1:4 | doll tree 2:1", answers={"action": STARS, "line": [5, -1]})
    assert seen.row["lines"] == 1


def test_predict_takes_icons_from_the_strip() -> None:
    seen = play(tiny(), APART, answers={"action": PREDICT, "prediction": 2})
    assert (seen.table["foretold"], seen.table["unstruck"], seen.row["strip_used"]) == ([2], [4], 4)
    short = play(tiny(strip=3), APART, answers={"action": PREDICT, "prediction": 1})
    assert (short.table["unstruck"], short.table["strip_left"]) == ([3], 0)
    over = play(tiny(), APART, table={"strip_left": 0}, answers={"action": HIRE, "hire": WARDEN})
    assert PREDICT not in legal(over)


def test_hire_once_and_for_good() -> None:
    seen = play(tiny(), APART, table={"hired": 0b0110}, answers={"action": HIRE, "hire": EXORCIST})
    assert seen.table["hired"] == 0b0111
    assert ("hire", 0b1001) in seen.asked
    everybody = play(tiny(), APART, table={"hired": 0b1111, "space": HIRE}, answers={"action": STARS, "line": -1})
    assert HIRE not in legal(everybody)
    assert play(tiny(), APART, table={"hired": 1}, answers={"action": HIRE, "hire": 0}).table["fault"] == BAD_HIRE


def test_staff_uses_every_hired_ability_in_any_order() -> None:
    seen = play(
        tiny(),
        APART,
        table={"hired": 0b1111, "space": HIRE, "corruption": 2},
        answers={
            "action": STAFF,
            "ability": [WARDEN, PALMIST, ASTROLOGER, EXORCIST],
            "box": [PLUS, MOVE],
            "line": [0, 11],
            "x": UPPER,
        },
    )
    assert seen.table["rows"] == [[5], []]
    assert (seen.table["filled"], seen.row["lines"], seen.row["discarded"]) == ([2, 2], 2, 1)
    assert [seen.pieces[name][0] for name in ("exorcist", "astrologer", "palmist", "warden", "staff")] == [1] * 5
    assert seen.pieces["staff"][1] == 2


def test_staff_needs_somebody_and_the_set_up_stands_there() -> None:
    start = play(tiny(), APART, table={"hired": 1}, answers={"action": STARS, "line": -1})
    assert STAFF not in legal(start)
    nobody = play(tiny(), APART, table={"space": HIRE}, answers={"action": STARS, "line": -1})
    assert STAFF not in legal(nobody)


def test_the_figure_must_move() -> None:
    assert STARS not in legal(play(tiny(), APART, table={"space": STARS}, answers={"action": HIRE, "hire": WARDEN}))
    again = play(tiny(), APART, table={"space": STARS}, answers={"action": STARS, "line": -1}, no_repeat=False)
    assert STARS in legal(again)


def test_the_changes_share_a_space_unless_there_are_three() -> None:
    one = play(tiny(), APART, table={"space": CHANGE_PLUS}, answers={"action": STARS, "line": -1})
    assert not legal(one) & {CHANGE_MOVE, CHANGE_X}
    three = play(tiny(), APART, table={"space": CHANGE_X}, answers={"action": STARS, "line": -1}, change_spaces="three")
    assert legal(three) & {CHANGE_MOVE, CHANGE_X} == {CHANGE_MOVE}


def test_an_action_must_fit_into_the_day() -> None:
    late = play(tiny(), APART, table={"clock": [11]}, answers={"action": PREDICT, "prediction": 0})
    assert legal(late) == {CHANGE_MOVE, CHANGE_X, PREDICT}


def test_if_nothing_is_legal_the_clock_goes_to_the_end() -> None:
    """Marks are crossed as usual, and the figure stays where it is."""
    seen = play(
        tiny(),
        "bone 1:1 2:1 | doll tree",
        table={"clock": [9]},
        draws="RGBY",
        closed=["stars", "horoscope", "hire", "change-move"],
    )
    assert (seen.row["idle_hours"], seen.table["clock"][0], seen.row["turns"]) == (3, 12, 2)
    assert [event["hour"] for event in seen.told("draw")] == [10, 12]
    assert seen.table["space"] == STAFF


def test_closed_abilities_cannot_be_hired() -> None:
    seen = play(tiny(), APART, answers={"action": HIRE, "hire": PALMIST}, closed=["warden", "exorcist"])
    assert ("hire", 0b0110) in seen.asked
    nobody = ["exorcist", "astrologer", "palmist", "warden"]
    assert HIRE not in legal(play(tiny(), APART, answers={"action": STARS, "line": -1}, closed=nobody))


def test_modifiers_change_a_die_by_one_around_the_corner() -> None:
    seen = play(
        tiny(boxes=4),
        "bone 1:4 | doll tree 2:1",
        table={"filled": [3, 0]},
        answers={"modifier": [0, 3, 1], "action": STARS, "line": [0, 1, 2, 3]},
    )
    assert seen.table["die"] == [4, 4]
    assert (seen.table["filled"], seen.row["plus_spent"], seen.row["lines"]) == ([0, 0], 3, 4)


def test_modifiers_move_runes_and_never_corrupt() -> None:
    seen = play(
        tiny(),
        "bone | doll tree 1:1 2:1",
        answers={"modifier": [4], "action": CHANGE_PLUS},
    )
    assert (seen.table["plate"], seen.row["move_spent"], seen.row["corruption"]) == (31, 1, 0)


@pytest.mark.parametrize(("filled", "modifier"), [([0, 2], 0), ([2, 0], 4), ([2, 2], 9), ([2, 2], -2)])
def test_modifiers_need_a_filled_box(filled: list[int], modifier: int) -> None:
    seen = play(tiny(), APART, table={"filled": filled}, answers={"modifier": modifier})
    assert seen.table["fault"] == BAD_MODIFIER


def test_a_throw_into_one_half_corrupts() -> None:
    seen = play(tiny(), "bone doll tree 1:1 2:1 |", answers={"action": CHANGE_MOVE})
    assert (seen.row["corruption"], seen.row["corruption_clump"]) == (1, 1)
    first = play(tiny(), "bone doll tree 1:1 2:1 |", table={"turn": 0, "plate": 0}, answers={"action": HIRE, "hire": 0})
    assert first.row["corruption_clump"] == 0


def test_what_a_throw_allows_is_counted_before_modifiers() -> None:
    seen = play(
        tiny(), "bone | doll tree 1:1 2:1", answers={"modifier": [4], "action": CHANGE_PLUS}, table={"space": HOROSCOPE}
    )
    assert [seen.row[key] for key in ("can_stars", "can_predict", "can_x")] == [0, 1, 1]


def test_an_illegal_action_is_a_fault() -> None:
    assert play(tiny(), APART, answers={"action": STAFF}).table["fault"] == BAD_ACTION
