"""A game is a pure function of (cell, seed, index): it does not depend on the order of a file, or on whether number
lines are kept."""

from random import Random
from typing import Any

import numpy as np
import pytest

from engine.game.results import Batch
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.game import SHIPWRECK
from tests.support.shipwreck import cells

pytestmark = pytest.mark.usefixtures("chaos")

SEED = 20
GAMES = 60
SOME = [("base", "chaos"), ("full", "novice"), ("promo", "pragmatic")]


def assert_same(one: Batch, other: Batch) -> None:
    np.testing.assert_array_equal(one.rows, other.rows)
    np.testing.assert_array_equal(one.pieces, other.pieces)
    for name in other.tables:
        np.testing.assert_array_equal(one.tables[name], other.tables[name])


def shuffled(table: Any, dice: Random) -> Any:
    """The same data with the keys of every table in another order."""
    if not isinstance(table, dict):
        return table
    keys = list(table)
    dice.shuffle(keys)
    return {key: shuffled(table[key], dice) for key in keys}


@pytest.mark.parametrize(("deck", "policy"), SOME)
def test_the_order_of_a_deck_file_decides_nothing(deck: str, policy: str) -> None:
    cell = cells.make(deck, policy)
    before = SHIPWRECK.simulate(cell, SEED, 0, GAMES)
    for shuffle in range(2):
        TABLES._laid_out._made.clear()  # the key is the same: make it again
        other = cells.make(shuffled(cell.spec["deck"], Random(shuffle)), policy)
        assert list(other.spec["deck"]["cards"]) != list(cell.spec["deck"]["cards"])
        assert_same(SHIPWRECK.simulate(other, SEED, 0, GAMES), before)


@pytest.mark.parametrize(("deck", "policy"), SOME)
def test_challenge_mode_is_the_game_with_four_seats(deck: str, policy: str) -> None:
    for doom in (0, 2, 4, 6):
        challenge = SHIPWRECK.simulate(cells.make(deck, policy, 2, doom, challenge=True), SEED, 0, GAMES)
        assert_same(challenge, SHIPWRECK.simulate(cells.make(deck, policy, 4, doom), SEED, 0, GAMES))


@pytest.mark.parametrize(("deck", "policy"), SOME)
def test_a_told_game_is_the_game(deck: str, policy: str) -> None:
    """Logging a game, including number lines, changes nothing."""
    cell = cells.make(deck, policy)
    rows = SHIPWRECK.simulate(cell, SEED, 0, 6).rows
    for index, row in enumerate(rows):
        events = SHIPWRECK.replay(cell, SEED, index).events
        count = {name: sum(event["event"] == name for event in events) for name in ("predicted", "faded", "turn")}
        assert count == {"predicted": row["predictions"], "faded": row["fades"], "turn": row["turns"]}
        plays = sum(event["event"] in ("played", "slipped") for event in events)
        assert plays == row["plays"]
        tracks = [event for event in events if event["event"] == "tracks"]
        if tracks:
            assert (tracks[-1]["score"], tracks[-1]["doom"]) == (row["score"], row["doom"])
