"""A day and a game: arrivals, clocks and marks, rivals, markets, clean-up, set-up."""

from typing import Any

import numpy as np

from engine.kernel.compiled import INTERPRETED
from engine.kernel.plain_python import elsewhere
from engine.oracle.cells.play_cell import TABLES
from engine.oracle.game import ORACLE
from engine.oracle.table.state import HIRE, STAFF
from tests.support.oracle.cells import make, tiny
from tests.support.oracle.position import Seen, play

GAMES = 3 if INTERPRETED else 40


def told(players: int, index: int = 0, **options: Any) -> list[dict[str, Any]]:
    return ORACLE.replay(make("A", "random", players, **options), 1, index).events


def test_24_are_drawn_a_day_whatever_the_number_of_players() -> None:
    for players in (1, 2, 3, 4):
        days = np.zeros(4, int)
        day = 0
        for event in told(players):
            day = event["day"] if event["event"] == "day" else day
            days[day] += 1 if event["event"] == "arrival" else 0
            days[day] += len(event["drawn"]) if event["event"] == "draw" else 0
        assert days.tolist() == [0, 24, 24, 24]


def test_the_marks_of_each_number_of_players() -> None:
    expected = {1: ({2, 4, 6, 8, 10, 12}, 2), 2: ({4, 8, 12}, 2), 3: ({6, 12}, 2), 4: ({4, 8, 12}, 1)}
    for players, (marks, each) in expected.items():
        draws = [event for event in told(players) if event["event"] == "draw"]
        assert {event["hour"] for event in draws} == marks
        assert {len(event["drawn"]) for event in draws} == {each}
        assert {event["seat"] for event in draws} == set(range(players))


def test_marks_can_be_set() -> None:
    draws = [event for event in told(2, marks=[3], draw=1) if event["event"] == "draw"]
    assert {(event["hour"], len(event["drawn"])) for event in draws} == {(3, 1)}
    assert len(draws) == 6


def test_the_lowest_clock_acts_and_the_oracle_at_a_tie() -> None:
    for index in range(GAMES):
        clocks = [0, 0, 0]
        for event in told(3, index):
            if event["event"] == "day":
                clocks = [0, 0, 0]
            if event["event"] == "throw":
                assert clocks[0] == event["hour"] == min(clocks)
            if event["event"] in ("action", "idle"):
                clocks[0] += event["hours"]
            if event["event"] == "rival":
                seat = event["seat"]
                assert clocks[seat] == min(clocks)
                assert all(clock > clocks[seat] for clock in clocks[:seat])
                assert event["hours"] in ((1, 2) if clocks[seat] < 11 else (1,))
                clocks[seat] += event["hours"]


def test_rivals_take_one_or_two_hours_alike() -> None:
    hours = [event["hours"] for index in range(4 * GAMES) for event in told(4, index) if event["event"] == "rival"]
    ones, twos = hours.count(1), hours.count(2)
    assert set(hours) == {1, 2}
    assert twos > 0.35 * (ones + twos)


def test_the_set_up_throws_until_both_halves_have_runes() -> None:
    cell = make("A", "random", clump=0.9)
    for index in range(GAMES):
        first = next(event for event in ORACLE.replay(cell, 1, index).events if event["event"] == "throw")
        assert 0 < len(first["second_half"]) < 5


def test_the_set_up() -> None:
    seen = play(tiny(), "bone 1:1 | doll tree 2:1", answers={"action": HIRE, "hire": 0})
    assert seen.table["filled"] == [1, 1]
    assert seen.table["boxes"] == [0, 0]
    none = play(tiny(boxes=0), "bone 1:1 | doll tree 2:1", answers={"action": HIRE, "hire": 0})
    assert none.table["filled"] == [0, 0]


def day(**given: Any) -> Seen:
    """A day of two hours in which somebody is hired."""
    table = given.pop("table", {})
    return play(
        given.pop("layout", tiny()),
        ["bone 1:1 | doll tree 2:1"],
        what="day",
        table={"space": STAFF, **table},
        draws="R" * 14,
        answers={"action": HIRE, "hire": 0},
        **{"hours": 2, "marks": [2], "draw": 2, **given},
    )


def test_market_icons_pay_once_or_at_every_market() -> None:
    once = day(table={"at_market": 3})
    assert (once.row["sponsor_market"], once.table["at_market"]) == (3, 0)
    every = day(table={"at_market": 3}, every_market=True)
    assert (every.row["sponsor_market"], every.table["at_market"]) == (3, 3)


def test_goods_go_back_to_the_supply_at_the_market() -> None:
    sold = {(0, 0): 1, (1, 3): 0}
    assert day(supply=sold).supply == [[3] * 4, [2] * 4]
    kept = day(supply=sold, goods_return=False).supply
    assert kept == [[1, 3, 3, 3], [2, 2, 2, 0]]


def test_arrivals_meet_predictions_of_yesterday() -> None:
    seen = day(predictions=[("G", 2), ("B", 4)])
    assert seen.row["failed"] == 2
    hit = play(
        tiny(),
        ["bone 1:1 | doll tree 2:1"],
        what="day",
        predictions=[("G", 2)],
        draws="GRRRRRRRRRRRRR",
        answers={"action": HIRE, "hire": 0, "reward": 1, "colour": 0},
        hours=2,
        marks=[2],
        draw=2,
    )
    assert hit.row["tier2"] == 1


def test_everything_else_stays_over_night() -> None:
    seen = day(
        table={"hired": 2, "corruption": 3, "strip_left": 1, "funded": [1, 0, 2, 0]},
        predictions=[("G", 60)],
        drawn=[0],
        rows=([2], [5]),
    )
    table = seen.table
    assert (table["hired"], table["corruption"], table["strip_left"]) == (3, 3, 1)
    assert (table["funded"], table["rows"], table["unstruck"]) == ([1, 0, 2, 0], [[2], [5]], [46])
    assert (table["open_edges"], table["space"]) == (11, HIRE)


def test_the_bag_is_full_again_every_day() -> None:
    for event, bag in elsewhere(bags_of, 5):
        assert bag == [13, 13, 9, 9, 5], event


def bags_of(rogues: int) -> list[tuple[int, list[int]]]:
    """The bag at the beginning of each day, from the events of a game."""
    events = ORACLE.replay(make("A", "random", 1, rogues), 1, 0).events
    order = ["red", "green", "blue", "yellow", "rogue"]
    found, drawn = [], [0] * 5
    for event in events:
        if event["event"] == "day":
            drawn = [0] * 5
        for name in [event["colour"]] if event["event"] == "arrival" else event.get("drawn", []):
            drawn[order.index(name)] += 1
        if event["event"] == "market":
            full = [13, 13, 9, 9, rogues]
            found.append((event["turn"], [full[at] if drawn[at] <= full[at] else -1 for at in range(5)]))
            assert sum(drawn) == 24
    return found


def test_rogues_share_the_order_of_adventurers() -> None:
    """With more rogues in the bag, the adventurers come in the same order."""

    def order(rogues: int) -> list[str]:
        events = ORACLE.replay(make("A", "random", 1, rogues), 1, 3).events
        first = [event["colour"] for event in events if event["event"] == "arrival"][:12]
        return [colour for colour in first if colour != "rogue"]

    few, many = order(0), order(8)
    assert few[: len(many)] == many


def test_days_and_hours_can_be_set() -> None:
    rows = TABLES.play_batch(make("A", "random", days=2, hours=6), 1, 0, GAMES).rows
    assert set(rows["hours"] + rows["idle_hours"]) == {12}


def test_exactly_par_wins() -> None:
    worth = int(TABLES.play_batch(make(tiny(), "greedy"), 1, 0, 1).rows["worth"][0])
    for par, won in ((worth, 1), (worth + 1, 0)):
        row = TABLES.play_batch(make(tiny(par=par), "greedy"), 1, 0, 1).rows[0]
        assert (int(row["worth"]), int(row["won"])) == (worth, won)
