"""What earlier versions wrote is read by this one, or refused in one line that says which version reads it."""

import json
import shutil
from pathlib import Path

import pytest

from engine.errors import BadData, NotComparable
from sim import load_run, run
from sim.compare.gate.baseline import load_baseline
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.runs import files_of

OLD = ROOT / "tests/old_formats"


@pytest.fixture
def race(tmp_path: Path) -> Path:
    """A run of 0.8.1, whose format is that of today."""
    return shutil.copytree(OLD / "run-0.8.1", tmp_path / "race")


def test_a_run_of_0_8_1_is_read(race: Path, typed: Fatecast, tmp_path: Path) -> None:
    opened = load_run(race)
    assert opened.manifest["tool"] == "0.8.1"
    assert opened.digest == "ab6cccddbd2d2d02"
    assert opened.games.collect().height == 400
    for words in (
        ["verify", race],
        ["report", race, "--out", tmp_path / "page"],
        ["find", race, "--lost"],
        ["replay", race, 0, 9],
        ["compare", race, race],
        ["resume", race],
    ):
        done = typed(*words)
        assert done.returncode == 0, done.stderr


def test_a_run_of_0_8_1_is_continued(race: Path, tmp_path: Path) -> None:
    block = "00001-000000000100-000000000200"
    (race / f"blocks/{block}.json").unlink()
    whole = run(json.loads((race / "experiment.json").read_text()), out=race, executor="inline")
    assert whole.digest == "ab6cccddbd2d2d02"


def test_a_baseline_of_0_8_1_is_read(typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(OLD / "baseline-0.8.1.json", "old.json")
    assert load_baseline(Path("old.json")).game.name == "dice"
    done = typed("gate", "--baseline", "old.json", "--executor", "inline")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("schema", [1, 2])
@pytest.mark.parametrize("verb", ["resume", "verify", "report", "find", "replay", "compare"])
def test_a_run_from_before_0_4_is_refused_in_one_line(schema: int, verb: str, typed: Fatecast, tmp_path: Path) -> None:
    old = shutil.copytree(OLD / "run-0.1.0", tmp_path / "old")
    manifest = json.loads((old / "manifest.json").read_text())
    (old / "manifest.json").write_text(json.dumps({**manifest, "schema": schema}))
    before = files_of(old)
    others: dict[str, list[object]] = {"replay": [0, 191], "compare": [old]}
    done = typed(verb, old, *others.get(verb, []))
    told = f"schema {schema}, of a version before 0.4, which this one no longer reads; fatecast 0.8.1 does"
    assert (done.returncode, done.stderr) == (BadData.exit_code, f"fatecast: {old}/manifest.json: {told}\n")
    assert files_of(old) == before


@pytest.mark.parametrize("schema", [1, 2])
def test_a_baseline_from_before_0_4_is_refused_in_one_line(schema: int, typed: Fatecast, tmp_path: Path) -> None:
    data = json.loads((OLD / "baseline-0.1.0.json").read_text())
    (old := tmp_path / "old.json").write_text(json.dumps({**data, "schema": schema}))
    done = typed("gate", "--baseline", old)
    told = f"schema {schema}, of a version before 0.4, which this one no longer reads; fatecast 0.8.1 does"
    assert done.returncode == BadData.exit_code
    assert done.stderr.endswith(f"{old}: {told}\n")


@pytest.mark.parametrize(
    ("game_id", "reader"), [*zip((OLD / "ids.txt").read_text().split(), ["0.2.0", "0.6.0"], strict=True)]
)
def test_an_id_from_before_0_4_is_refused_in_one_line(game_id: str, reader: str, typed: Fatecast) -> None:
    told = f"of a version before 0.4, which this one no longer reads; fatecast {reader} does"
    done = typed("replay", game_id)
    assert (done.returncode, done.stdout) == (NotComparable.exit_code, "")
    assert done.stderr == f"fatecast: game id '{game_id}': {told}\n"


def test_the_id_of_a_game_of_older_rules_is_refused(typed: Fatecast) -> None:
    """It would be another game."""
    game_id = "shipwreck:base@81206095:certain:3p:doom0:rules2:seed5:game191"
    done = typed("replay", game_id)
    assert done.returncode == NotComparable.exit_code
    assert done.stderr == f"fatecast: game id '{game_id}': played by rule version 2, here is 3\n"
