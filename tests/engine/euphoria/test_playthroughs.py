"""Recorded games, replayed line by line; together they show every artifact, every kind of event and every end."""

import pytest

from engine.euphoria.game import EUPHORIA
from engine.euphoria.words.telling import HIDDEN
from tests.support.euphoria import cells
from tests.support.euphoria.playthrough import Playthrough, recorded, seen_in, told, wanted

RECORDED = recorded()


@pytest.mark.parametrize("playthrough", RECORDED, ids=lambda playthrough: playthrough.path.stem)
def test_a_recorded_game_is_told_the_same(playthrough: Playthrough) -> None:
    assert told(playthrough.replay()) == playthrough.lines


def test_everything_appears() -> None:
    assert len(cells.make("wide").spec["deck"]["artifacts"]) == 24
    shown = set().union(*(seen_in(playthrough.replay()) for playthrough in RECORDED))
    assert wanted() - shown == set()


def test_a_missing_artifact_would_be_noticed() -> None:
    others = [game for game in RECORDED if '"wide"' not in game.header]
    shown = set().union(*(seen_in(playthrough.replay()) for playthrough in others))
    assert {"artifact lamp", "artifact veto", "event reverse"} <= wanted() - shown


def test_an_altered_line_is_noticed() -> None:
    game = RECORDED[0]
    altered = [line.replace("seat 1", "seat 2") for line in game.lines]
    assert altered != game.lines
    assert told(game.replay()) != altered


@pytest.mark.parametrize("index", range(6))
def test_a_seat_is_told_what_it_knows(index: int) -> None:
    """As many events, in the same order; what is shown is true; what a seat sees itself is shown, and its neighbour's
    row is not."""
    cell = cells.make("wide", "random", 5)
    whole = EUPHORIA.replay(cell, 3, index)
    for seat in range(1, 6):
        partly = EUPHORIA.replay_as(cell, 3, index, seat)
        assert len(partly.events) == len(whole.events)
        hidden = 0
        for mine, true in zip(partly.events, whole.events, strict=True):
            for key, value in mine.items():
                if value == HIDDEN or (isinstance(value, list) and HIDDEN in value):
                    hidden += 1
                    assert seat not in (true.get("seat"), true.get("owner"))
                else:
                    assert value == true[key]
        assert hidden > 4, "the rows of four others, at least"
        dealt = [event["recruits"] for event in partly.events if event["event"] == "dealt"]
        assert [HIDDEN in row for row in dealt] == [number != seat for number in range(1, 6)]


def test_the_events_of_another_seat_never_name_its_unused_artifacts() -> None:
    cell = cells.make("surrogate", "guardian", 5)
    for index in range(10):
        for event in EUPHORIA.replay_as(cell, 3, index, 2).events:
            if event["event"] == "draw" and event["seat"] != 2:
                assert event["artifact"] == HIDDEN


def test_the_artifact_that_decides_a_game_is_named() -> None:
    """In a replay as in the counters."""
    cell = cells.make("wide", "random", 5)
    counted = EUPHORIA.simulate(cell, 1, 0, 300).pieces[:, 3]
    named = [name for index in range(300) for name in EUPHORIA.pieces.decided_by(EUPHORIA.replay(cell, 1, index))]
    names = EUPHORIA.pieces.names(cell)
    assert counted.tolist() == [named.count(name) for name in names]
    assert counted.sum() > 10
