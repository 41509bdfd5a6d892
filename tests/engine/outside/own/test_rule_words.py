"""Switches and words among the parameters of the rules: declared, set, swept, told, and compiled."""

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.game.optional_parts import content_of
from engine.game.registry import admit, forget
from engine.outside.own.compiled.kernel_text import write_kernel
from engine.outside.own.game import OwnGame
from sim.experiment.experiment import ResolvedExperiment, resolve
from sim.search.tune.search_space import read_search_space
from tests.own_games.cells import game_of
from tests.support import ROOT
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


def test_values_are_kept_as_they_are(game: OwnGame) -> None:
    options = grid_of(game, storms="off", variant="short", harbour=True)["options"]
    assert json.loads(json.dumps(options)) == {
        "rounds": 6,
        "storms": False,
        "variant": "short",
        "harbour": True,
        "sea": "north",
        "focus": 0,
    }


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


def test_what_changed_is_told_in_words(game: OwnGame) -> None:
    before, after = (game.cells(grid_of(game, **each))[0] for each in ({}, {"storms": False, "variant": "short"}))
    said = game.presentation.changes(before.spec, after.spec)
    assert said == ["options.storms: on → off", "options.variant: classic → short"]
    assert game.presentation.settings(after.spec) == ["storms off", "variant short"]
    assert game.presentation.settings(before.spec) == []


def test_an_ablation_tries_every_other_value(game: OwnGame) -> None:
    labels = [each.label for each in content_of(game).alterations(grid_of(game), "parameters", "test")]
    assert labels[2:] == [
        "options.storms on → off",
        "options.variant classic → short",
        "options.variant classic → rough",
        "options.harbour off → on",
        "options.sea north → south",
    ]
    assert content_of(game).kinds["parameters"].endswith("turn each switch, and try every other word")


def test_what_a_search_found_is_written_as_an_experiment(game: OwnGame) -> None:
    changes = {"options.variant": "short", "options.storms": False}
    text = content_of(game).extension({"policies": ["bold"]}, changes, [], Path("found.toml"))
    found = tomllib.loads(text)
    assert found["options"]["variant"] == "short"
    assert found["options"]["storms"] is False
    assert game.resolve({key: value for key, value in found.items() if key != "game"}, "again")


@pytest.fixture
def base() -> Iterator[ResolvedExperiment]:
    admit(str(ROOT / "tests/games/voyage.py"))
    yield resolve({"game": "voyage", "policies": ["bold"], "players": [2]}, "test")
    forget()


@pytest.mark.parametrize(
    ("vary", "values"),
    [
        ("options.variant", {"options.variant": ["short", "rough"]}),
        ("options.storms", {"options.storms": [False]}),
        ("options.storms=on,off", {"options.storms": [False]}),
        ("options.variant=classic,rough", {"options.variant": ["rough"]}),
        ("options.*", {"options.rounds": [5, 7]}),
    ],
)
def test_tune_tries_words_that_are_named_and_a_pattern_leaves_them_alone(
    base: ResolvedExperiment, vary: str, values: dict[str, list[object]]
) -> None:
    found = read_search_space(base, [vary], 1)
    tried: dict[str, list[object]] = {}
    for option in found.options:
        assert option.distance == 1
        tried.setdefault(option.path, []).append(option.value)
    assert tried == values


def test_numbers_have_no_note_of_words() -> None:
    game = own_game()
    cell = game.cells(game.resolve({"options": {"goal": 50}}, "test"))[0]
    assert game.presentation.settings(cell.spec) == []
    assert content_of(game).kinds["parameters"] == "lower and raise each number of the rules by a tenth"


def test_words_of_a_class_above_are_compiled_too() -> None:
    above = 'class Rules:\n    parameters = {"goal": 100, "variant": ("classic", "short"), "storms": True}\n\n\n'
    asked = 'table.rules.variant == "classic" and table.rules.storms'
    text = written(
        ("class PlainPig(Game):", f"{above}class PlainPig(Rules, Game):"),
        (f"    parameters = {{{DECLARED}}}\n", ""),
        ("if face == 1:", f"if face == 1 and {asked}:"),
    )
    file = own_game(text).edition.file
    assert not write_kernel(text, sys.modules[type(file.game).__module__], file.game, True).refusals
