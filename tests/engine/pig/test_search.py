"""Search on Pig, judged by exact values."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from engine.game.cell import Cell
from engine.game.registry import load_game
from engine.kernel.compiled import INTERPRETED
from engine.outside.own.compiled.kernels import plain_only
from engine.outside.own.game import OwnGame
from tests.support.advantages import gains, pig_advantage, pig_values

pytestmark = pytest.mark.skipif(INTERPRETED, reason="searched games need a kernel to be quick")
SEED = 35


@cache
def pig() -> OwnGame:
    game = load_game("pig")
    assert isinstance(game, OwnGame)
    assert game.compile_now() == []
    return game


def cell_of(search: str, field: str = "hold at=20") -> Cell:
    return pig().cells(pig().resolve({"focus": [search], "field": [field], "players": [2]}, "test"))[0]


def gain(search: str, games: int) -> Any:
    return gains(pig(), cell_of(search), SEED, range(games), pig_advantage)


def test_the_exact_values_are_those_of_the_literature() -> None:
    assert abs(pig_values(20)[1][0, 0] - 0.534698) < 1e-6


@pytest.mark.parametrize(("worlds", "games"), [(16, 60), (64, 30)])
def test_a_careful_search_loses_next_to_nothing(worlds: int, games: int) -> None:
    found = gain(f'search base="hold at=20" worlds={worlds}', games)
    assert found.mean() - 3 * found.std() / games**0.5 > -0.1


def test_a_planted_search_without_caution_loses_much() -> None:
    found = gain('search base="hold at=20" worlds=16 caution=0', 40)
    assert found.mean() + 3 * found.std() / 40**0.5 < -0.1


@pytest.mark.parametrize(
    ("search", "field"),
    [('search base="hold at=25" worlds=2 caution=0', "hold"), ("search base=random worlds=2", "race")],
)
def test_compiled_and_plain_games_are_the_same(search: str, field: str) -> None:
    cell = cell_of(search, field)
    compiled = pig().simulate(cell, SEED, 0, 3).rows
    with plain_only():
        assert np.array_equal(pig().simulate(cell, SEED, 0, 3).rows, compiled)
