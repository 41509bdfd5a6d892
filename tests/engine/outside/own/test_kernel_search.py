"""Searches in compiled games: the same results in the same worlds, and the same rows, as in plain Python."""

import re

import numpy as np
import pytest

from engine.kernel.compiled import INTERPRETED
from engine.outside.own.compiled.kernels import plain_only
from tests.own_games.cells import game_of
from tests.own_games.rows import ready, wanted
from tests.own_games.searches import cell_of
from tests.support.hidden_games import FAIR
from tests.support.own_file import own_game
from tests.support.plainly import run_plainly


def test_a_game_with_all_that_forks_must_know() -> None:
    """Sealed offers, views of many kinds, equal cards, a deck that is looked at and shuffled again, a base that
    remembers. Here the kernel is plain Python, too."""
    for told in run_plainly("tests.own_games.searches", "1", "2", "fair:modest", "fair:mindful").splitlines():
        found = re.fullmatch(r"fair: same, (\d+) rounds, (\d+) worlds", told)
        assert found is not None, told
        rounds, worlds = map(int, found.groups())
        assert rounds > 10
        assert 2 * rounds > worlds > rounds / 2, "some worlds are impossible, but not all"


@pytest.mark.full
def test_random_games_of_hidden_cards_are_searched_alike() -> None:
    """Decks, hands, piles, views of many kinds, and a base that remembers."""
    assert "3 of 3 are the same" in run_plainly("tests.own_games.search_programs", "3", "1")


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_run_has_the_same_rows_compiled() -> None:
    game = game_of("shadows")
    cell = cell_of(game, "search base=lively worlds=2 caution=0")
    with wanted():
        ready(game)
        compiled = game.simulate(cell, 1, 0, 2).rows
        with plain_only():
            assert np.array_equal(compiled, game.simulate(cell, 1, 0, 2).rows)


def test_what_cannot_be_compared_is_left_to_plain_python() -> None:
    """Things that are equal only to themselves, and what is a list here and a tuple there."""
    asked = 'view = {"open": None,'
    assert asked in FAIR
    shown = {"an object": "Stall()", "a list or a tuple": "(hand if seat else tuple(hand))"}
    kinds = FAIR.replace(
        "class Fair(Game)", "class Stall:\n    def __init__(self):\n        self.rent = 1\n\n\nclass Fair(Game)"
    )
    for name, value in shown.items():
        text = kinds.replace(asked, f'view = {{"stall": {value}, "open": None,')
        assert own_game(text, "stalls").kernel.written.no_forks, name
    assert not own_game(kinds, "stalls").kernel.written.no_forks
