"""Minutes: whole seconds in a row, an outcome, and what the box says."""

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.outcomes import Mean
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.results.minutes import MOST_SECONDS, Pace
from sim.experiment.box import on_the_box
from tests.support.own_file import own_game, written


def text_with(minutes: str) -> str:
    return written(("    players = (2, 6)", f"    players = (2, 6)\n    minutes = {minutes}"))


def test_seconds_are_whole_and_rounded() -> None:
    game = own_game(text_with("{'decision': 0.025, 'turn': 1 / 3}"))
    with plain_only():
        rows = game.simulate(game.cells(game.resolve({}, "test"))[0], 3, 0, 300).rows
    exact = rows["decisions"] * 1.5 + rows["turns"] * 20
    assert (rows["seconds"] == np.floor(exact + 0.5)).all()
    assert (exact % 1 == 0.5).any(), "some games end in half a second"


def test_a_game_of_days_takes_as_long_as_a_row_can_tell() -> None:
    game = own_game(text_with("{'turn': 600}"))
    with plain_only():
        rows = game.simulate(game.cells(game.resolve({}, "test"))[0], 3, 0, 20).rows
    assert set(rows["seconds"].tolist()) == {MOST_SECONDS}


def test_the_outcome_is_a_length_in_minutes() -> None:
    *_, length, minutes = own_game(text_with("{'decision': 0.5, 'turn': 0.25}")).outcomes
    assert isinstance(minutes, Mean)
    assert (length.name, minutes.name, minutes.column, minutes.scale) == ("length", "minutes", "seconds", 60)
    assert (minutes.bounds, minutes.apart, minutes.length) == ((0, MOST_SECONDS), 15, True)
    assert Pace(30_000, 15_000).seconds(np.array([3]), np.array([2])).tolist() == [120]


def test_where_only_turns_take_time_the_limit_of_turns_bounds_it() -> None:
    minutes = own_game(text_with("{'turn': 0.5}\n    turn_limit = 40")).outcomes[-1]
    assert isinstance(minutes, Mean)
    assert minutes.bounds == (0, 40 * 30)


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        ("0.5", "minutes: expected minutes a decision, minutes a turn or both, such as"),
        ("{'round': 1}", "minutes: expected minutes a decision"),
        ("{'turn': '1'}", "minutes: turn: expected a number from 0 to 600, got '1'"),
        ("{'turn': True}", "minutes: turn: expected a number from 0 to 600, got True"),
        ("{'turn': -1}", "minutes: turn: expected a number"),
        ("{'turn': float('nan')}", "minutes: turn: expected a number"),
        ("{'turn': float('inf')}", "minutes: turn: expected a number"),
        ("{'turn': 10 ** 400}", "minutes: turn: expected a number"),
        ("{'turn': 0}", "minutes: expected more than 0 for a decision or a turn"),
    ],
)
def test_a_wrong_declaration_is_one_line(minutes: str, told: str) -> None:
    with pytest.raises(BadInput, match=f"^plain_pig.py: {told}") as raised:
        own_game(text_with(minutes))
    assert "\n" not in raised.value.line


def box(*cells: tuple[str, int, float, float]) -> str:
    labels: list[dict[str, str | int]] = [{"policy": policy, "players": players} for policy, players, _, _ in cells]
    rows = [{"outcomes": {"minutes": {"value": 1.0, "p10": low, "p90": high}}} for _, _, low, high in cells]
    return on_the_box(own_game(text_with("{'turn': 1}")), labels, rows)


def test_the_box_rounds_outwards_and_leaves_random_players_out() -> None:
    by_hold = "(the middle 80 % of the games of hold)"
    long = box(("hold", 2, 21.5, 30.0), ("hold", 4, 24.0, 33.2), ("random", 5, 2.0, 99.0))
    assert long == f"On the box: 2\u20134 players, 20\u201335 minutes {by_hold}"
    assert box(("hold", 2, 3.2, 6.9)) == f"On the box: 2 players, 3\u20137 minutes {by_hold}"
    assert box(("hold", 2, 0.2, 0.9)) == f"On the box: 2 players, 1 minute {by_hold}"
    assert box(("hold", 2, 12.0, 17.0)) == f"On the box: 2 players, 10\u201320 minutes {by_hold}"
    assert box(("random", 2, 12.0, 14.0)) == "On the box: 2 players, 12\u201314 minutes (the middle 80 % of the games)"


def test_a_game_without_minutes_has_nothing_for_the_box() -> None:
    assert on_the_box(own_game(), [{"policy": "hold"}], [{"outcomes": {}}]) == ""
