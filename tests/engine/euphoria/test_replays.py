"""What a replay tells to one seat, and which artifact it says decided a game."""

import pytest

from engine.euphoria.game import EUPHORIA
from engine.euphoria.words.telling import HIDDEN
from tests.support.euphoria import cells


@pytest.mark.parametrize("index", range(2))
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


def test_the_artifact_that_decides_a_game_is_named() -> None:
    """In a replay as in the counters."""
    cell = cells.make("wide", "random", 5)
    counted = EUPHORIA.simulate(cell, 1, 0, 300).pieces[:, 3]
    named = [name for index in range(300) for name in EUPHORIA.pieces.decided_by(EUPHORIA.replay(cell, 1, index))]
    names = EUPHORIA.pieces.names(cell)
    assert counted.tolist() == [named.count(name) for name in names]
    assert counted.sum() > 10
