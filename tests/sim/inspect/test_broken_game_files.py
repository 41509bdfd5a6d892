"""A game file that is wrong is found by `fatecast check ./pirates` or by the run: one clear line, and nothing lost."""

import re
from pathlib import Path

import pytest

from engine.game.questions.catalogue import QUESTIONS, ask
from engine.game.questions.subject import subject_named
from engine.game.questions.trial import Trial
from engine.game.registry import forget
from sim.inspect.check_game import check_game
from tests.support.command_line import Fatecast
from tests.support.own_games import DECIDES, PIRATES, ROLL, WON, broken, line_of, pirates
from tests.support.runs import records
from tests.support.sample import sampled

LINE = {words: line_of(PIRATES, words) for words in (ROLL, WON, DECIDES)}


@pytest.fixture(autouse=True)
def _no_games_of_other_tests() -> None:
    forget()


STOPPED = {
    "raises": rf"plays: bold/players2: game \d+: turn 9: pirates/game.py: line {LINE[ROLL] + 2}: ValueError: no wind",
    "out of range": r"plays: bold/players2: game 0: turn \d+: pirates/game.py: .*column storms: expected a whole "
    r"number from 0 to 65535, got -\d+",
    "draws twice": rf"plays: bold/players2: game 0: turn 1: pirates/game.py: line {LINE[ROLL] + 1}: .*luck 'wind' 1, 1 "
    "was drawn twice in one game; number the draws",
    "a policy of nonsense": r"plays: careful/players2: game 0: turn 1: pirates/game.py: line \d+: .*seat 1 decides "
    "'home'; expected one of True, False",
    "loops": r"bold/players\d: game \d+ of seed 1 does not end \(given \S+ s alone\)",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", STOPPED)
def test_a_game_that_cannot_be_played_is_named_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    broken(tmp_path, name)
    monkeypatch.chdir(tmp_path)
    (fault,) = map(str, check_game("./pirates", 2, lambda line: None))
    assert re.fullmatch(rf"{STOPPED[name]}( \(and \d+ more\))?", fault), fault


IMPURE = {
    "keeps state": "same again",
    "Python's random": "same again",
    "its class": "same again",
    "a policy with memory": "split anywhere",
    "the clock": "another process",
}


@pytest.mark.parametrize("name", sampled(IMPURE, IMPURE.keys() - {"the clock"}))
def test_a_game_that_is_not_the_same_again_is_found(tmp_path: Path, name: str) -> None:
    subject = subject_named("pirates", broken(tmp_path, name).parent)
    trial = Trial(subject.game, subject.address, {"policies": ["bold", "careful"], "players": [2]})
    (faults,) = [ask(question, trial) for question in QUESTIONS if question.name == IMPURE[name]]
    line = str(faults[0])
    assert re.search(r"game \d+: \w+ is \d+, then \d+", line)
    assert ("it draws from Python’s random" in line) == (name == "Python's random")


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "seen = []",
            "seen = [][3]",
            r"pirates/game.py: cannot be loaded: line 9: IndexError: list index out of range",
        ),
        (WON, "  oops\n", rf"pirates/game.py: cannot be loaded: line {LINE[WON]}: IndentationError: .*"),
        ("(Game)", "", r"pirates/game.py: expected one class derived from fatecast.game.Game, found 0"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: Fatecast, old: str, new: str, line: str
) -> None:
    pirates(tmp_path, old, new)
    monkeypatch.chdir(tmp_path)
    done = typed("check", "./pirates")
    assert done.returncode == 2
    assert re.fullmatch(f"fatecast: {line}\n", done.stderr)


def test_a_file_that_never_loads_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pirates(tmp_path, "seen = []", "while True:\n    pass")
    monkeypatch.chdir(tmp_path)
    (fault,) = check_game("./pirates", 1, lambda line: None)
    assert str(fault) == "./pirates: loading: no answer for 1 s"


def test_the_run_stops_in_one_line_and_keeps_what_was_played(tmp_path: Path, fatecast: Fatecast) -> None:
    home = broken(tmp_path, "raises")
    text = (home / "game.py").read_text()
    (home / "game.py").write_text(text.replace("turn == 9 and roll == 6", "turn == 19"))
    flags = ["--game", home, "--policy", "bold", "--players", 2, "--games", 2000, "--block", 20, "--workers", 1]
    done = fatecast("run", *flags, "--patience", 2, "--out", tmp_path / "run")
    assert done.returncode == 1
    line = done.stderr.splitlines()[-1]
    assert re.match(r"fatecast: bold/players2: game \d+", line), line
    game = int(line.partition("game ")[2].split(":")[0].split()[0])
    assert game >= 20, "there was something to keep"
    assert records(tmp_path / "run") == game // 20
