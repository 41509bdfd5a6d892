"""Games of OpenSpiel of every kind answer for everything that a game must answer for."""

# ruff: noqa: RUF012 - an author of a game need not know what a ClassVar is

import pytest

from fatecast.testing import GameTest

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")


class TestPerfectInformation(GameTest):
    game = "openspiel:tic_tac_toe"
    experiment = {"policies": ["random", "mcts simulations=4"]}
    games = 12
    test_another_process = None  # that of simultaneous moves is


class TestHiddenInformation(GameTest):
    game = "openspiel:leduc_poker"
    experiment = {"focus": ["solved iterations=3"], "field": ["random", "solved iterations=3"]}
    games = 12
    test_another_process = None


class TestSimultaneousMoves(GameTest):
    game = "openspiel:matrix_rps"
    games = 20


@pytest.mark.full
class TestNoConstantSum(GameTest):
    game = "openspiel:matrix_pd"
    experiment = {"focus": ["random"], "field": ["random"], "options": {"focus": 2}}


@pytest.mark.full
class TestTogether(GameTest):
    game = "openspiel:hanabi(players=3)"
    games = 10
