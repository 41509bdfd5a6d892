"""The habits of the policies, in missions worked out by hand. Seats in events count from 1."""

from typing import Any

import numpy as np
import pytest

from engine.game.cell import Json
from engine.hadal.cells.play_cell import TABLES
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


@pytest.mark.parametrize(("policy", "lost"), [("counter", 0), ("counter broken=lose", 1), ("veteran", 1)])
def test_the_last_azrak(policy: str, lost: int) -> None:
    """Seat 1 pays its only Azrak to enter."""
    mission = small_mission(["i", "i"], levels=(2, 8, 8, 8), attributes=((0, 0, 0),) * 4, goal=2)
    mission["receptacles"]["one"]["level"], mission["azrak"] = 1, 25
    events = told(mission, policy, free_refreshes=0)
    assert len([event for event in of(events, "lost control") if event["turn"] == 1]) in (lost, 1)
    assert bool(of(events, "emergency refresh")) == (lost == 0)


def test_counting_knows_which_cards_are_left() -> None:
    """With an emptying pile, counter beats sharp on the same luck; shuffled after each card, they are the same."""
    for when, same in (("always", True), ("empty", False)):
        both = [
            TABLES.play_batch(cell_of("A", policy, 3, reshuffle=when), 1, 0, 300).rows
            for policy in ("sharp", "counter")
        ]
        assert bool((both[0] == both[1]).all()) is same
    assert float(np.mean(both[1]["returned"])) < float(np.mean(both[0]["returned"]))


@pytest.mark.full
@pytest.mark.parametrize("policy", ["veteran"])
def test_every_policy_keeps_the_rules(policy: str) -> None:
    said: list[str] = []
    assert HADAL.policies.check(policy, said.append) == []
