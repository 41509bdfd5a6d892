"""The seat of the focus, and the pair of games that it is judged by, without any real game."""

import numpy as np
from numpy.typing import NDArray

from engine.game.outcomes import Mean, Share
from engine.game.results import Rows
from engine.game.seats import ANYWHERE, FOCUS_COLUMN, focus_outcomes, focus_seats, play_focus

GAMES = np.arange(60_000)


def test_every_seat_is_drawn_equally_often() -> None:
    for seats in (2, 3, 6):
        counts = np.bincount(focus_seats(1, GAMES, seats), minlength=seats)
        assert len(counts) == seats
        expected = len(GAMES) / seats
        assert np.sum((counts - expected) ** 2 / expected) < 20.5  # chi-square, 0.1 % for five degrees of freedom


def test_a_seat_belongs_to_seed_and_index_alone() -> None:
    whole = focus_seats(5, GAMES, 4)
    assert np.array_equal(whole[1_000:2_000], focus_seats(5, GAMES[1_000:2_000], 4))
    assert np.array_equal(whole[::-7], focus_seats(5, GAMES[::-7], 4))
    assert abs((whole == focus_seats(6, GAMES, 4)).mean() - 0.25) < 0.01
    assert abs((whole[:-1] == whole[1:]).mean() - 0.25) < 0.01
    far = focus_seats(5, GAMES + (1 << 40), 4)
    assert abs((whole == far).mean() - 0.25) < 0.01


def test_a_seat_can_be_fixed() -> None:
    assert set(focus_seats(5, GAMES, 4, fixed=3)) == {2}


def lottery(focus_at: int, indices: NDArray[np.int64]) -> Rows:
    """Seat (index mod 3) wins; a focus in an even seat wins if the index is a multiple of 5."""
    rows = np.zeros(len(indices), [("winners", "<u1"), ("played", "<i8"), ("focus", "<u1")])
    rows["winners"] = 1 << indices % 3
    if focus_at != ANYWHERE and focus_at % 2 == 0:
        rows["winners"] = np.where(indices % 5 == 0, 1 << focus_at, rows["winners"])
    rows["played"] = 10 * indices + focus_at
    return rows


def test_the_pair_of_games_by_hand() -> None:
    indices = np.array([0, 1, 5, 7, 10])
    seats = np.array([0, 0, 2, 1, 1])
    rows = play_focus(lottery, "winners", seats, indices)
    assert rows["played"].tolist() == [0, 10, 52, 71, 101]
    # The seat in focus wins games 0, 5, 7 and 10 anyway; in game 1, the second seat wins.
    assert [FOCUS_COLUMN.values[code] for code in rows["focus"]] == ["both", "neither", "both", "both", "both"]
    rows = play_focus(lottery, "winners", np.array([2, 0, 0, 1, 2]), indices)
    names = [FOCUS_COLUMN.values[code] for code in rows["focus"]]
    assert names == ["focus only", "neither", "focus only", "both", "focus only"]


def test_a_focus_can_lose_what_the_field_wins() -> None:
    def worse(focus_at: int, indices: NDArray[np.int64]) -> Rows:
        rows = np.zeros(len(indices), [("winners", "<u1"), ("focus", "<u1")])
        rows["winners"] = 1 if focus_at == ANYWHERE else 2
        return rows

    rows = play_focus(worse, "winners", np.zeros(3, np.int64), np.arange(3))
    assert {FOCUS_COLUMN.values[code] for code in rows["focus"]} == {"field only"}


def test_the_outcomes_agree_with_the_codes() -> None:
    """The gain is the difference of the two shares, in 100 games."""
    wins, field, gain = focus_outcomes()
    assert isinstance(wins, Share)
    assert isinstance(field, Share)
    assert isinstance(gain, Mean)
    for code in range(4):
        assert gain.values[code] == 100 * ((code in wins.codes) - (code in field.codes))
    assert gain.bounds == (min(gain.values), max(gain.values))
    assert not wins.applies({"policy": "hold"})
    assert wins.applies({"focus": "hold", "field": "race"})
