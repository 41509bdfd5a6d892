"""The shell that compiled games share: what it says of a grid is the same in each of them."""

import pickle
from typing import Any

import pytest

from engine.errors import BadInput
from engine.euphoria.deck.deck import MOST_FOLLOWERS, MOST_LASERS
from engine.euphoria.game import EUPHORIA
from engine.euphoria.table.state import CARDS
from engine.game.registry import load_game
from engine.hadal.game import HADAL
from engine.hadal.table.state import MOST_AZRAK
from engine.oracle.game import ORACLE
from engine.oracle.table.state import MOST_DAYS, MOST_HOURS

GAMES: tuple[Any, ...] = (EUPHORIA, ORACLE, HADAL)
SWITCHES = [
    (name, option.name)
    for name in ("shipwreck", "euphoria", "oracle", "hadal")
    for option in load_game(name).about.options
    if option.values == "on or off" and option.name != "own_fate"  # which needs two players
]


@pytest.mark.parametrize(("game", "option"), SWITCHES)
@pytest.mark.parametrize(("word", "value"), [("on", True), ("true", True), ("off", False), ("false", False)])
def test_a_switch_is_on_or_off_and_true_or_false_in_every_game(game: str, option: str, word: str, value: bool) -> None:
    for given in (word, value):
        assert load_game(game).resolve({"options": {option: given}}, "test")["options"][option] is value


@pytest.mark.parametrize(("game", "option"), SWITCHES)
def test_a_switch_is_nothing_else(game: str, option: str) -> None:
    for given in ("yes", 1, None):
        with pytest.raises(BadInput, match=rf"^test: options\.{option}: expected on or off"):
            load_game(game).resolve({"options": {option: given}}, "test")


@pytest.mark.parametrize(
    ("game", "option", "most"),
    [
        ("hadal", "azrak", MOST_AZRAK),
        ("oracle", "days", MOST_DAYS),
        ("oracle", "hours", MOST_HOURS),
        ("euphoria", "lasers", MOST_LASERS),
        ("euphoria", "followers", MOST_FOLLOWERS),
        ("euphoria", "start_artifacts", CARDS),
    ],
)
def test_an_option_goes_as_far_as_the_records_and_the_content_of_its_game(game: str, option: str, most: int) -> None:
    with pytest.raises(BadInput, match=rf"^test: options\.{option}: expected an integer from \d+ to {most}, got"):
        load_game(game).resolve({"options": {option: most + 1}}, "test")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_how_a_game_is_played_travels_by_name(game: Any) -> None:
    assert pickle.loads(pickle.dumps(game.played)) is game.played
    assert pickle.loads(pickle.dumps(game.check)) is game.check


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_axis_is_in_the_id(game: Any) -> None:
    cell = game.cells(game.resolve({}, "test"))[0]
    words = game.game_id(cell, 5, 17).split(":")
    assert all(axis.word.format(cell.spec[axis.name]) in words for axis in game.grid.numbers)
    assert game.find_game(":".join(words)) == (cell, 5, 17)


def test_a_version_of_the_options_is_blamed_only_for_what_it_does() -> None:
    late = {"hours": 10, "marks": [12]}
    with pytest.raises(BadInput, match=r"^test: options\.marks: expected hours of a day of 10"):
        ORACLE.resolve({"options": late, "variants": ["days=2"]}, "test")
    with pytest.raises(BadInput, match=r"^test: variants: 'hours=10': marks: expected hours of a day of 10"):
        ORACLE.resolve({"options": {"marks": [12]}, "variants": ["usual", "hours=10"]}, "test")
