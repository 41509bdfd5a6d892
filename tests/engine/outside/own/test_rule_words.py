"""Switches and words among the parameters of the rules: declared, set, swept, told, and compiled."""

import pytest

from engine.errors import BadInput
from engine.outside.own.game import OwnGame
from tests.own_games.cells import game_of
from tests.support.own_file import own_game, written

DECLARED = '"goal": Parameter(100, 10, 200, "points that win")'


def game_with(parameter: str) -> OwnGame:
    text = written((DECLARED, parameter), ("import Game, Parameter", "import Game, Parameter, Switch, Words"))
    return own_game(text.replace("table.rules.goal", "100"))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("()", "expected 2 to 40 words, each once, got ()"),
        ("('one',)", "expected 2 to 40 words, each once, got ('one',)"),
        ("('one', 'one')", "expected 2 to 40 words, each once"),
        ("tuple(f'w{n}' for n in range(41))", "expected 2 to 40 words, each once"),
        ("('one', 2)", "expected words of letters, digits, _ and - that begin with a letter, got 2"),
        ("('a=b', 'c')", "got 'a=b'"),
        ("('a:b', 'c')", "got 'a:b'"),
        ("('a,b', 'c')", "got 'a,b'"),
        ("('\\x1b[31m', 'c')", r"got '\x1b[31m'"),
        ("('3', 'c')", "got '3'"),
        ("('true', 'no')", "got 'true'"),
        ("('ä', 'c')", "got 'ä'"),
        ("('a' * 41, 'c')", "begin with a letter"),
        ("(True, 'c')", "begin with a letter, got True"),
        ("Words('word')", 'expected Words(("one", "other"), meaning)'),
        ("Words(('a', 'b'), 7)", 'expected Words(("one", "other"), meaning)'),
        ("Switch('yes')", "begin with a letter, got False"),
        ("None", "expected a number, or Parameter(default, lowest, highest, meaning), a switch"),
    ],
)
def test_what_cannot_be_a_word_is_one_line(given: str, told: str) -> None:
    with pytest.raises(BadInput) as error:
        game_with(f'"variant": {given}')
    assert error.value.line.startswith("plain_pig.py: parameters: variant: ")
    assert told in error.value.line
    assert "\n" not in error.value.line


@pytest.fixture(scope="module")
def game() -> OwnGame:
    return game_of("voyage")


def grid_of(game: OwnGame, **options: object) -> dict[str, object]:
    return game.resolve({"policies": ["bold"], "players": [2], "options": options}, "test")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"storms": 1}, "parameter storms: expected on or off, got 1"),
        ({"storms": "yes"}, "parameter storms: expected on or off, got 'yes'"),
        ({"variant": True}, "parameter variant: expected classic, short or rough, got True"),
        ({"variant": ["short"]}, "parameter variant: expected classic, short or rough, got ['short']"),
        ({"sea": "West"}, "parameter sea: expected north or south, got 'West'"),
    ],
)
def test_another_value_is_one_line(game: OwnGame, options: dict[str, object], told: str) -> None:
    with pytest.raises(BadInput) as error:
        grid_of(game, **options)
    assert error.value.line == f"test: options: {told}"


def test_an_id_says_them_and_leads_back(game: OwnGame) -> None:
    cell = game.cells(grid_of(game, storms=False, variant="rough", harbour="on"))[0]
    text = game.game_id(cell, 3, 5)
    assert text.endswith(":seed3:game5:storms=off:variant=rough:harbour=on")
    found, seed, index = game.find_game(text)
    assert (found.key, seed, index) == (cell.key, 3, 5)
    assert game.game_id(game.cells(grid_of(game))[0], 3, 5).endswith(":seed3:game5")
