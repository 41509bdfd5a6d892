"""Flags that are made from the axes and the options of the games, and the help that shows those of one game."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.game.axes import Axis
from engine.game.registry import DEFAULT_GAME, GAMES, about
from sim.cli.first_look import game_in
from sim.cli.parsing import settings
from sim.verbs.request.choices import GameChoice, Seats, Typed
from sim.verbs.request.keys import axis_keys, choice_keys, seats_as_keys
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.verbs import NAMES, params

OF_AXES = [(game, axis) for game in GAMES for axis in about(game).axes if axis.values in ("names", "numbers", "switch")]
WITH_AXES = ("run", "plan", "compare", "try", "ablate", "sweep", "tune")
"""The verbs that play what their flags say."""


def shown(verb: str, game: str) -> dict[str, str]:
    """The flags that `--help` shows for a game, and their help."""
    return {param.opts[0]: param.help or "" for param in params(verb, game)}


@pytest.mark.parametrize(("game", "axis"), OF_AXES, ids=lambda each: getattr(each, "name", each))
def test_every_axis_of_a_game_has_a_flag_with_its_help(game: str, axis: Axis) -> None:
    assert shown("run", game)[f"--{axis.name}"].removesuffix(".") == axis.help.removesuffix(".")
    [option] = [option for option in params("run", game) if f"--{axis.name}" in option.opts]
    assert option.multiple == (axis.values == "names")
    assert (f"--no-{axis.name}" in option.secondary_opts) == (axis.values == "switch")


@pytest.mark.parametrize("verb", WITH_AXES)
def test_help_shows_the_flags_of_the_game_that_is_named(verb: str) -> None:
    mine, yours = shown(verb, DEFAULT_GAME), shown(verb, "pig")
    assert {"--doom", "--challenge", "--policy", "--table", "--option", "--players", "--game"} <= mine.keys()
    assert {"--focus", "--field", "--policy", "--table", "--option", "--players", "--game"} <= yours.keys()
    assert not {"--focus", "--field"} & mine.keys()
    assert not {"--doom", "--challenge", "--deck"} & yours.keys()
    assert "2-6" in yours["--players"]
    assert "2-5" in mine["--players"]
    assert "goal (10 to 200, whole; by default 100): How many points win" in yours["--option"]
    assert "imago" in mine["--option"]
    assert "imago" not in yours["--option"]


def test_help_says_whether_a_name_replaces_another() -> None:
    assert shown("sweep", DEFAULT_GAME)["--deck"] == "Deck, by name or file, instead of the experiment's."
    assert shown("pieces", DEFAULT_GAME)["--deck"] == "Deck, by name or file."
    assert shown("pieces", "oracle")["--layout"] == "Layouts of the board, by name or file."
    assert shown("run", DEFAULT_GAME)["--deck"] == "Deck, by name or file; repeatable."


def test_the_help_as_it_is_typed(typed: Fatecast) -> None:
    done = typed("run", "--game", "pig", "--help")
    assert done.returncode == 0
    assert "--focus" in done.stdout
    assert "--doom" not in done.stdout
    assert "These are the flags for pig" in done.stdout
    done = typed("run", "--help")
    assert "--doom" in done.stdout
    assert "--focus" not in done.stdout
    wrong = typed("run", "--game", "pgi", "--help")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    known = ", ".join(sorted({"dice", *GAMES}))
    assert wrong.stderr == f"fatecast: unknown game 'pgi': did you mean 'pig'? expected one of {known}\n"


@pytest.mark.parametrize("verb", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_no_flag_means_two_things(verb: str, game: str) -> None:
    """An axis must not be called like a flag that a verb has already."""
    flags = Counter(flag for param in params(verb, game) for flag in (*param.opts, *param.secondary_opts))
    assert [flag for flag, count in flags.items() if count > 1] == []


def typed_once(text: str) -> Typed:
    return Typed((text,), is_one=True)


def test_flags_become_the_keys_of_an_experiment(tmp_path: Path) -> None:
    numbers = {"players": typed_once("2-4"), "doom": typed_once("0,6")}
    assert axis_keys(numbers, DEFAULT_GAME) == {"players": [2, 3, 4], "doom": [0, 6]}
    assert axis_keys({}, DEFAULT_GAME) == {}
    several = {"deck": Typed(("base,full", "mine.toml"))}
    assert axis_keys(several, DEFAULT_GAME) == {"decks": ["base", "full", "mine.toml"]}
    assert axis_keys({"deck": typed_once("base,full")}, DEFAULT_GAME) == {"decks": ["base", "full"]}
    (file := tmp_path / "a,b.toml").touch()
    assert axis_keys({"deck": typed_once(str(file))}, DEFAULT_GAME) == {"decks": [str(file)]}
    assert axis_keys({"challenge": False}, DEFAULT_GAME) == {"challenge": False}


def test_who_plays_is_replaced_as_a_whole() -> None:
    assert seats_as_keys(Seats(policy=["hold,race"]), "pig") == {
        "policies": ["hold", "race"],
        "tables": [],
        "focus": [],
        "field": [],
    }
    assert seats_as_keys(Seats(focus=["hold at=25"]), "pig") == {
        "policies": [],
        "tables": [],
        "focus": ["hold at=25"],
    }
    assert seats_as_keys(Seats(table=["guess,mute"]), DEFAULT_GAME) == {"policies": [], "tables": ["guess,mute"]}
    assert seats_as_keys(Seats(), "pig") == {}


@pytest.mark.parametrize(
    ("choice", "game", "message"),
    [
        (
            GameChoice(axes={"doom": typed_once("3")}),
            "dice",
            "--doom: the game dice has no such axis; its axes are: die, goal",
        ),
        (
            GameChoice(axes={"doom": typed_once("3")}),
            "pig",
            "--doom: the game pig has no such axis; its axes are: policy, players",
        ),
        (GameChoice(axes={"challenge": True}), "pig", "--challenge: the game pig has no such axis"),
        (
            GameChoice(seats=Seats(focus=["mute"])),
            DEFAULT_GAME,
            "--focus: the game shipwreck has no seats that compete",
        ),
        (
            GameChoice(seats=Seats(policy=["mute"])),
            "dice",
            "--policy: the game dice has no policies to choose from",
        ),
    ],
)
def test_a_flag_of_another_game_is_refused(choice: GameChoice, game: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        choice_keys(choice, {}, game)
    assert str(caught.value).startswith(message)


def options(pairs: list[str], game: str) -> object:
    """What `--option` sets."""
    return choice_keys(GameChoice(option=settings("--option", pairs)), {}, game)["options"]


def test_options_are_those_of_the_game() -> None:
    assert options(["goal=50"], "pig") == {"goal": 50}
    assert options(["restless"], DEFAULT_GAME) == {"restless": True}
    with pytest.raises(BadInput, match=r"^--option: unknown option 'gaol': did you mean 'goal'"):
        options(["gaol=50"], "pig")
    with pytest.raises(BadInput, match=r"^--option goal: the game dice has no options$"):
        options(["goal=50"], "dice")


def test_the_game_that_is_named() -> None:
    assert game_in(["run", "--game", "pig", "--help"])[:2] == ("pig", True)
    assert game_in(["run", "--game=pig"])[:2] == ("pig", True)
    assert game_in(["run", "--game=pig", "--game", "oracle"])[:2] == ("oracle", True)
    assert game_in(["run", "--help"])[:2] == (DEFAULT_GAME, False)


def test_pieces_can_be_called_as_the_game_calls_them(typed: Fatecast) -> None:
    for verb in ("pieces", "faces"):
        done = typed(verb, "--game", "dice", "--deck", 6)
        assert done.returncode == 0
        assert "face 6" in done.stdout
    assert typed("face", "face 3", "--game", "dice", "--deck", 6).stdout.startswith("face 3 of d6")
    assert typed("cards", "--game", "dice", "--deck", 6).returncode == 2
    assert typed("cards", "--deck", "promo").returncode == 0
    assert "has no pieces" in typed("pieces", "--game", "pig").stderr


def test_all_games_are_listed(typed: Fatecast) -> None:
    told = typed("games").stdout
    for game in GAMES:
        for word in (game, about(game).title, about(game).kind, about(game).players):
            assert word in told
    data = json.loads(typed("games", "--json").stdout)
    assert data["pig"]["kind"] == "competitive"
    assert data["shipwreck"]["real"] == about("shipwreck").real
    assert [axis["name"] for axis in data["pig"]["axes"]] == ["policy", "players"]


def test_one_game_is_described(typed: Fatecast) -> None:
    told = typed("games", "pig").stdout
    for word in ("policy", "players", "goal", "focus gain", "seat 6", "length", "wins in 100 games"):
        assert word in told
    data = json.loads(typed("games", "pig", "--json").stdout)
    assert [outcome["name"] for outcome in data["outcomes"]][:2] == ["focus wins", "field wins"]
    wrong = typed("games", "pgi")
    assert wrong.returncode == 2
    assert "did you mean 'pig'" in wrong.stderr


def test_the_game_of_an_experiment_is_not_overruled(typed: Fatecast) -> None:
    done = typed("run", "pig", "--game", "shipwreck")
    assert done.returncode == 2
    assert "--game shipwreck: " in done.stderr
    assert "is an experiment of pig" in done.stderr


def test_the_verbs_know_no_word_of_a_game() -> None:
    """Every word that a game has for its axes, pieces and options comes from the game."""
    words = {axis.name for axis in about(DEFAULT_GAME).axes if axis.role not in ("size", "skill")}
    words |= {option.name for option in about(DEFAULT_GAME).options} | {"card", "cards", "moons", "powers", "expert"}
    for path in (path for room in ("cli", "verbs") for path in (ROOT / "sim" / room).rglob("*.py")):
        text = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert words & set(re.findall(r"[a-z_]+", text)) == set(), path
