"""The horoscope, rewards, X, market icons and predictions, in positions worked out by hand."""

from typing import Any

import pytest

from engine.oracle.table.faults import BAD_COLOUR, BAD_DIE, BAD_FACTION, BAD_HALF, BAD_REWARD, BAD_ROW, BAD_X
from engine.oracle.table.state import (
    AMULET_BOX,
    CHANGE_MOVE,
    CHANGE_X,
    HOROSCOPE,
    LOWER,
    MARKET_BOX,
    NONE,
    PREDICT,
    TABLET_BOX,
    UPPER,
    X_BOX,
)
from tests.support.oracle.cells import tiny
from tests.support.oracle.position import Seen, play

BOTH = "bone doll tree | 1:3 2:4"
FIRST = "bone 1:3 | doll tree 2:4"
PLAIN = {"upper": ["-"] * 6, "lower": ["-"] * 6}


def write(throw: str = BOTH, half: int = 1, layout: Any = None, **others: Any) -> Seen:
    answers = {"action": HOROSCOPE, "half": half, **others.pop("answers", {})}
    return play(layout or tiny(**PLAIN), throw, answers=answers, **others)


def test_the_dice_of_one_half_are_written_in_an_order_of_choice() -> None:
    seen = write(answers={"first": 1, "row": UPPER})
    assert seen.table["rows"] == [[4], [3]]
    assert (seen.row["boxes_written"], seen.table["clock"][0]) == (2, 2)
    one = write(FIRST, 0, answers={"row": UPPER})
    assert one.table["rows"] == [[3], []]
    assert write(BOTH, 0).table["rows"] == [[], []]


def test_the_upper_row_goes_up_and_the_lower_row_down() -> None:
    assert write(answers={"first": 0, "row": LOWER}, rows=([2], [1])).table["rows"] == [[2, 3], [1, 4]]
    around = write("bone doll tree | 1:1 2:4", answers={"first": 0}, rows=([4], [1]))
    assert around.table["rows"] == [[4, 1], [1, 4]]


def test_a_number_that_fits_nowhere_is_dropped() -> None:
    seen = write(answers={"first": 0, "row": LOWER}, rows=([3], [1]))
    assert seen.table["rows"] == [[3], [1, 4]]
    nothing = write(answers={"first": 0}, rows=([1], [2]))
    assert nothing.table["rows"] == [[1], [2]]
    assert [event["number"] for event in nothing.told("drop")] == [3, 4]


def test_after_an_x_any_number_fits() -> None:
    seen = write(FIRST, 0, rows=([5], [1]))
    assert seen.table["rows"] == [[5, 3], [1]]


def test_rewards_come_before_the_next_die() -> None:
    """The X of the first box goes behind it, and the second die follows the X."""
    layout = tiny(upper=["x", "-", "-"], lower=[])
    seen = write("bone doll tree | 1:3 2:1", 1, layout, answers={"first": 0, "x": UPPER})
    assert seen.table["rows"] == [[3, 5, 1], []]
    assert (seen.row["x_horoscope"], seen.row["boxes_written"]) == (1, 3)


def test_rewards_chain() -> None:
    """X to X to a tablet; all of it belongs to the horoscope, and to the piece that began it."""
    layout = tiny(upper=["x", "x", "tablet:BY"], lower=[])
    seen = play(layout, FIRST, answers={"action": CHANGE_X, "x": [UPPER, UPPER, UPPER], "colour": 2})
    assert seen.table["rows"] == [[5, 5, 5], []]
    assert (seen.row["worth_horoscope"], seen.row["tablets"]) == (2, 1)
    assert seen.pieces["change-x"] == [1, 1, 2, 0]
    assert ("colour", 1, 0b1100) in seen.asked


def test_a_box_pays_one_of_its_colours_that_is_left() -> None:
    layout = tiny(upper=["amulet:RG"], lower=[])
    seen = write(FIRST, 0, layout, supply={(0, 0): 0})
    assert (seen.supply[0][1], seen.row["worth_horoscope"], seen.row["lost_goods"]) == (2, 1, 0)
    lost = write(FIRST, 0, layout, supply={(0, 0): 0, (0, 1): 0})
    assert (lost.row["worth"], lost.row["lost_goods"]) == (0, 1)


def test_cleanse_discards_if_there_is_anything() -> None:
    layout = tiny(upper=["cleanse"], lower=[])
    assert write(FIRST, 0, layout).row["discarded"] == 0
    assert write(FIRST, 0, layout, table={"corruption": 2}).row["corruption"] == 1


def test_a_market_icon_takes_a_funding_icon() -> None:
    seen = write(FIRST, 0, tiny(upper=["market"], lower=[]), answers={"faction": 2})
    assert (seen.table["funded"], seen.table["at_market"], seen.row["market_icons"]) == ([0, 0, 1, 0], 1, 1)
    full = write(FIRST, 0, tiny(upper=["market"], lower=[]), table={"funded": [2, 2, 2, 2]})
    assert (full.row["market_icons"], full.row["sponsor_market"]) == (0, 0)


def test_an_x_without_a_place_is_lost() -> None:
    seen = write(FIRST, 0, tiny(upper=["x"], lower=[], funding=0))
    assert (seen.row["x_horoscope"], seen.row["x_funding"]) == (0, 0)
    assert seen.told("no place")


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        ({"half": 2}, BAD_HALF),
        ({"half": 1, "first": 2}, BAD_DIE),
        ({"half": 1, "first": 0, "row": 2}, BAD_ROW),
    ],
)
def test_wrong_ways_to_write(answers: dict[str, int], fault: int) -> None:
    assert play(tiny(**PLAIN), BOTH, answers={"action": HOROSCOPE, **answers}).table["fault"] == fault


@pytest.mark.parametrize(
    ("box", "answers", "fault"),
    [
        ("amulet:RG", {"colour": 2}, BAD_COLOUR),
        ("x", {"x": LOWER}, BAD_X),
        ("market", {"faction": 4}, BAD_FACTION),
    ],
)
def test_wrong_rewards(box: str, answers: dict[str, int], fault: int) -> None:
    seen = write(FIRST, 0, tiny(upper=[box, "-"], lower=[]), answers=answers)
    assert seen.table["fault"] == fault


def hit(icons: int, draws: str = "R", answers: dict[str, Any] | None = None, **others: Any) -> Seen:
    """A change of an hour lets the clock reach a mark and draw."""
    return play(
        others.pop("layout", tiny(**PLAIN)),
        FIRST,
        predictions=others.pop("predictions", [("R", icons)]),
        draws=draws,
        table={"clock": [3], **others.pop("table", {})},
        answers={"action": CHANGE_MOVE, **(answers or {})},
        **{"marks": [4], "draw": 1, **others},
    )


@pytest.mark.parametrize(
    ("icons", "kinds", "tier"),
    [
        (4, {TABLET_BOX, AMULET_BOX, MARKET_BOX, X_BOX}, "tier3"),
        (3, {TABLET_BOX, AMULET_BOX, MARKET_BOX, X_BOX}, "tier3"),
        (2, {AMULET_BOX, MARKET_BOX, X_BOX}, "tier2"),
        (1, {MARKET_BOX, X_BOX}, "tier1"),
    ],
)
def test_a_right_prediction_pays_by_its_icons(icons: int, kinds: set[int], tier: str) -> None:
    seen = hit(icons, answers={"reward": MARKET_BOX, "faction": 1})
    [mask] = [rest[0] for hook, *rest in seen.asked if hook == "reward"]
    assert {kind for kind in range(6) if mask >> kind & 1} == kinds
    assert (seen.row[tier], seen.row["open"], seen.row["market_icons"]) == (1, 0, 1)


def test_an_x_of_a_prediction_can_lead_to_a_box() -> None:
    seen = hit(1, layout=tiny(upper=["amulet:G"], lower=[]), answers={"reward": X_BOX, "x": UPPER})
    assert (seen.row["worth_horoscope"], seen.row["worth_predict"], seen.pieces["predict"][2]) == (1, 0, 1)


def test_only_possible_rewards_are_offered() -> None:
    nothing = hit(3, layout=tiny(upper=[], lower=[], funding=0), supply_amulets=0, supply_tablets=0)
    assert (nothing.row["tier3"], nothing.row["worth"], nothing.table["fault"]) == (1, 0, 0)
    amulet = hit(3, layout=tiny(upper=[], lower=[], funding=0), supply_tablets=0, answers={"colour": 0})
    assert (amulet.row["worth_predict"], amulet.row["tier3"]) == (1, 1)


def test_a_prediction_can_be_declined_or_answered_wrongly() -> None:
    assert hit(2, answers={"reward": NONE}).row["worth"] == 0
    assert hit(2, answers={"reward": TABLET_BOX}).table["fault"] == BAD_REWARD


@pytest.mark.parametrize("letter", "GK")
def test_another_colour_or_a_rogue_strikes_an_icon(letter: str) -> None:
    assert hit(2, letter).table["unstruck"] == [1]
    failed = hit(1, letter)
    assert (failed.row["failed"], failed.row["open"]) == (1, 0)


def test_every_prediction_is_compared_the_oldest_first() -> None:
    seen = hit(
        0,
        predictions=[("G", 1), ("R", 2), ("B", 2), ("R", 3)],
        answers={"reward": [AMULET_BOX, TABLET_BOX], "colour": [0, 1]},
    )
    assert [event["icons"] for event in seen.told("hit")] == [2, 3]
    assert (seen.row["tier2"], seen.row["tier3"], seen.row["failed"]) == (1, 1, 1)


def test_two_drawn_together_come_in_an_order_of_choice() -> None:
    as_drawn = hit(3, "GR", draw=2, answers={"order": 0, "reward": AMULET_BOX, "colour": 0})
    other_way = hit(3, "GR", draw=2, answers={"order": 1, "reward": TABLET_BOX, "colour": 0})
    assert (as_drawn.row["tier2"], other_way.row["tier3"]) == (1, 1)
    assert ("order", 1, 0) in as_drawn.asked
    assert sum(as_drawn.table["bag"]) == 48 - 2


def test_a_new_prediction_is_met_by_the_draw_of_its_own_hour() -> None:
    seen = play(
        tiny(**PLAIN),
        FIRST,
        table={"clock": [3]},
        draws="B",
        answers={"action": PREDICT, "prediction": 2, "reward": TABLET_BOX, "colour": 0},
        marks=[4],
        draw=1,
    )
    assert seen.row["tier3"] == 1


@pytest.mark.parametrize(("die", "colour", "fault"), [(2, 0, BAD_DIE), (0, 4, BAD_COLOUR), (0, -1, BAD_COLOUR)])
def test_wrong_predictions(die: int, colour: int, fault: int) -> None:
    answers = {"action": PREDICT, "die": die, **({"prediction": colour} if die < 2 else {})}
    assert play(tiny(), "bone tree | doll 1:2 2:4", answers=answers).table["fault"] == fault
