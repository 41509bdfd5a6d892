"""Every verb that prints a table prints the same as data."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import Fatecast, experiment


def data(typed: Fatecast, *words: object, code: int = 0) -> object:
    """What a verb prints with --json, and nothing beside it."""
    done = typed(*words, "--json", "-q")  # on a new machine, a game is compiled first, and says so
    assert (done.returncode, done.stderr) == (code, "")
    return json.loads(done.stdout)


def test_a_run_and_what_looks_into_it(typed: Fatecast, tmp_path: Path) -> None:
    path = tmp_path / "run"
    played = data(typed, "run", experiment(tmp_path, games=50), "--out", path)
    assert isinstance(played, dict)
    assert played == {"run": str(path), "report": None, **json.loads((path / "summary.json").read_text())}
    assert data(typed, "resume", path) == {
        "run": str(path),
        "report": None,
        **json.loads((path / "summary.json").read_text()),
    }
    found = data(typed, "find", path, "--limit", 2)
    assert isinstance(found, dict)
    assert len(found["games"]) == 2
    assert found["games"][0]["command"].startswith("fatecast replay ")
    verified = data(typed, "verify", path)
    assert isinstance(verified, dict)
    assert verified["right"]
    (path / "summary.csv").write_text("nonsense")
    done = typed("verify", path, "--json")
    wrong = json.loads(done.stdout)
    assert (done.returncode, wrong["right"]) == (6, False)
    assert done.stderr == f"fatecast: {wrong['wrong']}\n"


@pytest.mark.parametrize("words", [("pieces",), ("policies",), ("games",), ("piece", "the-deep")])
def test_sheets(words: tuple[str, ...], typed: Fatecast) -> None:
    assert data(typed, *words)


def test_the_rows_of_a_sheet_have_the_heads_of_its_columns(typed: Fatecast) -> None:
    sheet = data(typed, "pieces")
    assert isinstance(sheet, dict)
    assert {row["id"]: row["fades"] for row in sheet["rows"]}["the-deep"] == "3 moons"


def test_a_plan(typed: Fatecast) -> None:
    found = data(typed, "plan", "--half-width", "1%", "--untimed")
    assert isinstance(found, dict)
    assert [need["games"] for need in found["needs"]] == [9600]


def test_a_check_of_right_and_wrong_files(typed: Fatecast, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('extends = "base"\n[cards.the-deep]\nmoons = 99\n')
    right = experiment(tmp_path)
    told = data(typed, "check", right, wrong, code=2)
    assert isinstance(told, list)
    assert [(each["what"], each["right"], len(each["mistakes"])) for each in told] == [
        (str(right), True, 0),
        (str(wrong), False, 1),
    ]


def test_several_contents_are_compared(typed: Fatecast, tmp_path: Path) -> None:
    deck = tmp_path / "longer.toml"
    deck.write_text('extends = "base"\n[cards.the-chalice]\nmoons = 4\n')
    flags = ("--policy", "mute", "--players", "3", "--doom", "0", "--games", "64", "--executor", "inline")
    played = data(typed, "run", "--deck", "base", "--deck", deck, *flags, "--out", tmp_path / "run")
    assert isinstance(played, dict)
    assert [each["changes"] for each in played["contents"]] == [["The Chalice: 2 moons → 4 moons"]]
    assert {row["outcome"] for row in played["contents"][0]["groups"]} == {"win rate"}
