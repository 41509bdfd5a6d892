"""The phases and actions of a turn, in positions worked out by hand. Seats and recruits count from 0."""

from typing import Any

import pytest

from engine.euphoria.table.faults import BAD_ACTION, BAD_ARTIFACT_PHASE
from engine.euphoria.table.state import ARM, CAP, GOING_ON, HIDE, INTERROGATE, PASS, SHOOT, USE
from tests.support.euphoria.position import (
    Position,
    arm,
    expose,
    give,
    hide,
    interrogate,
    nothing,
    passes,
    redraw,
    shoot,
    target,
    use,
)


def test_without_artifacts_there_is_no_artifact_phase() -> None:
    here = Position(deck="none").play(passes())
    assert [what for what, *_ in here.asked] == ["action"]
    assert here.tally.passes == 1
    assert here.next_seat == 1


def test_redraw_discards_the_whole_hand_and_draws_one() -> None:
    here = Position(hands={0: ["smoke", "lamp"]}, pile=["coffee", "cover"]).play(redraw(), passes())
    assert here.hand(0) == ["coffee"]
    assert sorted(here.discarded) == ["lamp", "smoke"]
    assert here.tally.redraws == 1


def test_redraw_and_give_need_something() -> None:
    assert Position(hands={1: ["smoke"]}).play(nothing(), passes()).asked[0] == ("phase", 0, [0])
    assert Position(discard=["smoke"]).play(nothing(), passes()).asked[0] == ("phase", 0, [0, 1])
    assert Position(hands={0: ["smoke"]}).play(nothing(), passes()).asked[0] == ("phase", 0, [0, 1, 2])


def test_give_puts_one_artifact_behind_the_others() -> None:
    here = Position(hands={0: ["smoke", "lamp"], 3: ["coffee"]}).play(give(0, 3), passes())
    assert (here.hand(0), here.hand(3)) == (["lamp"], ["coffee", "smoke"])
    assert here.tally.gives == 1


@pytest.mark.parametrize("wrong", [give(2, 3), give(0, 0), give(-1, 3), give(0, 5)])
def test_an_impossible_gift_is_a_fault(wrong: tuple[int, ...]) -> None:
    assert Position(hands={0: ["smoke", "lamp"]}).play(wrong).world.table.fault == BAD_ARTIFACT_PHASE


def test_interrogate_shows_a_hidden_recruit_of_another_player() -> None:
    here = Position(deck="none").play(interrogate(7))
    assert here.known_by(7) == [0, 2]
    assert here.row(2) == "e e s"
    assert here.tally.interrogations == 1


@pytest.mark.parametrize("wrong", [interrogate(1), interrogate(15), interrogate(-1), hide(3), shoot(), use(0)])
def test_an_illegal_action_is_a_fault(wrong: tuple[int, ...]) -> None:
    assert Position(deck="none").play(wrong).world.table.fault == BAD_ACTION


def test_arm_costs_an_exposure_and_aims() -> None:
    here = Position(deck="none").play(arm(), expose(2), target(3))
    assert here.row(0) == "E e s*"
    assert (here.aims, here.middle) == ({0: 3}, 1)
    assert here.known_by(2) == [0, 1, 2, 3, 4]
    assert (here.tally.arms, here.tally.first_arm) == (1, 4)
    assert here.tally.exposed_by == 0


def test_arm_needs_a_laser_a_free_hand_and_a_hidden_recruit() -> None:
    def kinds(here: Position) -> list[int]:
        return here.play(passes()).questions("action")[0][1]

    none: dict[str, Any] = {"deck": "none"}
    assert ARM in kinds(Position(**none))
    assert ARM not in kinds(Position(**none, aims={1: 2, 2: 1}))
    assert ARM not in kinds(Position(**none, aims={0: 2}))
    assert ARM not in kinds(Position(("E* e* s*", *("S s e", "e e s", "s s e", "e s s")), **none))
    assert ARM in kinds(Position(("E* e* s*", *("S s e", "e e s", "s s e", "e s s")), **none, arm_cost=0))


def test_hide_turns_a_follower_of_anybody_face_down() -> None:
    here = Position(("E e s", "S s* e", *("e e s",) * 3), deck="none").play(hide(4))
    assert here.row(1) == "S s e"
    assert here.known_by(4) == [0, 1, 2, 3, 4]
    assert here.tally.hides == 1


def test_nobody_hides_a_leader() -> None:
    here = Position(("E* e s", "S s e", *("e e s",) * 3), deck="none").play(passes())
    assert HIDE not in here.questions("action")[0][1]


def test_the_option_without_hiding() -> None:
    here = Position(("E e* s", "S s e", *("e e s",) * 3), deck="none", hide_action=False).play(passes())
    assert here.questions("action")[0][1] == [PASS, INTERROGATE, ARM]


def test_every_kind_of_action_at_once() -> None:
    here = Position(("E e* s", "S s e", *("e e s",) * 3), hands={0: ["smoke"]}).play(nothing(), passes())
    assert here.questions("action")[0][1] == [PASS, INTERROGATE, USE, ARM, HIDE]
    here = Position(("E e* s", "S s e", *("e e s",) * 3), aims={0: 3}, deck="none").play(passes())
    assert here.questions("action")[0][1] == [PASS, INTERROGATE, SHOOT, HIDE]


def test_who_holds_a_laser_must_aim_at_the_end_of_the_turn() -> None:
    here = Position(deck="none", aims={0: 3}).play(passes(), target(1))
    assert here.questions("target") == [(0, [1, 2, 3, 4])]
    assert here.aims == {0: 1}


def test_the_next_seat_in_the_direction_of_play() -> None:
    assert Position(deck="none", seat_to_play=4).play(passes()).next_seat == 0
    assert Position(deck="none", seat_to_play=0, direction=-1).play(passes()).next_seat == 4


def test_the_limit_of_turns_ends_the_game() -> None:
    here = Position(deck="none", turn=20, turn_cap=20).play(passes())
    assert (here.end, here.winners) == (CAP, [])
    assert Position(deck="none", turn=19, turn_cap=20).play(passes()).end == GOING_ON
    assert Position(deck="none", turn=300).play(passes()).end == CAP, "60 turns a player"


def test_how_long_a_player_waits() -> None:
    here = Position(deck="none", turn=9)
    here.tally.last_turn[0] = 4
    here.play(passes())
    assert (here.tally.waits, here.tally.waited, here.tally.longest_wait) == (1, 4, 4)


def test_an_artifact_costs_an_exposure_and_is_discarded() -> None:
    here = Position(hands={0: ["coffee", "smoke"]}).play(nothing(), use(1), expose(2))
    assert here.row(0) == "E e s*"
    assert (here.hand(0), here.discarded) == (["coffee"], ["smoke"])
    assert here.tally.artifacts == 1
    assert here.counter("smoke", 1) == 1
