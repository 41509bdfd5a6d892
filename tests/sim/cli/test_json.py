"""Every verb that prints a table prints the same as data."""

import json
from pathlib import Path

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
