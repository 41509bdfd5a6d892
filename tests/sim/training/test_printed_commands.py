"""Every command that training and ladders print can be typed as it stands."""

import re
import shlex
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from sim.report.build import build
from sim.training import rounds
from tests.support.command_line import Fatecast
from tests.support.trained_players import NIM, nim, write_trained
from tests.support.undrawn import undrawn

QUICK = ("--executor", "inline", "--games", "100")
ALSO: dict[str, tuple[str, ...]] = {
    "train": (*QUICK, "--minutes", "0"),
    "ladder": QUICK,
    "run": QUICK,
    "report": (),
}
"""What makes a command quick; nothing else is added to it."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a game of one file, in which one works."""
    (tmp_path / "nim.py").write_text(NIM)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rounds, "FEWEST_HELD_OUT", 50)
    with undrawn():
        yield tmp_path


def told(typed: Fatecast, *words: object, code: int = 0) -> str:
    done = typed(*words)
    assert done.returncode == code, done.stderr
    return " ".join((done.stdout + done.stderr).split())


def command_in(text: str, verb: str) -> list[str]:
    """The words of the one command of a verb in a text."""
    found = re.search(rf"fatecast ({verb} --.*?)( makes one|$| │| These are)", text)
    assert found, text
    return shlex.split(found[1])


def works(typed: Fatecast, words: list[str]) -> str:
    return told(typed, *words, *ALSO[words[0]])


TRAIN = ("train", "--game", "./nim.py", *ALSO["train"])


def test_what_was_trained_plays_by_the_command_that_training_prints(folder: Path, typed: Fatecast) -> None:
    words = command_in(told(typed, *TRAIN, "--players", "2", "--out", "else where", "--quiet"), "run")
    assert words[:3] == ["run", "--game", "./nim.py"]
    assert "trained" in works(typed, words)


@pytest.mark.parametrize("is_there", [False, True], ids=["nobody", "of other rules"])
def test_the_command_for_a_player_that_nobody_trained(is_there: bool, folder: Path, typed: Fatecast) -> None:
    if is_there:
        write_trained(folder / "configs/nim/policies/trained.json", nim(("(1, 2)", "(1, 2, 3)")))
    wanted = told(typed, "run", "--game", "./nim.py", "--policy", "trained", *QUICK, code=2)
    words = command_in(wanted, "train")
    if not is_there:
        works(typed, words)
        assert "trained" in told(typed, "ladder", "--game", "./nim.py", *QUICK)


def test_where_a_trained_player_is_offered_the_command_makes_one(folder: Path, typed: Fatecast) -> None:
    offered = [
        command_in(told(typed, *words, "--game", "./nim.py"), "train") for words in (("policies",), ("ladder", *QUICK))
    ]
    works(typed, offered[0])
    assert (folder / "configs/nim/policies/trained.json").exists()
    assert offered[0] == offered[1]


def test_the_commands_of_a_page(folder: Path, typed: Fatecast) -> None:
    told(typed, "run", "--game", "./nim.py", *QUICK, "--out", "nim")
    page = unescape(build(Path("nim"))["index.html"].decode()).partition('id="learn"')[2]
    ladder, report = page.partition("<code>")[2].partition("</code>")[0].splitlines()
    words, (arrow, file) = shlex.split(ladder)[1:-2], shlex.split(ladder)[-2:]
    assert arrow == ">"
    (folder / file).write_text(typed(*words, *QUICK).stdout)
    told(typed, *["nim" if word == "RUN" else word for word in shlex.split(report)[1:]])
