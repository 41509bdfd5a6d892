"""`fatecast check GAME`: a sound game passes, a broken one is told what is wrong, and none harms the command."""

import re
import signal
from multiprocessing.popen_fork import Popen
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import sleep
from typing import NoReturn

import psutil
import pytest

from engine.errors import BadInput
from engine.game.questions.catalogue import QUESTIONS
from engine.game.questions.experiments import experiments
from engine.game.registry import load_game
from sim.inspect.check_game import check_game, never_asked
from sim.inspect.watched_child import WatchedChild
from tests.support.command_line import Fatecast, start
from tests.support.runs import until
from tests.support.sample import sampled

UNRULY = "tests.support.unruly_games"
HEAD = re.compile(r"\S+: The Dice Race; one cell, up to 40 games each, seed 1")


def answers(out: str) -> dict[str, str]:
    """What the command says about each question."""
    return {line[:18].strip(): line[19:] for line in out.splitlines() if line[18:19] == " "}


def test_a_sound_game_passes(fatecast: Fatecast) -> None:
    done = fatecast("check", "dice")
    assert (done.returncode, done.stderr) == (0, "")
    assert HEAD.fullmatch(done.stdout.splitlines()[0])
    found = answers(done.stdout)
    assert list(found) == [*(question.name for question in QUESTIONS), "memory", "speed", "output", "never asked"]
    assert found.pop("never asked") == never_asked()
    assert found.pop("secrets") == "not asked: the game does not say who sees what"
    assert found.pop("forks") == "not asked: it is asked of programs only"
    assert {found[name] for name in found if name != "speed"} == {"ok"}
    assert re.fullmatch(r"[\d,]+ games a second \(die6/goal20\)", found["speed"])


def test_several_words_files_and_games(fatecast: Fatecast, tmp_path: Path) -> None:
    (tmp_path / "race.toml").write_text('game = "dice"\ndice = [6, 8]\n')
    done = fatecast("check", tmp_path / "race.toml", f"{UNRULY}:TALKS", "--game", "dice")
    assert done.returncode == 1
    assert done.stdout.startswith(
        f"{tmp_path / 'race.toml'}: an experiment of 2 cells\n{UNRULY}:TALKS: The Dice Race; "
    )
    assert done.stderr.splitlines() == [
        "fatecast: output: it prints to standard output: 'rubbish \ufffd'",
        f"fatecast: {UNRULY}:TALKS: 1 fault",
    ]


TROUBLE = {
    "HANGS": "die6/goal20: game 17 of seed 1 does not end (given 0.1 s alone)",
    "QUITS": "die6/goal20: game 17 of seed 1 ends the process (exit code 3)",
    "NEVER_LOADED": f"{UNRULY}:NEVER_LOADED: loading: no answer for 1 s",
}


@pytest.mark.parametrize("name", TROUBLE)
def test_a_game_that_makes_trouble_is_stopped_and_named(fatecast: Fatecast, name: str) -> None:
    done = fatecast("check", f"{UNRULY}:{name}", "--patience", 1)
    assert done.stderr.splitlines() == [f"fatecast: {TROUBLE[name]}", f"fatecast: {UNRULY}:{name}: 1 fault"]
    assert done.returncode == 1
    assert "same again" in answers(done.stdout)["not asked"]
    assert left_of(f"{UNRULY}:{name}") == []


def left_of(word: str) -> list[int]:
    """The processes that check this game."""
    return [each.pid for each in psutil.process_iter(["cmdline"]) if word in (each.info["cmdline"] or [])]


def test_ctrl_c_ends_a_check_and_leaves_nobody_behind() -> None:
    word = f"{UNRULY}:HANGS"
    with start("check", word, "--patience", 100) as process:
        until(lambda: len(left_of(word)) > 1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, "fatecast: interrupted\n")
    assert left_of(word) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_between_the_start_of_a_child_and_its_first_line_leaves_nobody_behind(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """The child has no group of its own yet, and nobody but `messages` knows of it."""

    def interrupted(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    def launched(popen: Popen, process: BaseProcess) -> None:
        launch(popen, process)
        signal.raise_signal(number)

    others = psutil.Process().children()
    launch, before = Popen._launch, signal.signal(number, interrupted)  # type: ignore[attr-defined]
    monkeypatch.setattr(Popen, "_launch", launched)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(WatchedChild(lambda send: sleep(60), 60).messages())
        assert signal.getsignal(number) is interrupted
    finally:
        signal.signal(number, before)
    assert psutil.Process().children() == others


FAILING = {
    "EXITS": r"plays: die6/goal20: game 17: unruly_games.py, line \d+: SystemExit: no more dice",
    "DEVOURS": r"plays: die6/goal20: game 17: unruly_games.py, line \d+: MemoryError",
    "HOARDS": r"memory: die6/goal20: every game leaves about 1\.\d objects in memory",
}


@pytest.mark.parametrize("name", sampled(FAILING, FAILING.keys() - {"HOARDS"}))
def test_a_game_that_fails_is_one_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.inspect.watched_child.MEMORY", 1 << 28)
    said: list[str] = []
    (fault,) = map(str, check_game(f"{UNRULY}:{name}", 5, said.append))
    assert re.fullmatch(FAILING[name], fault)
    if fault.startswith("plays"):
        assert said[-2].startswith("not asked")


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("tests.support.unruly_games:NOTHING", "expected the place of a game, such as my_package.game:GAME"),
        ("no_such_package:GAME", "expected the place of a game, such as my_package.game:GAME"),
        ("openspiel:no_such_game", "OpenSpiel has no game 'no_such_game'"),
    ],
)
def test_what_is_no_game_is_bad_input(word: str, line: str) -> None:
    with pytest.raises(BadInput, match=re.escape(line)) as refused:
        check_game(word, 10, print)
    assert refused.value.exit_code == 2


def test_no_patience_is_refused() -> None:
    with pytest.raises(BadInput, match="patience: expected more than 0 seconds, not 0"):
        check_game("dice", 0, print)


def test_every_policy_and_every_number_of_players_is_tried() -> None:
    two = {"players": [2]}
    assert experiments(load_game("pig")) == [
        {},
        {"policies": ["hold", "random", "race", "optimal"], **two},
        {"players": [2, 3, 4, 5, 6]},
        {"tables": ["hold,random"], **two},
        {"focus": ["hold", "random"], "field": ["random"], **two},
    ]
    assert experiments(load_game("dice")) == [{}]
