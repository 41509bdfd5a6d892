"""What earlier versions wrote is read by this one, or refused in one line."""

import json
import shutil
from pathlib import Path

import pytest

from engine.errors import BadData, NotComparable
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


def test_the_numbers_of_a_run_of_older_rules_are_read(old_run: Path) -> None:
    opened = load_run(old_run)
    assert opened.digest == DIGEST
    assert opened.summary["games"].to_list() == [200, 200]


@pytest.mark.parametrize("verb", ["resume", "verify", "report", "find", "replay"])
def test_a_run_of_older_rules_is_refused_in_one_line(old_run: Path, typed: Fatecast, verb: str) -> None:
    """Its games cannot be played again, so nothing about them can be checked or shown."""
    done = typed(verb, old_run, *([0, 191] if verb == "replay" else []))
    assert done.returncode == BadData.exit_code
    assert done.stderr.count("\n") == 1
    assert "played by rule version 1 (columns 2) of shipwreck, here is 3 (columns 2)" in done.stderr


def test_runs_of_different_rules_do_not_compare(old_run: Path, typed: Fatecast) -> None:
    done = typed("compare", old_run, old_run)
    assert done.returncode == NotComparable.exit_code
    assert done.stderr.count("\n") == 1


def test_the_id_of_a_game_of_older_rules_is_refused(typed: Fatecast) -> None:
    """It would be another game."""
    done = typed("replay", GAME_ID)
    assert done.returncode == NotComparable.exit_code
    assert done.stderr == f"fatecast: game id '{GAME_ID}': played by rule version 1, here is 3\n"


def test_a_baseline_of_older_rules_is_refused_and_can_be_accepted_anew() -> None:
    path = OLD / "baseline-0.1.0.json"
    assert load_baseline(path).game.name == "shipwreck"
    assert load_baseline(path).grouping is None
    with pytest.raises(NotComparable, match="rule version 1 of shipwreck, here is 3 of shipwreck; accept it anew"):
        read_baseline(path)
