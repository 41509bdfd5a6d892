"""The habits of the policies, in missions worked out by hand. Seats in events count from 1."""

from typing import Any

import numpy as np
import pytest

from engine.game.cell import Json
from engine.hadal.cells.play_cell import TABLES
from engine.hadal.cells.policy_set import LADDER
from engine.hadal.game import HADAL
from engine.hadal.minds.habits import Memory
from engine.hadal.minds.worth import Worth, best_extras
from engine.hadal.table.state import CONFLICT, GROUP, TEST, Table, View
from engine.kernel.records import new
from tests.support.hadal.position import cell_with, small_mission
from tests.support.hadal.references import cell_of


def told(mission: Json, policy: str, index: int = 0, **options: Any) -> list[Json]:
    return HADAL.replay(cell_with(mission, 2, policy=policy, options=options), 1, index).events


def of(events: list[Json], name: str) -> list[Json]:
    return [event for event in events if event["event"] == name]


def test_the_location_with_most_to_do_comes_first() -> None:
    events = told(
        small_mission(["T9 -", "- - -", "- - -", "i"], goal=99), "gambler explore_at=99", free_explores="none"
    )
    assert [event["location"] for event in of(events, "round")[:3]] == [2, 3, 1]


def test_a_test_is_left_to_a_companion_who_is_better_by_two() -> None:
    attributes = ((1, 1, 1), (3, 1, 1), (1, 1, 1), (1, 1, 1))
    mission = small_mission(["T4"], attributes=attributes, fate=[1], goal=1)
    events = told(mission, "gambler", free_explores="none")
    assert [event["agent"] for event in of(events, "test")] == [2]
    close = small_mission(["T4"], attributes=((2, 1, 1), *attributes[1:]), fate=[2], goal=1)
    assert [event["agent"] for event in of(told(close, "gambler"), "test")] == [1]


@pytest.mark.parametrize(
    ("policy", "fate", "paid"),
    [
        ("gambler", (-2, 0, 2), 0),
        ("even", (-2, 0, 2), 2),
        ("safe", (-2, 0, 2), 4),
        ("sharp", (0,), 2),
        ("sharp g=0.1", (0,), None),
        ("sharp", (-2, -2, 2), 4),
        ("counter", (-2, -2, 2), 4),
    ],
)
def test_extras_of_each_policy(policy: str, fate: tuple[int, ...], paid: int | None) -> None:
    """Attribute 2, difficulty 4. By worth: 5 points a point, 2 points for a critical."""
    mission = small_mission(["T4"], attributes=((2, 2, 2),) * 4, fate=fate, goal=1)
    events = told(mission, policy)
    first = of(events, "fate")
    if paid is None:
        assert not first or first[0]["turn"] > 1
        return
    assert first[0]["sum"] - first[0]["fate"] - 2 == paid


def test_extras_come_from_the_greatest_reserve_within_the_support() -> None:
    mission = small_mission(["T9"], levels=(6, 8, 8, 8), attributes=((4, 4, 4),) * 4, goal=1, fate=[0])
    events = told(mission, "even")
    paid = {(event["agent"], event["support"]): event["azrak"] for event in of(events, "paid")}
    assert paid == {(1, False): 3, (2, True): 2}


def test_one_extra_comes_from_the_greatest_reserve() -> None:
    """The tester has 4 left after its start, the supporter 8."""
    mission = small_mission(["T5"], levels=(6, 8, 8, 8), attributes=((4, 4, 4),) * 4, goal=1, fate=[0])
    paid = {(event["agent"], event["support"]): event["azrak"] for event in of(told(mission, "even"), "paid")}
    assert paid == {(2, True): 1}


def test_an_agent_that_cannot_pay_is_nobodys_better() -> None:
    """Seat 2 is better by 2, but has one Azrak only."""
    mission = small_mission(
        ["T4"], levels=(8, 1, 8, 8), attributes=((1, 1, 1), (3, 3, 3), (1, 1, 1), (1, 1, 1)), fate=[3], goal=1
    )
    events = told(mission, "gambler", free_explores="none")
    assert [(event["turn"], event["agent"]) for event in of(events, "test")] == [(1, 1)]


@pytest.mark.parametrize(("level", "explores"), [(5, [1]), (4, [])])
def test_explores_are_paid_from_four_azrak_on(level: int, explores: list[int]) -> None:
    """Seat 1 pays the entry first; seat 2 has one Azrak."""
    mission = small_mission(["- - i"], levels=(level, 1, 8, 8), goal=9)
    found = of(told(mission, "gambler", free_explores="none"), "explored")
    assert [event["agent"] for event in found if event["turn"] == 1] == explores


def reading_first(mission: Json, policy: str, content: str, **options: Any) -> list[Json]:
    """A game in which the first card that is read has this content."""
    for index in range(60):
        events = told(mission, policy, index=index, **options)
        if of(events, "read")[0]["content"].startswith(content):
            return events
    raise AssertionError(content)


def test_nobody_explores_into_a_test_that_it_cannot_pay() -> None:
    """Seat 1 has one Azrak after its entry and puts the test back; its free Explore does not take it again."""
    mission = small_mission(["T1 -"], levels=(2, 8, 8, 8), attributes=((2, 2, 2),) * 4, goal=9)
    events = reading_first(mission, "gambler", "a test")
    explored = [event for event in of(events, "explored") if event["turn"] == 1]
    assert [event["agent"] for event in explored] == [2]


def test_an_open_test_is_explored_before_an_unread_card() -> None:
    """Seat 1 leaves its test to seat 2, who takes it in its second Explore although a card is unread."""
    attributes = ((1, 1, 1), (3, 3, 3), (1, 1, 1), (1, 1, 1))
    mission = small_mission(["T4 - - - - - -"], attributes=attributes, fate=[1], goal=9)
    events = reading_first(mission, "gambler", "a test")
    cards = [event["card"] for event in of(events, "explored") if event["agent"] == 2 and event["turn"] == 1]
    assert cards[1] == of(events, "read")[0]["card"]


def test_of_cards_that_are_read_the_easiest_test_is_taken() -> None:
    """The captain of round 2 is the runner, whose dexterity is greater than its technology."""
    events = told(small_mission(["T30 D30"]), "even explore_at=99", free_explores="none")
    took = [(event["agent"], event["card"]) for event in of(events, "took") if event["turn"] == 2]
    assert took == [(2, 2), (1, 1)]


@pytest.mark.parametrize(("agent", "attribute"), [(1, "technology"), (2, "dexterity")])
def test_the_easiest_test_of_a_group_conflict_is_taken(agent: int, attribute: str) -> None:
    mission = small_mission(["G"], goal=2, fate=[1], group={"tests": "S4 D4 T4"})
    tests = of(told(mission, "gambler"), "test")
    assert next(event["attribute"] for event in tests if event["agent"] == agent) == attribute


def refreshes(mission: Json, policy: str, **options: Any) -> list[Json]:
    """The refreshes after round 1."""
    return [event for event in of(told(mission, policy, **options), "refresh") if event["turn"] == 1]


def test_who_plays_at_random_takes_every_test_of_a_group_conflict() -> None:
    mission = small_mission(["G"], group={"tests": "T3 D9", "loss": 0}, goal=99)
    taken = {event["attribute"] for index in range(3) for event in of(told(mission, "random", index), "test")}
    assert taken == {"technology", "dexterity"}


def test_a_vortex_of_one_is_left_alone() -> None:
    """The start of a test is all that is in it."""
    mission = small_mission(["T1", "-", "-"], goal=9)
    assert refreshes(mission, "gambler rho=1", surplus="off", free_refreshes=0, free_explores="none") == []
    extra = small_mission(["T4", "-", "-"], goal=9)
    assert len(refreshes(extra, "even rho=1", surplus="off", free_refreshes=0, free_explores="none")) == 1


def test_a_refresh_is_made_at_the_share_itself() -> None:
    """After the entry, 15 of 16 are left."""
    mission = small_mission(["-", "-"], goal=9)
    assert len(refreshes(mission, "gambler rho=0.9375", free_refreshes=0)) == 1
    assert refreshes(mission, "gambler rho=0.93", free_refreshes=0) == []


def test_the_lowest_reserve_is_dealt_to_first() -> None:
    """Seat 1 has paid the entry, seat 2 a start and two extras: of three in the Vortex, two come back to seat 2."""
    mission = small_mission(["T5", "-"], attributes=((1, 1, 1), (3, 3, 3), (1, 1, 1), (1, 1, 1)), goal=9)
    events = told(mission, "even rho=1", surplus="off", support=0, free_refreshes=0)
    assert of(events, "dealt")[0]["reserves"] == [7, 7]


def test_the_last_agent_present_does_not_lose_control() -> None:
    """Seat 2 loses control by its entry in round 2; seat 1, with one Azrak and a conflict, is then alone."""
    mission = small_mission(["-", "T3!"], levels=(2, 1, 8, 8), goal=9)
    events = told(mission, "counter broken=lose rho=0", free_refreshes=0)
    assert [event["agent"] for event in of(events, "lost control") if event["turn"] == 2] == [2]
    assert [event["agent"] for event in of(events, "emergency refresh")][:1] == [1]


def test_a_free_emergency_goes_first() -> None:
    mission = small_mission(["T3!", "-"], levels=(2, 8, 8, 8), goal=9)
    found = of(told(mission, "counter"), "emergency refresh")
    assert found[0]["free"]


def worth_of(kind: int, margin: int, most: int, g: float = 5.0, **numbers: Any) -> Worth:
    """The best extras of a test in a small mission with one Fate card, 0."""
    mind: Any = new(Memory)
    mind.g = g
    scenario = TABLES.laid_out(cell_with(small_mission(["-"], **numbers)))["scenario"]
    return best_extras(View(scenario, new(Table)), mind, kind, margin, most)


def test_worth_by_hand() -> None:
    """Fate −2 −1 0 0 1 2, margin −1: one extra makes 2/6 criticals and 2/6 successes: 5·(2/6 + 2·2/6) − 2/6 − 2."""
    mind = new(Memory)
    mind.g = 5.0
    view = View(TABLES.laid_out(cell_of("A", "sharp", 3))["scenario"], new(Table))
    best = best_extras(view, mind, TEST, -1, 1)
    assert best.extras == 1
    assert best.worth == pytest.approx(5 * (2 / 6 + 2 * 2 / 6) - 2 / 6 - 2)
    nothing = best_extras(view, mind, TEST, -1, 0)
    assert nothing.worth == pytest.approx(5 * (1 / 6 + 2 / 6) - 4 / 6 - 1)


def test_the_fewest_extras_are_paid_at_a_tie() -> None:
    """If points are worth nothing, a failure costs as much as the extra that prevents it."""
    assert worth_of(TEST, -1, 1, g=0.0) == (0, -2.0)


def test_worth_of_conflicts_by_hand() -> None:
    """Damage counts in a group conflict, and each kind of test has its own loss."""
    assert worth_of(GROUP, 0, 0, success=5, crit=9) == (0, 5 * 2 - 1)
    assert worth_of(TEST, 0, 0, success=5, crit=9) == (0, 5 * 9 - 1)
    assert worth_of(TEST, -1, 0, fail_loss=3, conflict_loss=7).worth == -3 - 1
    assert worth_of(CONFLICT, -1, 0, fail_loss=3, conflict_loss=7).worth == -7 - 1
    assert worth_of(GROUP, -1, 0, fail_loss=3, conflict_loss=7).worth == -1 - 1


def test_rounds_without_a_point_make_less_choosy() -> None:
    """Attribute 3 against 12, with 6 or 7 to add: 2 or 3 are missing. The captain of round 4 has 6, and after three
    rounds without a point that is near enough."""
    mission = small_mission(["T12"], attributes=((3, 3, 3),) * 4, goal=1, fate=[3])
    events = told(mission, "even explore_at=99", free_explores="none")
    assert [event["slack"] for event in of(events, "round")] == [0, 1, 2, 3]
    assert [(event["turn"], event["agent"]) for event in of(events, "test")] == [(4, 2)]


def test_a_point_ends_the_slack() -> None:
    mission = small_mission(["T30", "T30", "i"], goal=9)
    events = told(mission, "even explore_at=99", free_explores="none")
    slacks = [event["slack"] for event in of(events, "round")]
    read = next(event["turn"] for event in of(events, "scored"))
    assert slacks[: read + 1] == [*range(read), 0]


@pytest.mark.parametrize(("policy", "lost"), [("counter", 0), ("counter broken=lose", 1), ("veteran", 1)])
def test_the_last_azrak(policy: str, lost: int) -> None:
    """Seat 1 pays its only Azrak to enter."""
    mission = small_mission(["i", "i"], levels=(2, 8, 8, 8), attributes=((0, 0, 0),) * 4, goal=2)
    mission["receptacles"]["one"]["level"], mission["azrak"] = 1, 25
    events = told(mission, policy, free_refreshes=0)
    assert len([event for event in of(events, "lost control") if event["turn"] == 1]) in (lost, 1)
    assert bool(of(events, "emergency refresh")) == (lost == 0)


def test_a_refresh_is_made_at_half_and_late_by_veterans() -> None:
    mission = small_mission(["- - - - - -"] * 4, goal=99)
    half = told(mission, "counter rho=1", free_refreshes=0)
    assert of(half, "refresh")[0]["turn"] == 1
    never = told(mission, "counter rho=0", free_refreshes=0)
    assert of(never, "refresh") == []
    assert of(told(mission, "counter rho=1 need=0.01", free_refreshes=0), "refresh") == []


def test_free_refreshes_go_first_and_the_lowest_reserve_is_filled() -> None:
    mission = small_mission(["- - - - - -"] * 4, goal=99)
    events = told(mission, "counter rho=1")
    assert of(events, "refresh")[0]["free"]
    dealt = of(events, "dealt")[0]["reserves"]
    assert dealt == [8, 8]


def test_counting_knows_which_cards_are_left() -> None:
    """With an emptying pile, counter beats sharp on the same luck; shuffled after each card, they are the same."""
    for when, same in (("always", True), ("empty", False)):
        both = [
            TABLES.play_batch(cell_of("A", policy, 3, reshuffle=when), 1, 0, 300).rows
            for policy in ("sharp", "counter")
        ]
        assert bool((both[0] == both[1]).all()) is same
    assert float(np.mean(both[1]["returned"])) < float(np.mean(both[0]["returned"]))


def test_policies_see_only_what_is_public() -> None:
    """What a policy is shown has no card that nobody has read, and not the order of the pile."""
    from engine.hadal.table.state import Table, View

    assert View._fields == ("scenario", "table")
    assert not {"pile_order", "order", "ordered"} & set(Table.__annotations__)
    events = told(small_mission(["T9 D9 S9 -"], goal=99), "random")
    assert of(events, "took")


@pytest.mark.full
@pytest.mark.parametrize("policy", LADDER)
def test_every_policy_keeps_the_rules(policy: str) -> None:
    said: list[str] = []
    assert HADAL.policies.check(policy, said.append) == []
