"""Azrak: broken connections, losses, refreshes, in missions worked out by hand."""

import pytest

from engine.hadal.table.faults import BAD_BROKEN, BAD_RECEIVER, BAD_REFRESH
from engine.hadal.table.state import (
    COMPLETED,
    EMERGENCY,
    FREE,
    FREE_EMERGENCY,
    LOSE,
    NO_REFRESH,
    STANDARD,
    WIPED,
)
from tests.support.hadal.position import NEW, STAND, TEST, played, small_mission

POOR = (1, 8, 8, 8)
"""Levels with which seat 1 pays its last Azrak to enter."""
ONE_TEST = {"retry": "off"}


def test_a_free_emergency_keeps_it_and_fills_up() -> None:
    mission = small_mission(["T3"], levels=(3, 8, 8, 8), goal=2, azrak=27)
    game = played(mission, 2, testing=True, card=[-1], extras=[(0, 0, 0, 0)], broken=[FREE_EMERGENCY])
    assert game.row["emergency_free"] == 0  # two are left after the entry, so nothing was asked
    poor = small_mission(["T3"], levels=(2, 8, 8, 8), goal=2)
    game = played(poor, 2, testing=True, broken=[FREE_EMERGENCY])
    assert game.of("emergency refresh")[0]["taken"] == 1
    assert (game.row["returned"], game.row["emergency_free"], game.row["in_reserves"]) == (0, 1, 1 + 8)
    assert game.asked("broken")[0] == [EMERGENCY, FREE_EMERGENCY, LOSE]


def test_free_emergencies_and_free_refreshes_are_counted_together() -> None:
    poor = small_mission(["T3", "-"], levels=(2, 8, 8, 8), goal=9)
    game = played(poor, 2, {"free_refreshes": 1}, testing=True, broken=[FREE_EMERGENCY], refresh=[FREE])
    assert game.fault == BAD_REFRESH


@pytest.mark.parametrize("levels", [(1, 8, 8, 8)])
def test_emergencies_go_on_until_the_vortex_is_empty(levels: tuple[int, ...]) -> None:
    mission = small_mission(["i"], levels=levels, goal=1)
    game = played(mission, 2, {"free_refreshes": 0}, broken=[EMERGENCY] * 30)
    vortex = 25 - 9
    assert game.row["emergency"] == vortex
    assert game.row["lost_control"] == 1
    assert game.row["returned"] == vortex


def test_an_option_lets_the_emergency_pay_for_the_action() -> None:
    mission = small_mission(["T3"], levels=(2, 8, 8, 8), goal=2)
    options = {"free_refreshes": 0, "emergency_pays": True}
    game = played(mission, 2, options, testing=True, broken=[EMERGENCY])
    assert (game.row["start"], game.row["emergency"], game.row["in_reserves"]) == (0, 1, 2 + 8)
    assert game.row["end"] == COMPLETED


def test_losses_are_paid_one_by_one_and_end_with_control() -> None:
    """After entry and start, 2 are left: the second of three losses is the last Azrak, the third is not paid."""
    mission = small_mission(["T9"], levels=(4, 8, 8, 8), fail_loss=3)
    game = played(mission, 2, ONE_TEST, testing=True, broken=[LOSE])
    assert game.row["loss"] == 2
    assert game.row["lost_control"] == 1
    assert len(game.of("lost Azrak")) == 2
    again = played(mission, 2, {**ONE_TEST, "free_refreshes": 0}, testing=True, broken=[EMERGENCY])
    assert (again.row["loss"], again.row["emergency"], again.row["lost_control"]) == (3, 1, 0)


def test_who_starts_with_the_last_azrak_still_takes_the_test_with_support_only() -> None:
    mission = small_mission(["T4"], levels=(2, 8, 8, 8), goal=2)
    game = played(mission, 2, testing=True, broken=[LOSE], extras=[(0, 1, 0, 0)])
    assert game.of("fate")[0]["sum"] == 4
    assert (game.row["start"], game.row["support"], game.row["lost_control"]) == (1, 1, 1)
    assert game.row["end"] == COMPLETED
    failed = played(small_mission(["T9"], levels=(2, 8, 8, 8)), 2, ONE_TEST, testing=True, broken=[LOSE])
    assert failed.row["loss"] == 0


def test_who_explores_with_the_last_azrak_still_reads_the_card() -> None:
    mission = small_mission(["i i i"], levels=(2, 8, 8, 8), goal=3)
    game = played(mission, 2, {"free_explores": "none"}, action=[NEW], broken=[LOSE])
    assert game.names(1)[-4:] == ["lost control", "read", "scored", "end"]
    assert game.row["points"] == 3


def test_expelled_agents_return_after_a_compulsory_refresh() -> None:
    game = played(small_mission(["T9 -"], levels=POOR), 2, broken=[LOSE])
    assert game.asked("refresh")[0] == [STANDARD, FREE]
    assert game.row["refresh_standard"] >= 1
    assert game.of("reserves", 2)[0]["reserves"][0] == 1
    refused = played(small_mission(["T9 -"], levels=POOR), 2, broken=[LOSE], refresh=[NO_REFRESH])
    assert refused.fault == BAD_REFRESH


def test_a_refresh_is_a_choice_if_nobody_lost_control() -> None:
    game = played(small_mission(["T9 -"]), 2)
    assert game.asked("refresh")[0] == [NO_REFRESH, STANDARD, FREE]
    assert played(small_mission(["T9 -"]), 4).asked("refresh") == []


def test_the_refresh_of_the_rulebook() -> None:
    """2 and 5 in hand, Vortex 8: one goes to the return card, and both end at 7."""
    mission = small_mission(["- - - - - - - - - -"] * 2, levels=(8, 7, 8, 8), goal=99)
    options = {"free_explores": "none", "free_refreshes": 0, "azrak": 16}
    actions = [NEW, NEW, NEW, NEW, NEW, STAND, NEW, STAND]
    game = played(
        mission, 2, options, action=actions, refresh=[STANDARD], receiver=[0, 0, 0, 0, 0, 1, 1], location=[0, 1]
    )
    told = game.of("dealt", 1)[0]
    before = game.of("reserves", 1)[0]["reserves"]
    assert before == [8, 7]
    assert told["return_card"] == 1
    assert sum(told["reserves"]) + told["vortex"] == 16 - 1 - 1


def test_nobody_is_filled_above_the_level_and_the_rest_stays() -> None:
    game = played(small_mission(["-", "-"]), 2, refresh=[FREE])
    told = game.of("dealt", 1)[0]
    assert told["reserves"] == [8, 8]
    assert (told["vortex"], told["return_card"]) == (15, 0)
    assert game.row["refresh_free"] == 1
    assert played(small_mission(["-", "-"]), 2, refresh=[STANDARD], receiver=[1]).fault == BAD_RECEIVER


def test_an_agent_with_nothing_is_not_there() -> None:
    """Nothing comes back: the Vortex has one Azrak, and that is the price of the refresh."""
    mission = small_mission(["T9 -"] * 3, levels=(8, 1, 8, 8), azrak=25)
    game = played(mission, 2, {"surplus": False, "free_explores": "none"}, broken=[LOSE], location=[0, 1, 2])
    assert {event["agent"] for event in game.of("took", 2)} == {1}


def test_all_out_of_control_wipes_the_mission() -> None:
    game = played(small_mission(["T9"], levels=(1, 1, 8, 8)), 2, {"surplus": False})
    assert game.row["end"] in (WIPED,)
    assert game.row["returned"] + game.row["on_map"] + game.row["in_vortex"] + game.row["in_reserves"] == 2


def test_bad_answers_at_a_broken_connection() -> None:
    mission = small_mission(["T9"], levels=POOR)
    assert played(mission, 2, {"free_refreshes": 0}, broken=[FREE_EMERGENCY]).fault == BAD_BROKEN


def test_receptacles_are_counted() -> None:
    mission = small_mission(["T9!"], levels=(4, 8, 8, 8), conflict_loss=3)
    game = played(mission, 2, broken=[LOSE], extras=[(0, 2, 0, 0)])
    counted = game.world.tally.receptacle.tolist()
    assert counted[0] == [1, 1, 0, 0, 1, 1 + 1 + 2, 0, 1]
    assert counted[1] == [1, 0, 0, 0, 0, 2, 2, 0]
    assert counted[2] == counted[3] == [0] * 8
    assert TEST != STAND
