"""`compare` and `try` as data, in a file and as a page."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import Fatecast

FEW = ("--games", "300", "--executor", "inline")


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The flags of a small game, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race.toml").write_text('game = "dice"\ndice = [6]\ngoals = [15]\nseed = 7\n')
    return ("--on", "race.toml", "--game", "dice", *FEW)


def test_compare_is_data_a_file_and_a_page(race: tuple[str, ...], tmp_path: Path, typed: Fatecast) -> None:
    words = ("compare", "goal 15", "goal 16", *race, "--report", "page")
    done = typed(*words, "--json", "--out", "found.json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data == json.loads((tmp_path / "found.json").read_text())
    assert data["title"] == "goal 15 → goal 16"
    assert data["changes"] == ["goal: 15 → 16"]
    [cell] = data["cells"]
    assert cell["games"] == 300
    assert cell["low"] <= cell["difference"] <= cell["high"]
    assert data["verdicts"] == {"win rate": cell["verdict"]}
    page = (tmp_path / "page/index.html").read_text()
    assert "<li>goal: 15 → 16</li>" in page
    assert data["sentences"][0] in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    again = typed(*words)
    assert again.returncode == 0, "an older page is replaced"
    assert "page/index.html" in again.stdout
    assert "goal 15 → goal 16: win rate" in again.stdout


def test_a_folder_that_holds_something_else_is_refused_first(
    race: tuple[str, ...], tmp_path: Path, typed: Fatecast
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear")
    done = typed("compare", "goal 15", "goal 16", *race, "--report", "mine")
    assert (done.returncode, done.stdout) == (2, "")
    assert "mine: expected an empty directory or a report" in done.stderr


def test_try_is_data(race: tuple[str, ...], tmp_path: Path, typed: Fatecast) -> None:
    done = typed("try", "goal=1", *race, "--json", "--out", "tried.json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data == json.loads((tmp_path / "tried.json").read_text())
    assert data["changes"] == ["handicap: 0 → 1"]
    assert [group["verdict"] for group in data["groups"]]
    assert data["sentences"][0].startswith("win rate: ")
