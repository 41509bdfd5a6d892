"""A mistake in what an author says about a view and a choice: one line that names the file and the line in it."""

import json
from pathlib import Path

import pytest

from engine.game.questions.catalogue import QUESTIONS, ask
from engine.game.questions.trial import Trial
from tests.support.command_line import Fatecast
from tests.support.own_file import own_game
from tests.support.trained_players import data_of, nim

FEATURES = "    def features(view, choice):\n        return {}\n\n    def play(self, table):"
SEEN = "{0: view['left'], 1: choice}"
BROKEN = {
    "{0: view['lost'], 1: choice}": "KeyError: 'lost'",
    "{0: 6 // (view['left'] - 2), 1: choice}": "ZeroDivisionError",
}
"""What fails always, and what fails late in a game."""
FEW = ("--executor", "inline")
LINE = 19
VIEWS = next(question for question in QUESTIONS if question.name == "views")


def text_with(said: str) -> str:
    return nim(("    def play(self, table):", f"    @staticmethod\n{FEATURES.format(said)}"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def blamed(typed: Fatecast, *words: object) -> str:
    """What was said, on one line."""
    done = typed(*words)
    assert done.returncode in (1, 2), done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return " ".join((done.stdout + done.stderr).split())


@pytest.mark.parametrize("said", BROKEN)
def test_train(said: str, folder: Path, typed: Fatecast) -> None:
    (folder / "nim.py").write_text(text_with(said))
    told = blamed(typed, "train", "--game", "./nim.py", "--games", 100, "--minutes", 0, *FEW)
    assert f"nim.py: features: line {LINE}: {BROKEN[said]}" in told


@pytest.mark.parametrize("said", BROKEN)
@pytest.mark.parametrize("words", [("run", "--games", "20", *FEW), ("policies", "check")], ids=lambda words: words[0])
def test_play(words: tuple[str, ...], said: str, folder: Path, typed: Fatecast) -> None:
    text = text_with(said)
    (folder / "nim.py").write_text(text)
    data = {**data_of(own_game(text_with(SEEN), "nim")), "rules": own_game(text, "nim").learnable.rules}
    file = folder / "configs/nim/policies/trained.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(data))
    policy = ("--policy", "trained") if words[0] == "run" else ("trained",)
    told = blamed(typed, *words, *policy, "--game", "./nim.py")
    assert f"nim.py: features: line {LINE}: {BROKEN[said]}" in told


@pytest.mark.parametrize("said", BROKEN)
def test_check_asks_for_them_with_the_views(said: str) -> None:
    [fault] = views(text_with(said))
    assert f"nim.py: features: line {LINE}: {BROKEN[said]}" in fault


def test_features_that_work_pass_the_check() -> None:
    assert views(text_with(SEEN)) == []


def views(text: str) -> list[str]:
    """What `check` finds wrong with views."""
    trial = Trial(own_game(text, "nim"), "", {"policies": ["one"]}, games=8)
    return [str(fault) for fault in ask(VIEWS, trial)]


def test_features_that_take_something_else(folder: Path, typed: Fatecast) -> None:
    (folder / "nim.py").write_text(text_with("{}").replace("features(view, choice)", "features(view)"))
    told = blamed(typed, "train", "--game", "./nim.py", "--games", 100, "--minutes", 0, *FEW)
    assert "nim.py: features: TypeError" in told
