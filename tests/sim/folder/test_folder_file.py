"""`fatecast.toml`: what it may say, and what each verb makes of it."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from shlex import split
from typing import Any

import pytest

from engine.errors import BadInput
from sim.folder.folder_file import MOST_BYTES, NAME, FolderFile, folder_file, text_for
from sim.verbs.request.declaration import declared
from sim.verbs.request.verb import all_verbs
from tests.support.command_line import Fatecast
from tests.support.own_file import PLAIN_PIG


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, which knows nothing yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "here"
    (folder / "market" / "experiments").mkdir(parents=True)
    (folder / "market" / "game.py").write_text(PLAIN_PIG)
    (folder / "market" / "experiments" / "small.toml").write_text('game = "market"\nplayers = [3]\ngames = 20\n')
    monkeypatch.chdir(folder)
    return folder


def says(folder: Path, text: str) -> FolderFile | None:
    (folder / NAME).write_text(text)
    return folder_file(folder)


def code_of(folder: Path, text: str) -> Path | None:
    found = says(folder, text)
    return found and found.code


def test_what_it_may_say(here: Path) -> None:
    assert folder_file(here) is None
    assert says(here, "") == FolderFile(here / NAME)
    found = says(here, 'game = "./market"\nexperiment = "small"\nminutes = 2\n')
    assert found == FolderFile(here / NAME, "./market", "small", 2.0)
    assert found.code == here / "market" / "game.py"
    named = says(here, 'game = "pig"\n')
    assert named is not None
    assert named.code is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gmae = 'pig'", r"fatecast.toml: unknown key 'gmae': did you mean 'game'\? expected one of experiment, game"),
        ("language = 'es'", r"unknown key 'language'"),
        ("game = 3", r"fatecast.toml: game: expected a text, not 3"),
        ("game = ''", r"game: expected a text, not ''"),
        ("game = ['pig']", r"game: expected a text"),
        ("game = '--game'", r"game: expected at most 1,000 printable characters, and no flag"),
        ('game = "pig\\u001b[2J"', r"game: expected at most 1,000 printable"),
        (f"game = './{'x' * 1000}'", r"game: expected at most 1,000 printable"),
        ("experiment = true", r"experiment: expected a text"),
        ("minutes = 'ten'", r"minutes: expected a number from 0.01 to 1,440, not 'ten'"),
        ("minutes = true", r"minutes: expected a number"),
        ("minutes = 0", r"minutes: expected a number"),
        ("minutes = nan", r"minutes: expected a number"),
        ("minutes = 1e9", r"minutes: expected a number"),
        ("game = 'pgi'", r"game: unknown game 'pgi': did you mean 'pig'\?"),
        ("game = 'market'", r"a game of your own is named by its path: ./market or ./market.py"),
        ("game = 'cmd:./market'", r"game: expected the path or the name of a game; only the call may name this one"),
        ("game = 'openspiel:efg_game(filename=a.efg)'", r"only the call may name this one: --game 'openspiel:efg"),
        ("game = './gone'", r"game: .*gone: no such file"),
        ("game = 'a' 'b'", r"not valid TOML"),
        (f"game = {'[' * 100}", r"not valid TOML: expected at most 32 tables inside each other"),
        (f"# {'x' * MOST_BYTES}", r"expected at most 10,000 bytes"),
    ],
)
def test_anything_else_is_one_line(here: Path, typed: Fatecast, text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        code_of(here, text)
    done = typed("policies")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "Traceback" not in done.stderr


def test_what_is_no_file_is_refused(here: Path, typed: Fatecast) -> None:
    place = here / NAME
    (here / "other.toml").write_text("game = 'pig'\n")
    place.symlink_to("other.toml")
    assert "expected a file, and no link" in typed("policies").stderr
    place.unlink()
    os.mkfifo(place)
    assert "expected a file, and no link" in typed("policies").stderr
    place.unlink()
    place.mkdir()
    assert "expected a file, and no link" in typed("policies").stderr
    place.rmdir()
    place.write_bytes(b"\xff\xfe")
    assert "expected UTF-8 text" in typed("policies").stderr


def test_nothing_is_searched_for_above_or_below(here: Path, typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> None:
    says(here, "game = 'pig'\n")
    assert "hold" in typed("policies").stdout
    monkeypatch.chdir(here / "market")
    assert "pragmatic" in typed("policies").stdout
    monkeypatch.chdir(here.parent)
    assert "pragmatic" in typed("policies").stdout


def test_a_named_game_needs_no_trust_and_a_flag_wins(here: Path, typed: Fatecast) -> None:
    says(here, "game = 'pig'\n")
    done = typed("policies")
    assert "hold" in done.stdout
    assert done.stderr == "fatecast: the game is pig, as fatecast.toml says\n"
    assert typed("policies", "-q").stderr == ""
    other = typed("policies", "--game", "shipwreck")
    assert "pragmatic" in other.stdout
    assert other.stderr == ""
    assert "the game is pig" in typed("policies", "check", "nobody").stderr
    assert "These are the flags for pig" in typed("run", "--help").stdout


@pytest.fixture
def asked(typed: Fatecast, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """What a command asks of its verb, which does not run."""
    heard: list[Any] = []

    def hear(verb: object, asked: object, voice: object) -> int:
        heard.append(asked)
        return 0

    monkeypatch.setattr("sim.cli.verbs.shown", hear)

    def ask(*words: str) -> Any:
        done = typed(*words)
        assert done.returncode == 0, done
        return heard.pop()

    return ask


def test_the_experiment_and_the_minutes_are_those_of_its_game(here: Path, asked: Callable[..., Any]) -> None:
    says(here, 'game = "./market"\nexperiment = "small"\nminutes = 3\n')
    asked("trust")
    list_of_the_user = here.parent / "config" / "fatecast" / "trusted.json"
    assert not list_of_the_user.exists()  # it did not run
    run = asked("run", "--game", "./market")
    assert (run.choice.game, run.experiment) == ("market", "small")
    run = asked("run", "--players", "2")
    assert (run.choice.game, run.experiment) == ("market", "small")
    assert asked("run", "big").experiment == "big"
    assert asked("run", "--on", "big").experiment is None
    assert (tried := asked("try", "options.goal=50")).base.experiment == "small"
    assert tried.base.choice.game == "market"
    assert asked("try", "options.goal=50", "--on", "big").base.experiment == "big"
    assert asked("baseline", "accept").experiment is None
    gate = asked("gate")
    assert (gate.game, gate.minutes, gate.games) == ("market", 3.0, None)
    assert asked("gate", "--minutes", "1").minutes == 1.0
    assert asked("gate", "--games", "2048").minutes is None
    assert asked("gate", "--self-test").minutes is None
    other = asked("run", "--game", "pig")
    assert (other.choice.game, other.experiment) == ("pig", None)
    assert asked("gate", "--game", "pig").minutes is None


def test_every_verb_that_asks_for_a_game_means_it(here: Path, asked: Callable[..., Any], tmp_path: Path) -> None:
    says(here, 'game = "./market"\n')
    asked("run", "--game", "./market")
    needed = {"try": ["a=1"], "compare": ["a", "b"], "piece": ["a"], "policies check": ["a"], "replay": ["a"]}
    needed |= {verb: ["a"] for verb in ("find", "resume", "verify", "report", "pieces pull", "pieces push")}
    needed |= {"tune": ["--goal", "a", "--vary", "b"], "sweep": ["--set", "options.goal=2"]}
    of_runs = {"find", "report", "resume", "verify", "games"}
    of_folders = {"studio"}  # it reads the file of the folder that it is given
    seen = []
    for verb in all_verbs():
        [*places] = [field.place for field in declared(verb.request) if field.name == "game"]
        if not places:
            continue
        meant = asked(*verb.name.split(), *needed.get(verb.name, []))
        for name in places[0]:
            meant = getattr(meant, name)
        assert meant == (None if verb.name in of_runs | of_folders else "market"), verb.name
        seen.append(verb.name)
    assert len(seen) > 20


def test_commands_about_a_run_of_another_game_can_be_typed_there(here: Path, typed: Fatecast) -> None:
    """Word for word as they are printed: they name no game that the run is not of."""
    says(here, text_for("./market"))
    typed("trust", ".")
    few = ["--players", "2", "--policy", "hold", "--games", "8", "--executor", "inline"]
    typed("run", "--game", "pig", *few, "--out", "run")
    found = typed("find", "run", "--limit", "1")
    resumed = typed("resume", "run")
    assert "market" not in found.stdout + found.stderr + resumed.stdout + resumed.stderr
    commands = re.findall(r"fatecast ((?:replay|report) .*?)(?:   #|$)", found.stdout + resumed.stdout, re.MULTILINE)
    assert {command.split()[0] for command in commands} == {"replay", "report"}
    for command in commands:
        done = typed(*split(command))
        assert done.returncode == 0, done.stderr
    typed("run", *few, "--out", "own")
    assert " --game ./market" in typed("find", "own", "--limit", "1").stdout
