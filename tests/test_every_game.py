"""Every game of ours, and the toys of the tests, answer for everything that a game must answer for.

Those of OpenSpiel are in tests/engine/outside/openspiel.
"""

# ruff: noqa: RUF012 - an author of a game need not know what a ClassVar is

from pathlib import Path

import pytest

from engine.game.questions.catalogue import QUESTIONS, ask
from engine.game.questions.subject import subject_named
from engine.game.questions.trial import Trial
from engine.game.registry import load_game
from fatecast.testing import GameTest
from tests.support.own_file import PLAIN_PIG


class TestPig(GameTest):
    game = "pig"
    experiment = {"policies": ["hold at=25", "random", "race"], "players": [2, 6]}
    games = 12


class TestPigFocus(GameTest):
    game = "pig"
    experiment = {"focus": ["hold at=15", "random"], "field": ["hold"], "players": [2, 4], "options": {"goal": 50}}
    games = 12
    test_another_process = None  # recorded rows are of another one, too


class TestShipwreck(GameTest):
    game = "shipwreck"
    experiment = {"decks": ["base", "full"], "policies": ["novice", "mute"], "players": [2], "doom": [0, 6]}
    games = 20


class TestEuphoriaFocus(GameTest):
    game = "euphoria"
    experiment = {"decks": ["no-barter"], "focus": ["random", "guardian theta=0.6"], "field": ["guardian"]}
    test_another_process = None


class TestOracle(GameTest):
    game = "oracle"
    experiment = {"layouts": ["A", "C"], "policies": ["random", "prophet"], "players": [4], "rogues": [8]}
    games = 20
    test_another_process = None


class TestHadal(GameTest):
    game = "hadal"
    experiment = {"missions": ["A", "C"], "policies": ["random", "veteran"], "players": [4], "shift": [-1, 1]}
    games = 20
    test_another_process = None


class TestDiceRace(GameTest):
    game = "tests.support.dice_race:GAME"
    experiment = {"dice": [6, 8], "goals": [15, 20]}


class TestHarvest(GameTest):
    game = "tests.support.harvest:GAME"


class TestContest(GameTest):
    game = "tests.support.contest:GAME"
    experiment = {"policies": ["calm", "keen"]}


class TestMarket(GameTest):
    game = "tests.support.stakes:MARKET_GAME"
    experiment = {"focus": ["calm", "keen"], "field": ["calm"]}


def test_a_game_in_a_file(tmp_path: Path) -> None:
    """The Pig of the how-to. What `fatecast new` writes has a test of its own."""
    (tmp_path / "plain_pig.py").write_text(PLAIN_PIG)
    subject = subject_named("plain_pig.py", tmp_path)
    for who in ({"policies": ["hold", "random"]}, {"focus": ["hold at=25"], "field": ["hold"]}):
        trial = Trial(subject.game, subject.address, {**who, "players": [2]}, games=6)
        asked = [each for each in QUESTIONS if each.name != "another process" or "policies" in who]
        assert {each.name: told for each in asked if (told := ask(each, trial))} == {}


@pytest.mark.parametrize("name", ["shipwreck", "euphoria", "pig"])
def test_no_change_of_these_games_only_takes_a_choice(name: str) -> None:
    """Hands are hidden from the group, opponents lose what one loses, and a card that is left out changes the draw."""
    game = load_game(name)
    assert game.content is not None
    grid = game.resolve({"decks": ["surrogate"]} if name == "euphoria" else {}, "test")
    found = [each for kind in game.content.kinds for each in game.content.alterations(grid, kind, "test")]
    assert found
    assert [each.label for each in found if each.takes_a_choice] == []
