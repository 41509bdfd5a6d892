"""Trained players as rungs: what their files are, and what is said if there is none that fits."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import Fatecast
from tests.support.own_file import own_game
from tests.support.trained_players import NIM, nim, untaught_levels, write_trained

LADDER = ("ladder", "--game", "./nim.py", "--executor", "inline", "--games", "8")
FILE = Path("configs/nim/policies/trained.json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "nim.py").write_text(NIM)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kinds(typed: Fatecast, *words: str) -> dict[str, str]:
    done = typed(*LADDER, *words, "--json")
    assert done.returncode == 0, done.stderr
    return {rung["name"]: rung["kind"] for rung in json.loads(done.stdout)["rungs"]}


def test_levels_of_the_file_are_rungs(folder: Path, typed: Fatecast) -> None:
    write_trained(FILE)
    assert kinds(typed) == {"random": "random", "one": "policy", "trained level=1": "trained", "trained": "trained"}


def test_a_file_of_other_rules_leaves_its_rungs_out_in_one_line(folder: Path, typed: Fatecast) -> None:
    write_trained(FILE, nim(("(1, 2)", "(1, 2, 3)")))
    done = typed(*LADDER)
    assert done.returncode == 0, done.stderr
    [line] = [line for line in done.stderr.replace("\n    ", " ").splitlines() if "no trained player" in line]
    assert f"{FILE}: learned with other rules of nim; train it anew: fatecast train --game ./nim.py" in line
    assert "3 ways" not in done.stdout
    assert "No trained player is among them: fatecast train --game ./nim.py --policy trained makes one." in done.stdout


def test_a_damaged_file_leaves_its_rungs_out(folder: Path, typed: Fatecast) -> None:
    levels = untaught_levels(own_game(NIM, "nim"))
    write_trained(FILE, levels=[levels[0], {}])
    assert "trained" not in kinds(typed)


def test_a_file_that_was_named_must_fit(folder: Path, typed: Fatecast) -> None:
    write_trained(FILE, nim(("(1, 2)", "(1, 2, 3)")))
    done = typed(*LADDER, "--policy", "trained")
    assert done.returncode == 2
    assert "learned with other rules" in done.stderr


def test_a_rung_is_what_it_is_whatever_it_is_called(folder: Path, typed: Fatecast) -> None:
    write_trained(folder / "mine.json")
    (folder / "searching.py").write_text('def searching(view, choices):\n    "searching"\n    return choices[-1]\n')
    found = kinds(
        typed, "--policy", "./mine.json", "--policy", "./searching.py", "--policy", "search base=one worlds=2"
    )
    assert found["mine"] == "trained"
    assert found["searching"] == "policy"
    assert found.pop("random") == "random"
    assert [kind for name, kind in found.items() if name.startswith("search ")] == ["search"]
