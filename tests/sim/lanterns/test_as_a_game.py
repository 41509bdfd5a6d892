"""Lanterns is a game like those of the engine: it answers all questions, and what it declares is true."""

# ruff: noqa: RUF012 - an author of a game need not know what a ClassVar is

import pickle
from typing import Any

import numpy as np
import pytest

from engine.game.cell import Cell
from engine.game.results import Rows
from engine.kernel.plain_python import elsewhere
from engine.policy.compiled_game.decisions import decisions_of
from engine.policy.hooks import GROUP
from fatecast.testing import GameTest
from tests.support.declared import ASTRAY, AT_RANDOM, ILLEGAL, LEAK, MISSING, watched
from tests.support.lanterns import lanterns


@pytest.mark.full
class TestLanterns(GameTest):
    game = "lanterns"
    experiment = {"policies": ["aimless", "watchful"], "players": [1, 4], "lanterns": [3, 5]}


def cell_of(**grid: object) -> Cell:
    game = lanterns()
    [cell] = game.cells(game.resolve(grid, "test"))
    game.prepare([cell], lambda line: None)
    return cell


def rows_of(games: int, **grid: object) -> Rows:
    return lanterns().simulate(cell_of(**grid), 1, 0, games).rows


@pytest.mark.full
def test_compiled_and_uncompiled_games_are_the_same() -> None:
    cell = cell_of(policies=["watchful caution=20"], players=[3])
    compiled, plain = lanterns().simulate(cell, 5, 10, 60), elsewhere(lanterns().played.play_batch, cell, 5, 10, 60)
    assert np.array_equal(compiled.rows, plain.rows)
    assert np.array_equal(compiled.pieces, plain.pieces)
    assert compiled.rows["won"].any()


def test_more_lanterns_are_harder() -> None:
    shares = [rows_of(1000, lanterns=[lanterns])["won"].mean() for lanterns in (3, 4, 5, 6)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] > 0.5


def test_how_it_is_played_travels_by_name() -> None:
    game = lanterns()
    assert pickle.loads(pickle.dumps(game.played)) is game.played
    assert pickle.loads(pickle.dumps(game.check)) is game.check


def test_ids_lead_back() -> None:
    game = lanterns()
    cell = cell_of(policies=["watchful caution=20"], players=[3], lanterns=[7], options={"flask": 5, "guard": False})
    game_id = game.game_id(cell, 5, 17)
    assert game_id.endswith(":3p:7l:rules1:seed5:game17:flask=5:guard=off")
    found, seed, index = game.find_game(game_id)
    assert (found.spec, seed, index) == (cell.spec, 5, 17)


def test_every_decision_has_an_owner_and_named_numbers() -> None:
    declared = decisions_of(lanterns().played.hooks).all
    assert declared.keys() == {"choose_job", "choose_keeper"}
    assert declared["choose_keeper"].seat(None, {}) == GROUP
    assert all(len(set(decision.names)) == len(decision.names) > 5 for decision in declared.values())


@pytest.mark.parametrize("decided", ["by policy", AT_RANDOM, ASTRAY])
def test_declared_decisions_are_true(decided: str) -> None:
    seen = watched("lanterns", "aimless", 2, 6, decided)
    assert seen.wrong == []
    assert seen.redealt > 30
    assert seen.decisions.keys() == {"choose_job", "choose_keeper"}
    assert seen.tried.keys() == (seen.decisions.keys() if decided == ASTRAY else set())


@pytest.mark.parametrize(
    ("planted", "told"),
    [(MISSING, "out of"), (LEAK, "after another deal"), (ILLEGAL, "the game ends with fault")],
)
def test_what_is_declared_wrong_is_found(planted: str, told: str) -> None:
    decided = AT_RANDOM if planted == ILLEGAL else "by policy"
    found: list[Any] = watched("lanterns", "aimless", 1, 3, decided, planted).wrong
    assert any(told in line for line in found)
