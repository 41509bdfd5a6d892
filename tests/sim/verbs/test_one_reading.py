"""A call reads an experiment, a content and a baseline once: all that it says is about the same text."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.configs import each_file_once, read_text
from tests.support.command_line import Fatecast

OPENED: list[str] = []
_listening = False


def _hear(event: str, arguments: tuple[object, ...]) -> None:
    """Python tells of a file twice, the second time without a mode: when the system opens it."""
    if _listening and event == "open" and arguments[1] is not None and isinstance(arguments[0], str | Path):
        OPENED.append(Path(arguments[0]).name)


sys.addaudithook(_hear)


@pytest.fixture(autouse=True)
def listening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    global _listening
    monkeypatch.chdir(tmp_path)
    Path("race.toml").write_text('game = "dice"\ndice = [6]\ngoals = [20]\nseed = 7\n')
    Path("mine.toml").write_text('extends = "base"\n[cards.the-chalice]\nmoons = 4\n')
    _listening = True
    yield
    _listening = False


def read(typed: Fatecast, *words: str) -> Counter[str]:
    """How often a call opens each file."""
    OPENED.clear()
    done = typed(*words)
    assert done.returncode in (0, 3, 4), done.stderr
    return Counter(OPENED)


INLINE = ("--games", "64", "--executor", "inline")


@pytest.mark.parametrize(
    "words",
    [
        ("try", "faces.6=4", "--on", "race.toml", *INLINE),
        ("compare", "goal 15", "goal 16", "--on", "race.toml", *INLINE),
        ("compare", "race.toml", "race.toml", *INLINE),
        ("run", "race.toml", *INLINE, "--out", "played"),
        ("sweep", "--set", "faces.6=5..6", "--on", "race.toml", *INLINE, "--out", "swept"),
        ("tune", "--goal", "goal 20: 70 ± 9 %", "--vary", "faces.6=5..9", "--on", "race.toml", *INLINE),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_an_experiment_is_read_once(words: tuple[str, ...], typed: Fatecast) -> None:
    assert read(typed, *words)["race.toml"] == 1


FEW = ("--policy", "mute", "--players", "3", "--doom", "0", "--games", "16", "--executor", "inline")


@pytest.mark.parametrize(
    "words",
    [("try", "--deck", "mine.toml", *FEW), ("compare", "base", "mine.toml", *FEW), ("try", "mine.toml", *FEW)],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_content_is_read_once(words: tuple[str, ...], typed: Fatecast) -> None:
    found = read(typed, *words)
    assert (found["mine.toml"], found["base.toml"], found["tuning.toml"]) == (1, 1, 1)


def test_a_baseline_is_read_once(typed: Fatecast) -> None:
    accept = ("baseline", "accept", "race.json", "--experiment", "race.toml", "--games", "1024", "--workers", "1")
    assert read(typed, *accept)["race.toml"] == 1
    assert read(typed, "gate", "--baseline", "race.json", "--executor", "inline")["race.json"] == 1


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    (file := tmp_path / "text").write_text("one")
    with each_file_once():
        assert (read_text(file), read_text(file)) == ("one", "one")
        file.write_text("other")
        assert read_text(file) == "other"
    OPENED.clear()
    assert (read_text(file), read_text(file)) == ("other", "other")
    assert OPENED.count("text") == 2
