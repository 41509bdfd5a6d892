"""Shots and ends, in positions worked out by hand."""

import pytest

from engine.euphoria.table.state import (
    ANARCHISTS_WIN,
    BOTH_LEADERS,
    EUPHORIA_WINS,
    GOING_ON,
    LONE_ANARCHIST,
    SUBTERRA_WINS,
)
from tests.support.euphoria.position import Position, expose, nothing, player, recruit, shoot, use

ROWS = ("E e s", "S s e", "e e s", "s s e", "e s s")


def with_row(number: int, row: str) -> tuple[str, ...]:
    return (*ROWS[:number], row, *ROWS[number + 1 :])


def test_a_player_without_a_leader_becomes_an_anarchist() -> None:
    here = Position(with_row(3, "s* s e"), deck="none", aims={0: 3, 3: 1}).play(shoot())
    assert here.anarchists == [3]
    assert here.row(3) == "s s e", "all were shown, and the Followers are hidden again"
    assert [here.known_by(at) for at in (9, 10, 11)] == [[0, 1, 2, 3, 4]] * 3
    assert (here.aims, here.middle) == ({}, 2), "both lasers are in the middle"
    assert (here.tally.shots, here.tally.shots_leader, here.tally.shots_ally) == (1, 0, 0)
    assert here.tally.first_shot == 4
    assert here.end == GOING_ON


def test_a_hidden_leader_is_exposed_and_stays_so() -> None:
    here = Position(deck="none", aims={0: 1}).play(shoot())
    assert here.row(1) == "S* s e"
    assert here.anarchists == []
    assert (here.tally.shots_leader, here.tally.exposed_by, here.tally.first_leader) == (1, 1, 4)
    assert here.end == GOING_ON


def test_who_is_shot_draws_an_artifact_that_is_too_late() -> None:
    here = Position(aims={0: 3}, pile=["shield"]).play(nothing(), shoot())
    assert here.hand(3) == ["shield"]
    assert here.questions("reaction") == []
    assert here.anarchists == [3]


def test_an_exposed_leader_shot_by_the_other_side() -> None:
    here = Position(with_row(1, "S* s e"), deck="none", aims={0: 1}).play(shoot())
    assert (here.end, here.winners, here.world.table.killer) == (EUPHORIA_WINS, [0, 2], 0)
    assert (here.tally.shots, here.tally.shots_leader, here.tally.shots_ally) == (1, 1, 0)


def test_an_exposed_leader_shot_by_the_own_side_is_an_own_goal() -> None:
    here = Position(with_row(1, "S* s e"), deck="none", aims={3: 1}, seat_to_play=3).play(shoot())
    assert (here.end, here.winners, here.world.table.killer) == (EUPHORIA_WINS, [0, 2], 3)
    assert here.tally.shots_ally == 1


def test_subterra_wins() -> None:
    here = Position(with_row(0, "E* e s"), deck="none", aims={3: 0}, seat_to_play=3).play(shoot())
    assert (here.end, here.winners) == (SUBTERRA_WINS, [1, 3, 4])


def test_an_anarchist_shoots_a_leader_for_all_anarchists() -> None:
    here = Position(with_row(1, "S* s e"), deck="none", aims={3: 1}, seat_to_play=3, anarchists=[2, 3]).play(shoot())
    assert (here.end, here.winners, here.world.table.killer) == (ANARCHISTS_WIN, [2, 3], 3)
    assert here.tally.shots_ally == 0


def test_an_anarchist_who_is_shot_stays_one() -> None:
    here = Position(deck="none", aims={2: 3, 3: 2}, anarchists=[2, 3], seat_to_play=2).play(shoot())
    assert here.anarchists == [2, 3]
    assert (here.aims, here.tally.shots, here.tally.shots_ally) == ({}, 1, 0)
    assert here.known_by(9) == [0, 1, 2, 3, 4]


def test_the_option_without_anarchists() -> None:
    here = Position(deck="none", aims={0: 3}, options={"anarchists": False}).play(shoot())
    assert here.anarchists == []
    assert here.known_by(9) == [0, 1, 2, 3, 4]


def swapped(rows: tuple[str, ...], *, anarchists: tuple[int, ...] = (), mine: int, other: int) -> Position:
    here = Position(rows, hands={0: ["barter"]}, anarchists=anarchists)
    return here.play(nothing(), use(), expose(2), recruit(mine), player(other // 3), recruit(other))


def test_both_leaders_win_alone() -> None:
    here = swapped(ROWS, mine=1, other=3)
    assert (here.end, here.winners, here.world.table.killer) == (BOTH_LEADERS, [0], -1)
    assert here.row(0) == "E S s*"
    assert here.counter("barter", 3) == 1, "it decided a game"


def test_the_other_player_can_get_both_leaders() -> None:
    here = swapped(ROWS, mine=0, other=4)
    assert (here.end, here.winners) == (BOTH_LEADERS, [1])


def test_an_anarchist_with_a_leader_wins_alone() -> None:
    rows = ("e e s", "S s e", "E e s", "s s e", "e s s")
    here = swapped(rows, anarchists=(0, 3), mine=1, other=3)
    assert (here.end, here.winners) == (LONE_ANARCHIST, [0])


def test_who_loses_his_leader_is_of_the_side_of_his_followers() -> None:
    """Seat 1 gives its Leader away and holds e s e: it is Euphorian now, and wins when seat 2, which got the Leader, is
    shot."""
    rows = ("e e s", "S s e", "E e s", "s s e", "e s s")
    here = swapped(rows, mine=0, other=3)
    assert (here.row(0), here.row(1)) == ("S e s*", "e s e")
    table = here.world.table
    table.exposed |= 1
    table.aim[1], table.middle = 0, 1
    here.play(nothing(), shoot())
    assert (here.end, here.winners, here.world.table.killer) == (EUPHORIA_WINS, [1, 2], 1)


@pytest.mark.parametrize("exposed", ["", "*"])
def test_a_swap_keeps_faces(exposed: str) -> None:
    here = swapped(with_row(3, f"s{exposed} s e"), mine=1, other=9)
    assert here.row(0) == f"E s{exposed} s*"
    assert here.row(3) == "e s e"
