"""What earlier versions wrote is read by this one, or refused in one line."""

import json
import shutil
from pathlib import Path

import pytest

from engine.errors import BadData
from sim import load_run, run
from sim.compare.gate.baseline import load_baseline, read_baseline
from sim.inspect.verify import verify_run
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.runs import files_of

OLD = ROOT / "tests/old_formats"
DIGEST = "5a43edbed1e72fa0"
GAME_ID = "base@81206095:certain:3p:doom0:seed5:game191"


@pytest.fixture
def old_race(tmp_path: Path) -> Path:
    """A run of schema 1 whose rules are still those of today."""
    return shutil.copytree(OLD / "run-0.2.0", tmp_path / "race")


def test_a_run_of_schema_1_is_read(old_race: Path, typed: Fatecast, tmp_path: Path) -> None:
    opened = load_run(old_race)
    assert opened.digest == "ab6cccddbd2d2d02"
    assert opened.games.collect().height == 400
    for words in (
        ["verify", old_race],
        ["report", old_race, "--out", tmp_path / "page"],
        ["find", old_race, "--lost"],
        ["replay", old_race, 0, 9],
        ["compare", old_race, old_race],
    ):
        done = typed(*words)
        assert (done.returncode, done.stderr) == (0, "")
    assert "no checksum: not all of it could be checked" in typed("verify", old_race).stdout


def test_a_run_of_schema_1_stopped_by_the_rule_of_its_time(typed: Fatecast, tmp_path: Path) -> None:
    """Which stopped a cell with two losses in 200 games; the rule of today would not, but nothing is damaged."""
    old = shutil.copytree(OLD / "run-0.2.0-until", tmp_path / "until")
    assert load_run(old).summary["games"].to_list() == [200]
    done = typed("verify", old)
    assert (done.returncode, done.stderr) == (0, "")
    again = run(json.loads((old / "experiment.json").read_text()), out=tmp_path / "again", executor="inline")
    assert again.summary["games"].to_list() == [1600]
    assert list(verify_run(again.path, 0))


def test_a_run_of_schema_1_is_not_continued(old_race: Path, typed: Fatecast) -> None:
    """Nothing in it says for certain which games a block has."""
    (old_race / "blocks/00001-000000000100-000000000200.json").unlink()
    before = files_of(old_race)
    again = f"this cannot be mended, only played again: fatecast run {old_race}/experiment.json --out NEW\n"
    for words in (["resume", old_race], ["verify", old_race]):
        done = typed(*words)
        assert done.returncode == BadData.exit_code
        assert done.stderr.endswith(again)
        assert done.stderr.count("\n") == 1
    assert files_of(old_race) == before
    played = typed(
        "run", old_race / "experiment.json", "--block", 100, "--executor", "inline", "--out", old_race.parent / "again"
    )
    assert "ab6cccddbd2d2d02" in played.stdout


def test_records_of_schema_1_do_not_count_in_a_run_of_today(old_race: Path, tmp_path: Path) -> None:
    """Else an exchange of blocks could be hidden in the old format."""
    played = run(
        json.loads((old_race / "experiment.json").read_text()), out=tmp_path / "new", block=100, executor="inline"
    )
    intact = files_of(played.path)
    for record in (old_race / "blocks").iterdir():
        shutil.copy(record, played.path / "blocks")
    with pytest.raises(BadData, match="6 findings; mend with"):
        list(verify_run(played.path, 0))
    run(played.manifest["experiment"], out=played.path, executor="inline")
    assert files_of(played.path) == intact


@pytest.fixture
def old_run(tmp_path: Path) -> Path:
    return shutil.copytree(OLD / "run-0.1.0", tmp_path / "old")


def test_a_run_is_read_verified_and_reported(old_run: Path, typed: Fatecast, tmp_path: Path) -> None:
    opened = load_run(old_run)
    assert opened.digest == DIGEST
    assert opened.summary["games"].to_list() == [200, 200]
    assert typed("verify", old_run).returncode == 0
    done = typed("report", old_run, "--out", tmp_path / "report")
    assert done.returncode == 0, done.stderr


def test_the_same_experiment_has_the_same_digest_today(tmp_path: Path) -> None:
    settings = {"policies": ["certain"], "players": [3], "doom": [0, 2], "games": 200, "seed": 5}
    assert run(settings, out=tmp_path / "new", executor="inline").digest == DIGEST


def test_a_game_is_replayed_by_its_id_and_from_its_run(old_run: Path, typed: Fatecast) -> None:
    by_id, from_run = typed("replay", GAME_ID), typed("replay", old_run, 0, 191)
    assert by_id.returncode == 0, by_id.stderr
    assert by_id.stdout == from_run.stdout


def test_a_baseline_is_read() -> None:
    """Also what it resolved to is still an experiment."""
    path = OLD / "baseline-0.1.0.json"
    assert load_baseline(path).game.name == "shipwreck"
    assert len(read_baseline(path).before.cells) == len(load_baseline(path).cells)


@pytest.mark.parametrize(("field", "value"), [("rules", 0), ("columns", 1)])
def test_a_run_of_other_rules_is_refused_in_one_line(old_run: Path, typed: Fatecast, field: str, value: int) -> None:
    path = old_run / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["game"][field] = value
    path.write_text(json.dumps(manifest))
    done = typed("resume", old_run)
    assert done.returncode == BadData.exit_code
    assert done.stderr.count("\n") == 1
    assert "here is 1 (columns 2)" in done.stderr
