"""One seat in focus against a field, on the same luck."""

import numpy as np
import pytest

from engine.errors import BadInput
from engine.kernel.compiled import INTERPRETED
from tests.support.pig.cells import PIG, make, play_batch, with_focus

GAMES = 60 if INTERPRETED else 2_000


def test_a_focus_that_plays_like_the_field_gains_exactly_nothing() -> None:
    """Also if it is the same policy under other parameters that never matter."""
    for focus, field in (("hold", "hold"), ("random", "random"), ("race near=29", "race")):
        rows = play_batch(with_focus(focus, field, 3), 1, 0, GAMES).rows
        assert set(rows["focus"]) == {0, 3}
    rows = play_batch(with_focus("hold at=199", "hold at=200", 3), 1, 0, GAMES).rows
    assert set(rows["focus"]) == {0, 3}


@pytest.mark.parametrize("players", [2, 4])
def test_each_game_is_that_of_the_seats_at_hand(players: int) -> None:
    """The row is the game with the focus in its seat; the column, who wins from it in both games."""
    cell = with_focus("hold at=25", "random", players)
    rows = play_batch(cell, 1, 0, GAMES).rows
    seated = [
        play_batch(
            make(",".join("hold at=25" if at == seat else "random" for at in range(players)), players), 1, 0, GAMES
        )
        for seat in range(players)
    ]
    field = play_batch(make("random", players), 1, 0, GAMES).rows
    fixed = [
        play_batch(with_focus("hold at=25", "random", players, focus=seat + 1), 1, 0, GAMES).rows
        for seat in range(players)
    ]
    drawn = np.zeros(GAMES, int)
    for seat in range(players):
        told = seated[seat].rows.copy()
        told["focus"] = 2 * (told["winners"] >> seat & 1) + (field["winners"] >> seat & 1)
        assert np.array_equal(fixed[seat], told)
        drawn += rows == told
    assert (drawn >= 1).all()


def test_seats_are_drawn_evenly_and_by_a_stream_of_their_own() -> None:
    cell = with_focus("hold", "random", 3)
    first = [PIG.replay(cell, 1, index).events[0]["seat"] for index in range(40)]
    again = [PIG.replay(with_focus("race", "hold", 3), 1, index).events[0]["seat"] for index in range(40)]
    other = [PIG.replay(cell, 2, index).events[0]["seat"] for index in range(40)]
    assert first == again != other
    assert min(first.count(seat) for seat in (1, 2, 3)) > 6


def test_a_better_policy_gains_and_a_worse_one_loses() -> None:
    gains = []
    for focus in ("hold", "random hold=0.9"):
        codes = play_batch(with_focus(focus, "random", 2), 1, 0, GAMES).rows["focus"]
        gains.append((codes == 2).mean() - (codes == 1).mean())
    assert gains[0] > 0.05
    assert gains[1] < -0.05


def test_labels_and_outcomes() -> None:
    cell = with_focus("hold at=25", "random", 3)
    assert dict(cell.labels) == {"focus": "hold at=25", "field": "random", "players": 3}
    has = [outcome.name for outcome in PIG.outcomes if outcome.applies(cell.labels)]
    assert has == ["focus wins", "field wins", "focus gain", "seat 1", "seat 2", "seat 3", "length"]
    plain = [outcome.name for outcome in PIG.outcomes if outcome.applies(make("hold").labels)]
    assert plain == ["seat 1", "seat 2", "length"]


def test_several_of_each_make_a_grid() -> None:
    grid = {"focus": ["hold", "race"], "field": ["random", "hold"], "players": [2, 3]}
    cells = PIG.cells(PIG.resolve(grid, "test"))
    assert len({cell.key for cell in cells}) == 8
    assert cells[0].name == "hold at=20/random/players2"


def test_a_replay_says_who_is_in_focus_and_what_the_field_would_have_done() -> None:
    cell = with_focus("hold", "random", 2, focus=2)
    codes = play_batch(cell, 1, 0, 40).rows["focus"]
    told = PIG.replay(cell, 1, int(np.flatnonzero(codes == 2)[0])).lines
    assert told[0] == (0, "Seat 2 is the focus.")
    assert told[-2:][0][1] == "Seat 2 wins."
    assert told[-1][1] == "A player of the field in the same seat would not have won."


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ({"focus": ["hold"]}, "test: field: expected a policy, as focus names one"),
        ({"field": ["hold"]}, "test: focus: expected a policy, as field names one"),
        ({"focus": [], "field": ["hold"]}, "test: focus: expected a policy, as field names one"),
        ({"focus": ["hold"], "field": ["hold"], "policies": ["race"]}, "expected either focus and field, or policies"),
        (
            {"focus": ["hold", "hold at=20"], "field": ["race"]},
            "focus: expected names that differ, got 'hold at=20' twice",
        ),
        ({"focus": ["hodl"], "field": ["race"]}, "unknown policy 'hodl': did you mean 'hold'"),
        (
            {"focus": ["hold"], "field": ["race"], "options": {"focus": 3}},
            "options.focus: expected a seat from 1 to 2, or 0",
        ),
        ({"tables": ["hold: race,hold"]}, "test: tables: expected a policy for each seat; this game has no group"),
        (
            {"tables": ["hold,race,random"], "players": [2, 3]},
            "test: tables: expected at most 2 policies for 2 seats, got 3 (hold at=20,race,random)",
        ),
        ({"policies": []}, "test: policies: expected a list of policies, got an empty one"),
        ({"players": [7]}, "players: expected some of 2, 3, 4, 5, 6, each once, got 7"),
        ({"players": [2, 2]}, "players: expected some of 2, 3, 4, 5, 6, each once, got 2 twice"),
        ({"options": {"goal": 5}}, "options: parameter goal: expected a whole number from 10 to 200, got 5"),
    ],
)
def test_what_is_refused(grid: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        PIG.resolve(grid, "test")
    assert message in str(caught.value)
