"""A game is a pure function of (cell, seed, index): it does not depend on the batch, the order of a file, or on whether
number lines are kept."""

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.results import Batch
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.game import SHIPWRECK
from tests.support.sample import crossed
from tests.support.shipwreck import cells

pytestmark = pytest.mark.usefixtures("chaos")

SEED = 20
GAMES = 60


def assert_same(one: Batch, other: Batch) -> None:
    np.testing.assert_array_equal(one.rows, other.rows)
    np.testing.assert_array_equal(one.pieces, other.pieces)
    for name in other.tables:
        np.testing.assert_array_equal(one.tables[name], other.tables[name])


@pytest.mark.parametrize(("deck", "policy"), crossed(cells.DECKS, cells.POLICIES))
def test_any_split_gives_the_same_games(deck: str, policy: str) -> None:
    @settings(max_examples=10, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.lists(st.integers(0, GAMES), max_size=5))
    def split(cuts: list[int]) -> None:
        ends = sorted([0, *cuts, GAMES])
        parts = [SHIPWRECK.simulate(cell, SEED, a, b) for a, b in pairwise(ends)]
        rows = np.concatenate([part.rows for part in parts])
        tables = {name: np.sum([part.tables[name] for part in parts], axis=0) for name in whole.tables}
        assert_same(Batch(rows, np.sum([part.pieces for part in parts], axis=0), tables), whole)

    cell = cells.make(deck, policy, 4, 2)
    whole = SHIPWRECK.simulate(cell, SEED, 0, GAMES)
    split()


def shuffled(table: Any, dice: Random) -> Any:
    """The same data with the keys of every table in another order."""
    if not isinstance(table, dict):
        return table
    keys = list(table)
    dice.shuffle(keys)
    return {key: shuffled(table[key], dice) for key in keys}


@pytest.mark.parametrize(("deck", "policy"), crossed(cells.DECKS, cells.POLICIES))
def test_the_order_of_a_deck_file_decides_nothing(deck: str, policy: str) -> None:
    cell = cells.make(deck, policy)
    before = SHIPWRECK.simulate(cell, SEED, 0, GAMES)
    for shuffle in range(3):
        TABLES._laid_out._made.clear()  # the key is the same: make it again
        other = cells.make(shuffled(cell.spec["deck"], Random(shuffle)), policy)
        assert list(other.spec["deck"]["cards"]) != list(cell.spec["deck"]["cards"])
        assert_same(SHIPWRECK.simulate(other, SEED, 0, GAMES), before)


@pytest.mark.parametrize(("deck", "policy"), crossed(cells.DECKS, cells.POLICIES))
def test_challenge_mode_is_the_game_with_four_seats(deck: str, policy: str) -> None:
    for doom in (0, 2, 4, 6):
        challenge = SHIPWRECK.simulate(cells.make(deck, policy, 2, doom, challenge=True), SEED, 0, GAMES)
        assert_same(challenge, SHIPWRECK.simulate(cells.make(deck, policy, 4, doom), SEED, 0, GAMES))


def test_two_players_are_not_four() -> None:
    two, four = (SHIPWRECK.simulate(cells.make("base", "certain", players), SEED, 0, GAMES) for players in (2, 4))
    assert (two.rows != four.rows).any()


@pytest.mark.parametrize("policy", cells.POLICIES)
def test_other_seeds_and_indices_are_other_games(policy: str) -> None:
    cell = cells.make("base", policy)
    batches = [
        SHIPWRECK.simulate(cell, seed, first, first + GAMES).rows for seed in (1, 2, 2**32 + 1) for first in (0, 1000)
    ]
    batches.append(SHIPWRECK.simulate(cell, 1, 2**32, 2**32 + GAMES).rows)
    for at, batch in enumerate(batches):
        for other in batches[:at]:
            assert np.mean(batch == other) < 0.1


@pytest.mark.parametrize(("deck", "policy"), crossed(cells.DECKS, cells.POLICIES))
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
