"""Tests, Fate and the group conflict, in missions worked out by hand."""

import pytest

from engine.hadal.mission.files import load_mission
from engine.hadal.mission.sheet import fate_counts
from engine.hadal.table.faults import BAD_EXTRAS, BAD_GROUP_TEST
from engine.hadal.table.state import COMPLETED, WIPED
from tests.support.hadal.position import STAND, TEST, played, small_mission
from tests.support.hadal.references import FAIL_CRITICAL_SUCCESS


def test_the_example_of_the_rulebook() -> None:
    """Attribute 2, own +2, support +1, Fate −1, difficulty 4: critical. The helper has put its card back."""
    mission = small_mission(["T4 -"], fate=[-1], attributes=((2, 2, 2),) * 4, goal=2)
    game = played(mission, 4, action=[STAND, STAND, STAND, TEST], extras=[(2, 1, 0, 0)])
    tester = game.of("test")[0]["agent"]
    if tester == 2:
        game = played(mission, 4, action=[STAND, STAND, STAND, TEST], extras=[(1, 2, 0, 0)])
    assert game.of("fate")[0] | {"turn": 1} == {
        "turn": 1,
        "event": "fate",
        "fate": -1,
        "sum": 4,
        "difficulty": 4,
        "result": "is critical",
        "left": 0,
    }
    assert (game.row["start"], game.row["boost"], game.row["support"], game.row["crits"]) == (1, 2, 1, 1)
    assert game.row["points"] == 2
    assert game.row["in_vortex"] == 4


@pytest.mark.parametrize(
    ("fate", "result", "points", "loss"), [(-1, "fails", 0, 1), (0, "is critical", 2, 0), (1, "succeeds", 1, 0)]
)
def test_a_sum_fails_below_the_difficulty_and_is_critical_at_it(fate: int, result: str, points: int, loss: int) -> None:
    mission = small_mission(["T3"], fate=[fate])
    game = played(mission, 2, {"retry": "off"}, testing=True)
    assert game.of("fate")[0]["result"] == result
    assert (game.row["points"], game.row["loss"]) == (points, loss)
    assert game.of("test")[0]["value"] == 3


@pytest.mark.parametrize(("word", "loss"), [("T9", 2), ("T9!", 3)])
def test_conflicts_have_their_own_loss(word: str, loss: int) -> None:
    mission = small_mission([word], fail_loss=2, conflict_loss=3)
    game = played(mission, 2, {"retry": "off"}, testing=True)
    assert game.row["loss"] == loss
    assert game.row["in_reserves"] == 16 - 1 - 1 - loss


def test_only_agents_without_a_card_support() -> None:
    mission = small_mission(["T9 T9"], fail_loss=0)
    held = played(mission, 2, {"free_explores": "none"}, action=[TEST, STAND, TEST])
    assert held.asked("extras")[0] == []
    bare = played(mission, 2, {"free_explores": "none"}, action=[STAND, TEST])
    assert bare.asked("extras")[0] == [0]


@pytest.mark.parametrize(
    ("players", "extras", "fault"),
    [
        (2, (6, 0, 0, 0), 0),  # 8 − 1 entry − 1 start − the last one … one too many below
        (2, (7, 0, 0, 0), BAD_EXTRAS),
        (2, (0, 2, 0, 0), 0),
        (2, (0, 3, 0, 0), BAD_EXTRAS),
        (4, (0, 1, 1, 1), 0),
        (4, (0, 2, 0, 0), BAD_EXTRAS),
        (2, (-1, 0, 0, 0), BAD_EXTRAS),
        (2, (0, 0, 1, 0), 0),  # an empty seat is not asked
    ],
)
def test_extras_and_support_have_limits(players: int, extras: tuple[int, ...], fault: int) -> None:
    mission = small_mission(["T9"], levels=(9, 8, 8, 8), goal=99)
    assert played(mission, players, {"retry": "off"}, testing=True, extras=[extras]).fault == fault


def test_supporters_keep_their_last_azrak() -> None:
    mission = small_mission(["T9"], levels=(8, 2, 8, 8), goal=99)
    assert played(mission, 2, {"retry": "off"}, testing=True, extras=[(0, 1, 0, 0)]).fault == 0
    assert played(mission, 2, {"retry": "off"}, testing=True, extras=[(0, 2, 0, 0)]).fault == BAD_EXTRAS


def test_six_tests_draw_each_card_once_and_the_seventh_shuffles() -> None:
    mission = small_mission(["T30"], levels=(40, 20, 20, 19), fate=(-2, -1, 0, 0, 1, 2), fail_loss=0)
    game = played(mission, 2, testing=True)
    drawn = [event["fate"] for event in game.of("fate")]
    assert sorted(drawn[:6]) == sorted(drawn[6:12]) == [-2, -1, 0, 0, 1, 2]
    assert [event["left"] for event in game.of("fate")[:7]] == [5, 4, 3, 2, 1, 0, 5]
    after_six = [event["event"] for event in game.events].index("shuffled", 5)
    assert game.events[after_six - 1]["event"] in ("test", "paid")


def test_the_pile_can_be_shuffled_every_round_or_after_every_card() -> None:
    mission = small_mission(["T30 -"] * 3, levels=(40, 20, 20, 19), fate=(-2, -1, 0, 0, 1, 2), fail_loss=0)
    by_round = played(mission, 2, {"reshuffle": "round", "retry": "off"}, testing=True)
    assert {event["left"] for event in by_round.of("fate")} == {5}
    assert [event["turn"] for event in by_round.of("shuffled")] == [0, 0, 1, 2]
    by_pile = played(mission, 2, {"retry": "off"}, testing=True)
    assert [event["left"] for event in by_pile.of("fate")] == [5, 4, 3]
    always = played(mission, 2, {"reshuffle": "always"}, testing=True)
    assert {event["left"] for event in always.of("fate")} == {6}


@pytest.mark.parametrize("mission", "AC")
def test_the_sixths_of_the_rule_sheet(mission: str) -> None:
    loaded = load_mission(mission)
    for margin, expected in FAIL_CRITICAL_SUCCESS[mission].items():
        assert fate_counts(loaded, margin) == expected


def test_a_group_conflict_is_fought_when_it_is_first_read() -> None:
    mission = small_mission(["G"], attributes=((4, 4, 4),) * 4, goal=2)
    game = played(mission, 2)
    assert game.of("group conflict")[0]["life"] == 4
    assert [event["damage"] for event in game.of("damage")] == [2, 4]
    assert [event["agent"] for event in game.of("test")] == [1, 2]
    assert (game.row["group_tests"], game.row["crits"], game.row["points"]) == (2, 2, 2)
    assert game.row["end"] == COMPLETED


def test_its_turns_begin_with_the_captain() -> None:
    mission = small_mission(["-", "G"], attributes=((4, 4, 4),) * 4, goal=2, group={"life": 6, "life_each": 0})
    game = played(mission, 3, location=[0, 1])
    assert game.of("round")[1]["captain"] == 2
    assert [event["agent"] for event in game.of("test")] == [2, 3, 1]


@pytest.mark.parametrize(("players", "life"), [(1, 4), (2, 4), (3, 5), (4, 6)])
def test_its_life_grows_with_the_party(players: int, life: int) -> None:
    assert played(small_mission(["G"]), players).of("group conflict")[0]["life"] == life


def test_a_success_is_one_damage_and_it_ends_at_once() -> None:
    mission = small_mission(["G"], attributes=((5, 5, 5),) * 4, goal=2, group={"life": 1, "life_each": 1})
    game = played(mission, 2)
    assert [event["damage"] for event in game.of("damage")] == [1, 2, 3]
    assert [event["agent"] for event in game.of("test")] == [1, 2, 1]


def test_it_is_not_fought_twice_and_gives_no_points_of_tests() -> None:
    mission = small_mission(["G -"], attributes=((4, 4, 4),) * 4, goal=9)
    game = played(mission, 2, card=[-1, -1, 0, 1])
    assert len(game.of("group conflict")) == 1
    assert game.row["points"] == 2
    assert game.row["end"] == 2


def test_agents_choose_among_its_tests_and_fail_at_its_price() -> None:
    mission = small_mission(["G"], group={"tests": "T3 D9", "loss": 2}, goal=2)
    game = played(mission, 2, group_test=[1, 0])
    assert [event["attribute"] for event in game.of("test")][:2] == ["dexterity", "technology"]
    assert len(game.of("lost Azrak")) == 2 * game.row["fails"]
    assert played(mission, 2, group_test=[2]).fault == BAD_GROUP_TEST


def test_everybody_else_supports_in_it_card_or_not() -> None:
    game = played(small_mission(["G - -"], goal=99), 3)
    assert sorted({*game.asked("extras")[0], game.of("test")[0]["agent"] - 1}) == [0, 1, 2]
    assert len(game.asked("extras")[0]) == 2


def test_cards_stay_in_front_of_agents_through_it() -> None:
    mission = small_mission(["G T9 D9"], attributes=((4, 4, 4),) * 4, goal=99)
    game = played(mission, 3)
    fought = [event["event"] for event in game.events].index("group conflict")
    passes = [event for event in game.events[fought:] if event["event"] == "put back" and event["turn"] == 1]
    assert {event["agent"] for event in passes} == {1, 2, 3}
    assert not any(event["expelled"] for event in passes)


def test_nobody_left_in_it_wipes_the_mission() -> None:
    mission = small_mission(["G"], group={"life": 99}, goal=99)
    game = played(mission, 2, {"surplus": False})
    assert game.row["end"] == WIPED
    assert game.row["in_reserves"] == 0
    assert game.row["lost_control"] == 2
