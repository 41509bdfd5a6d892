"""Set-up, rounds and actions, in missions worked out by hand."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from engine.game.cell import Json
from engine.game.results import Batch
from engine.hadal.cells.play_cell import TABLES
from engine.hadal.table.faults import BAD_ACTION, BAD_CARD, BAD_LOCATION
from engine.hadal.table.results import COUNTERS
from engine.hadal.table.state import COMPLETED, DO_TEST, EXHAUSTED, EXPLORE, LOSE, STALLED, STAND_BY, WIPED
from tests.support.hadal.position import NEW, STAND, TEST, explore, played, small_mission
from tests.support.hadal.references import cell_of


@pytest.mark.parametrize(("players", "vortex"), [(1, 16), (2, 16), (3, 8), (4, 0)])
def test_what_no_reserve_holds_is_in_the_vortex(players: int, vortex: int) -> None:
    game = played(small_mission(["i"], goal=1), players)
    assert game.of("round")[0]["vortex"] == vortex
    assert game.of("reserves")[0]["reserves"] == [8] * max(players, 2)
    assert sum(game.row[name] for name in ("returned", "on_map", "in_vortex", "in_reserves")) == 32


def test_the_surplus_can_leave_the_game_and_azrak_can_be_added() -> None:
    assert played(small_mission(["i"], goal=1), 2, {"surplus": False}).of("round")[0]["vortex"] == 0
    assert played(small_mission(["i"], goal=1), 2, {"azrak": 40}).of("round")[0]["vortex"] == 24


@pytest.mark.parametrize(("players", "parties"), [(2, 6), (3, 4), (4, 1)])
def test_all_parties_are_equally_likely_and_sit_in_the_order_of_the_file(players: int, parties: int) -> None:
    cell, drawn = cell_of("A", "random", players), Counter[tuple[str, ...]]()
    from engine.hadal.game import HADAL

    for index in range(20 * parties):
        seated = [event["agent"] for event in HADAL.replay(cell, 3, index).events if event["event"] == "seated"]
        drawn[tuple(seated)] += 1
    order = ["tinker", "runner", "hauler", "steady"]
    assert len(drawn) == parties
    assert all(list(party) == sorted(party, key=order.index) for party in drawn)
    assert min(drawn.values()) > 7


def test_the_captaincy_goes_round() -> None:
    game = played(small_mission(["T9 - -"] * 5, goal=1), 3)
    assert [event["captain"] for event in game.of("round")[:4]] == [1, 2, 3, 1]


def test_a_captain_without_azrak_passes_the_captaincy_on() -> None:
    """Seat 1 loses control by its entry; nothing comes back from a Vortex that one Azrak leaves empty."""
    mission = small_mission(["T9 - -"] * 5, levels=(8, 1, 1, 1))
    game = played(mission, 2, {"surplus": False, "free_explores": "none"}, broken=[LOSE])
    assert [event["captain"] for event in game.of("round")[:4]] == [1, 2, 1, 1]
    assert game.of("round")[2]["vortex"] == 0


def test_who_is_expelled_by_the_entry_is_not_in_the_visit() -> None:
    game = played(small_mission(["T9 - -"], levels=(1, 8, 8, 8)), broken=[LOSE])
    assert game.names(1)[:6] == ["round", "reserves", "lost control", "entered", "took", "read"]
    assert {event["agent"] for event in game.of("took", 1)} == {2}


def test_reconnoitre_begins_with_the_captain_and_ends_with_the_cards() -> None:
    game = played(small_mission(["i i", "i i"], goal=99), 3)
    assert [event["agent"] for event in game.of("took", 1)] == [1, 2]
    assert [event["agent"] for event in game.of("took", 2)] == [2, 3]
    assert game.row["end"] == EXHAUSTED
    assert game.row["turns"] == game.row["enter"] == 2
    assert game.row["points"] == 4


def test_a_clue_counts_when_it_is_first_read() -> None:
    game = played(small_mission(["i T9"], goal=3), 2, location=[0, 0], card=[-1, -1, 0, 1])
    assert [event["first"] for event in game.of("read")[:4]] == [True, True, False, False]
    assert len(game.of("scored")) == 1


def test_explore_puts_the_card_back_and_takes_another_one() -> None:
    mission = small_mission(["T9 D9 S9"])
    game = played(mission, 2, {"free_explores": "none"}, card=[-1, -1], action=[NEW])
    told = game.of("explored")[0]
    assert told["instead_of"] == game.of("read")[0]["card"]
    assert told["card"] not in {event["card"] for event in game.of("read")[:2]}
    assert game.row["explore"] == 1
    assert game.of("reserves", 2)[0]["reserves"] == [6, 8]


def test_the_card_just_put_back_cannot_be_taken() -> None:
    game = played(small_mission(["T9 D9"]), 2, action=[explore(0)])
    assert game.asked("action")[0] == [DO_TEST, STAND_BY]
    assert game.fault == BAD_ACTION


@pytest.mark.parametrize(
    ("players", "free"), [(2, {"1": 1, "2": 1}), (3, {"1": 1, "2": 0, "3": 0}), (4, {"1": 0, "2": 0, "3": 0, "4": 0})]
)
def test_free_explores_are_used_first(players: int, free: dict[str, int]) -> None:
    """Two for the two agents, one for the captain of three, none for four."""
    mission = small_mission(["- - - - - - - -"], goal=99)
    game = played(mission, players, action=[NEW] * players)
    assert {str(event["agent"]): int(event["free"]) for event in game.of("explored")} == free
    assert game.row["free_explores"] == sum(free.values())
    assert game.row["explore"] == players - sum(free.values())


def test_a_free_explore_comes_back_with_every_visit() -> None:
    mission = small_mission(["- - - - - -"] * 2, goal=99)
    game = played(mission, 2, location=[0, 1], action=[NEW, NEW, STAND, STAND, STAND, STAND, NEW, NEW])
    assert game.row["free_explores"] == 4
    assert game.row["explore"] == 0


def test_who_stands_by_may_explore_unless_the_option_forbids_it() -> None:
    mission = small_mission(["T9 D9 S9"])
    assert EXPLORE in played(mission, action=[STAND, STAND, STAND]).asked("action")[2]
    assert EXPLORE not in played(mission, 2, {"bare_explore": "off"}, action=[STAND, STAND, STAND]).asked("action")[2]


def test_a_personal_conflict_leaves_no_choice() -> None:
    game = played(small_mission(["T3!"], goal=2))
    assert game.row["conflicts"] == game.row["tests"] == 1
    assert game.asked("action")[:1] in ([], [[EXPLORE, STAND_BY]], [[STAND_BY]])
    assert game.row["end"] == COMPLETED


def test_a_test_stays_open_until_it_succeeds_unless_the_option_closes_it() -> None:
    assert played(small_mission(["T9"], fail_loss=0), 2, {"surplus": False}, testing=True).row["end"] == WIPED
    once = played(small_mission(["T9"]), 2, {"retry": "off"}, testing=True)
    assert once.row["tests"] == 1
    assert once.row["end"] == EXHAUSTED


def test_sixty_rounds_stall_the_mission() -> None:
    game = played(small_mission(["T9", "-"], levels=(30, 30, 30, 5), azrak=95))
    assert game.row["turns"] == 60
    assert game.row["end"] == STALLED


def test_the_goal_ends_the_mission_at_once_and_counts_in_full() -> None:
    game = played(small_mission(["T3 T3", "i"], goal=1), testing=True)
    assert game.row["points"] == 2
    assert game.events[-1]["event"] == "end"
    assert game.row["tests"] == 1
    assert game.row["won"] == 1


def test_won_is_completed_within_par() -> None:
    mission = small_mission(["T9 i i"], goal=2, par=0)
    assert played(mission, 2).row["won"] == 1
    dear = played(small_mission(["T9 i T9 T9 i"], goal=2, par=0), 2, location=[0, 0], card=[-1, -1])
    assert dear.row["won"] == (1 if dear.row["returned"] == 0 else 0)
    assert dear.row["end"] == COMPLETED


def test_shift_is_added_to_every_difficulty() -> None:
    for shift, difficulty in ((-1, 3), (0, 4), (1, 5)):
        game = played(small_mission(["T4 G"], goal=99), 2, shift=shift, testing=True)
        tests = {event["kind"]: event["difficulty"] for event in game.of("test")}
        assert tests["group conflict"] == difficulty
        assert tests.get("test", difficulty) == difficulty


def test_bad_answers_stop_the_game() -> None:
    assert played(small_mission(["-", "i"]), location=[2]).fault == BAD_LOCATION
    assert played(small_mission(["-", "i"]), location=[0, 0]).fault == BAD_LOCATION
    assert played(small_mission(["- -"]), card=[0]).fault == BAD_CARD
    assert played(small_mission(["- -"]), card=[-1, -1], action=[TEST]).fault == BAD_ACTION
    assert played(small_mission(["- - -"]), action=[explore(5)]).fault == BAD_ACTION


@pytest.mark.parametrize("mission", ["C"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reshuffle": "round", "bare_explore": "off"},
        {"reshuffle": "always", "retry": "off", "azrak": 40},
        {"surplus": "off", "free_refreshes": 1},
        {"emergency_pays": "on", "support": 0},
    ],
    ids=" ".join,
)
def test_identities_hold_after_every_game(mission: str, options: dict[str, object]) -> None:
    for policy in ("random", "gambler", "veteran"):
        for players in (2, 3, 4):
            cell = cell_of(mission, policy, players, 0, **options)
            batch = TABLES.play_batch(cell, 5, 0, 200)
            check_identities(batch, players, cell.spec["options"], mission)


def check_identities(batch: Batch, players: int, options: Json, mission: str) -> None:
    """With an emergency that pays, it takes the place of the payment, which is then not counted."""
    rows, levels = batch.rows, [8, 8, 8, 8] if mission in "AB" else [7, 8, 8, 9]
    row = {name: rows[name].astype(np.int64) for name in rows.dtype.names or ()}
    there = row["returned"] + row["on_map"] + row["in_vortex"] + row["in_reserves"]
    in_play = [options["azrak"]] if options["surplus"] else {sum(each) for each in combinations(levels, players)}
    assert set(there.tolist()) <= set(in_play)
    assert (row["tests"] == row["successes"] + row["crits"] + row["fails"]).all()
    assert (row["conflicts"] + row["group_tests"] <= row["tests"]).all()
    assert (row["returned"] == row["enter"] - row["on_map"] + row["refresh_standard"] + row["emergency"]).all()
    assert (row["refresh_free"] + row["emergency_free"] <= options["free_refreshes"]).all()
    assert (row["won"] <= (row["end"] == COMPLETED)).all()
    assert ((row["points"] >= {"A": 20, "B": 16, "C": 18}[mission]) == (row["end"] == COMPLETED)).all()
    for paid, times in (("enter", "turns"), ("start", "tests")):
        assert (row[paid] <= row[times]).all()
        assert options["emergency_pays"] or (row[paid] == row[times]).all()
    counted = dict(zip([column.name for column in COUNTERS], batch.pieces.sum(axis=0).tolist(), strict=True))
    assert counted["games"] == players * len(rows)
    assert counted["spent"] == sum(
        int(row[name].sum()) for name in ("enter", "explore", "start", "boost", "support", "loss")
    )
    assert counted["supported"] == int(row["support"].sum())
    for name in ("tests", "successes", "crits", "fails", "lost_control"):
        assert counted[name] == int(row[name].sum())
