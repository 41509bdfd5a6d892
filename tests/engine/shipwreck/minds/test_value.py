"""What a position is worth: the planning code, which evaluates turns before they happen, compared with the positions
that really result, evaluated by a second implementation; and small examples by hand."""

from functools import cache
from math import log
from typing import Any

import pytest

from engine.kernel.records import new
from engine.shipwreck.cells.hidden_redeal import Copy
from engine.shipwreck.minds.beliefs.danger import added_hours
from engine.shipwreck.minds.beliefs.speaker import signal_of
from engine.shipwreck.minds.planning import decisions as judging
from engine.shipwreck.minds.planning.memory import ROWS, Judgement
from engine.shipwreck.minds.planning.outlooks import NOW, foresee_signals
from engine.shipwreck.minds.planning.position_value import (
    fade_cost,
    fading_after,
    fading_now,
    foresee_fades,
    logistic,
    stage_of,
    worth_of,
)
from engine.shipwreck.rules.fade import fade_step
from engine.shipwreck.rules.prediction import resolve
from engine.shipwreck.rules.tokens import first_card
from engine.shipwreck.table.state import GOING_ON, HOURS, NONE, SLOTS, WON, View
from tests.support.shipwreck import cells
from tests.support.shipwreck.boards import lay
from tests.support.shipwreck.stepping import Sitting
from tests.support.shipwreck.weighed import Judge, before_plays, is_plain, table_of, think_ahead

CLOSE = 1e-9
SEED = 12


# Small examples.


def test_logistic_by_hand() -> None:
    assert logistic(0.0) == 0.5
    assert logistic(log(3.0)) == pytest.approx(0.75, abs=CLOSE)
    assert logistic(-log(3.0)) == pytest.approx(0.25, abs=CLOSE)
    assert logistic(800.0) == 1.0
    assert logistic(-800.0) == pytest.approx(0.0, abs=CLOSE)


@cache
def small_table() -> Sitting:
    """Cards of four moons, fates of one hour; `ash` is a comet that a 1 makes fade, `blind` costs no doom."""
    cards: dict[str, dict[str, Any]] = {
        "ash": {"play": "true", "fades": {"on_play": "played == 1"}},
        "blind": {"play": "true", "moons": 4, "effects": {"no_doom": True}},
        "high": {"play": "played > kept", "moons": 4},
        "low": {"play": "played < kept", "moons": 4},
    }
    deck = {
        "name": "small",
        "rules": 1,
        "fates": {str(value): {"copies": 3, "hours": 1} for value in range(1, 8)},
        "powers": {"p": {"name": "Twice", "kind": "extra-guess", "guesses": 1}},
        "cards": {key: {"name": key, "power": "p", "copies": 2, **card} for key, card in cards.items()},
    }
    return Sitting(cells.make(deck, "mute"), SEED)


def placed(board: list[list[int]]) -> View:
    """ash, blind, high, low in a row, with these fates in front of them."""
    sitting = small_table()
    sitting.set_up(0)
    sitting.kernel.begin_turn(sitting.world)
    table = sitting.world.table
    table.row[:] = range(4)
    lay(table, board)
    table.hours[:] = [len(fates) for fates in board]
    return View(sitting.world.book, table)


def test_stages_by_hand() -> None:
    view = placed([[], [], [], []])
    assert [int(stage_of(view, doom)) for doom in range(7)] == [0, 0, 0, 1, 1, 2, 3]


def fading(view: View, value: int, place: int) -> int:
    """The slots that fade after a play."""
    mind = new(Judgement)
    foresee_fades(view, mind)
    landing = place if place < SLOTS else int(first_card(view.table))
    return int(fading_after(view, mind, value, landing, int(added_hours(view, landing, value))))


def test_what_a_play_makes_fade_by_hand() -> None:
    view = placed([[], [2, 3, 4], [5, 6, 7], [3]])
    assert fading(view, 2, 2) == 0b0100, "the fourth hour"
    assert fading(view, 2, 3) == 0
    assert fading(view, 1, 3) == 0b0001, "the comet does not mind where"
    assert fading(view, 1, 1) == 0b0011
    assert fading(view, 1, HOURS) == 0b0001
    assert fading_now(view) == 0, "as it lies"
    view.table.hours[2] = 4
    view.table.played_mask = 1 << 1
    assert fading_now(view) == 0b0101


def test_a_fate_from_the_hours_lies_before_the_first_card_by_hand() -> None:
    view = placed([[], [2, 3, 4], [5], [3]])
    view.table.row[0] = NONE
    assert fading(view, 2, HOURS) == 0b0010


def test_the_cost_of_fades_by_hand() -> None:
    view = placed([[], [], [], []])
    assert fade_cost(view, 0) == 0
    assert fade_cost(view, 0b0100) == 2
    assert fade_cost(view, 0b1100) == 4
    assert fade_cost(view, 0b0010) == 0, "no doom from this one"
    view.table.amplified_doom[1] = 1
    assert fade_cost(view, 0b0110) == 3, "but what was attached to it makes the other dearer"
    assert fade_cost(view, 0b1110) == 6
    view.table.amplified_doom[1] = 0


def test_the_ends_of_the_track() -> None:
    sitting = Sitting(table_of(), SEED)
    sitting.set_up(0)
    view = View(sitting.world.book, sitting.world.table)
    assert worth_of(view, sitting.mind, 7, 6, -50.0) == 1.0
    assert worth_of(view, sitting.mind, 6, 7, 50.0) == 0.0
    track = sitting.mind.track[3, 2]
    assert worth_of(view, sitting.mind, 3, 2, -track) == pytest.approx(0.5, abs=CLOSE)


# Turns that really happen.


def ends_of(state: Copy, judge: Judge, belief: Any) -> dict[str, float | None]:
    """What follows a turn in which the group names the kept fate, another one, or nothing. None if the future is
    unknown: two cards fade, or the deck is empty."""
    found = {}
    for end in ("right", "wrong", "silence"):
        world = Copy.of(*state).world
        kept = int(world.hidden.kept)
        if end != "silence":
            resolve(world, 1 << kept if end == "right" else 1 << (kept % 7 + 1))
        fades = int(world.tally.fades)
        if world.table.end == GOING_ON:
            fade_step(world)
        known = world.tally.fades - fades <= 1 and (world.table.row >= 0).all()
        worth = judge.worth(judge.position(world.table, belief, 0.0 if end == "silence" else None))
        assert world.table.end == GOING_ON or worth == float(world.table.end == WON)
        found[end] = worth if known else None
    return found


def same(found: dict[str, float], ends: dict[str, float | None]) -> int:
    """Compares the known entries and returns how many there were."""
    for end, worth in ends.items():
        assert worth is None or found[end] == pytest.approx(worth, abs=CLOSE), end
    return sum(worth is not None for worth in ends.values())


SAMPLES = [("base", 3, 2, range(2)), ("full", 4, 4, range(2))]


@pytest.mark.full
@pytest.mark.parametrize(("deck", "players", "doom", "games"), SAMPLES)
def test_what_was_foreseen_comes_true(deck: str, players: int, doom: int, games: range) -> None:
    sitting = Sitting(table_of("expert depth=1 rounds=1", deck, players, doom), SEED)
    judge, compared = Judge(sitting), 0
    for state in before_plays(sitting, games):
        if not is_plain(sitting, state.world.table):
            continue
        played = Copy.of(*state)
        played.world.table.power_used = 1
        sitting.kernel.play_step(played.world, played.mind, sitting.dice)
        ahead, table = Copy.of(*state), played.world.table
        view = think_ahead(ahead)
        foresee_signals(view, ahead.mind)
        at = signal_of(int(table.played), int(table.place), int(table.told))
        mind = ahead.mind
        at = int(mind.to[at]) * ROWS
        foreseen = {"right": mind.right[at], "wrong": mind.wrong[at], "silence": mind.dark[at]}
        compared += same(foreseen, ends_of(played, judge, state.world.table.belief))
        now = Copy.of(*played)
        judging.look_at_now(View(now.world.book, now.world.table), now.mind)
        mind = now.mind
        assert mind.to[NOW] == 0
        as_it_lies = {"right": mind.right[0], "wrong": mind.wrong[0], "silence": mind.dark[0]}
        compared += same(as_it_lies, ends_of(played, judge, table.belief))
    assert compared > 30


@pytest.mark.parametrize("deck", ["base", "full"])
def test_light_is_what_knowing_all_of_it_adds(deck: str) -> None:
    sitting = Sitting(table_of("expert depth=1 rounds=1", deck, 3, 4), SEED)
    judge, compared = Judge(sitting), 0
    for state in before_plays(sitting, range(2)):
        played = Copy.of(*state)
        played.world.table.power_used = 1
        sitting.kernel.play_step(played.world, played.mind, sitting.dice)
        if played.world.table.slipped or not is_plain(sitting, played.world.table):
            continue
        judging.look_at_now(View(played.world.book, played.world.table), played.mind)
        world, mind = Copy.of(*played).world, played.mind
        before = int(world.tally.fades)
        fade_step(world)
        if world.tally.fades == before:
            known = judge.worth(judge.position(world.table, world.table.belief, 1.0))
            assert mind.dark[0] + mind.light[0] == pytest.approx(known, abs=CLOSE)
            compared += 1
    assert compared > 3
