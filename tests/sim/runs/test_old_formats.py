"""What earlier versions wrote is read by this one, or refused in one line that says which version reads it."""

import json
import shutil
from pathlib import Path

import pytest

from engine.errors import BadData, NotComparable
from sim import load_run
from sim.compare.gate.baseline import load_baseline
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.runs import files_of
from tests.support.undrawn import undrawn

OLD = ROOT / "tests/old_formats"


def test_a_run_of_0_8_1_is_read(typed: Fatecast, tmp_path: Path) -> None:
    race = shutil.copytree(OLD / "run-0.8.1", tmp_path / "race")
    opened = load_run(race)
    assert opened.manifest["tool"] == "0.8.1"
    assert opened.digest == "ab6cccddbd2d2d02"
    assert opened.games.collect().height == 400
    with undrawn():
        for words in (["verify", race], ["report", race, "--out", tmp_path / "page"], ["resume", race]):
            done = typed(*words)
            assert done.returncode == 0, done.stderr


def test_a_baseline_of_0_8_1_is_read(typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(OLD / "baseline-0.8.1.json", "old.json")
    assert load_baseline(Path("old.json")).game.name == "dice"
    done = typed("gate", "--baseline", "old.json", "--executor", "inline")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("verb", ["resume", "report"])
def test_a_run_from_before_0_4_is_refused_in_one_line(verb: str, typed: Fatecast, tmp_path: Path) -> None:
    old = shutil.copytree(OLD / "run-0.1.0", tmp_path / "old")
    manifest = json.loads((old / "manifest.json").read_text())
    (old / "manifest.json").write_text(json.dumps({**manifest, "schema": 2}))
    before = files_of(old)
    done = typed(verb, old)
    told = "schema 2, of a version before 0.4, which this one no longer reads; fatecast 0.8.1 does"
    assert (done.returncode, done.stderr) == (BadData.exit_code, f"fatecast: {old}/manifest.json: {told}\n")
    assert files_of(old) == before


def test_games_of_older_rules_are_not_played_again(
    typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(OLD / "pig-0.8.1", "pig")
    before = files_of(Path("pig"))
    told = "played by rule version 1 (columns 1) of pig, here is 2 (columns 1)"
    for words, code in ((["resume", "pig"], BadData.exit_code), (["compare", "pig", "pig"], NotComparable.exit_code)):
        done = typed(*words)
        assert (done.returncode, done.stdout, done.stderr) == (code, "", f"fatecast: pig: {told}\n")
    assert files_of(Path("pig")) == before
