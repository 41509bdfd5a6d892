"""What earlier versions wrote is read by this one, or refused in one line that says which version reads it."""

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

from engine.errors import BadData, NotComparable
from sim import load_run, run
from sim.compare.gate.baseline import load_baseline
from sim.runs.manifest_file import sealed
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


@pytest.fixture
def old_pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run of Pig by rules that nobody plays any more."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(OLD / "pig-0.8.1", "pig")
    return Path("pig")


@pytest.mark.full
def test_a_run_of_older_rules_is_reported_with_its_numbers(old_pig: Path, typed: Fatecast) -> None:
    done = typed("report", old_pig, "--out", "page")
    assert done.returncode == 0, done.stderr
    page = Path("page/report.md").read_text()
    assert "# with fatecast 0.8.1: these rules are only read here\nfatecast run pig/experiment.json" in page
    assert "fatecast replay" not in page + Path("page/index.html").read_text()
    seats = pl.read_parquet("page/tables/seats.parquet")
    rows = load_run(old_pig).games.collect()
    for number in range(2):
        won = rows.filter(cell=number)["winners"].to_list().count(1)
        assert seats.filter(cell=number, seat=1)["wins"].to_list() == [won]


def test_games_of_older_rules_are_found(old_pig: Path, typed: Fatecast) -> None:
    rows = load_run(old_pig).games.filter(pl.col("turns") >= 30, pl.col("winners") == 2).collect()
    done = typed("find", old_pig, "--min", "turns=30", "--is", "seat 2", "--limit", "100", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    names = ("hold at=20/players2", "race/players2")
    assert 0 < len(rows) < 20
    assert sorted(game["command"] for game in found["games"]) == sorted(
        f"{names[row['cell']]}, game {row['game']}" for row in rows.iter_rows(named=True)
    )
    assert all(game["told"].endswith(" turns, seat 2, goal") for game in found["games"])


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["resume", "pig"], BadData.exit_code),
        (["replay", "pig", 0, 3], BadData.exit_code),
        (["verify", "pig"], BadData.exit_code),
        (["compare", "pig", "pig"], NotComparable.exit_code),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_games_of_older_rules_are_not_played_again(
    words: list[object], code: int, old_pig: Path, typed: Fatecast
) -> None:
    before = files_of(old_pig)
    done = typed(*words)
    told = "played by rule version 1 (columns 1) of pig, here is 2 (columns 1)"
    assert (done.returncode, done.stdout, done.stderr) == (code, "", f"fatecast: pig: {told}\n")
    assert files_of(old_pig) == before


def test_a_baseline_of_older_rules_is_refused(typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(OLD / "pig-baseline-0.8.1.json", "old.json")
    done = typed("gate", "--game", "pig", "--baseline", "old.json")
    assert done.returncode == NotComparable.exit_code
    assert "old.json: rule version 1 of pig, here is 2 of pig; accept it anew with: " in done.stderr.splitlines()[-1]


def test_a_damaged_run_of_older_rules_is_not_read(old_pig: Path, typed: Fatecast) -> None:
    rows = next((old_pig / "games").iterdir())
    rows.write_bytes(rows.read_bytes().replace(b"PAR1", b"PAR2"))
    for verb in (["report", old_pig, "--out", "page"], ["find", old_pig]):
        done = typed(*verb)
        assert done.returncode == BadData.exit_code
        assert f"{rows}: damaged; " in done.stderr


def test_a_version_of_rules_that_nobody_knows_is_not_read(old_pig: Path, typed: Fatecast) -> None:
    manifest = json.loads((old_pig / "manifest.json").read_text())
    manifest["game"]["rules"] = 3
    (old_pig / "manifest.json").write_text(json.dumps(sealed(manifest)))
    for verb in (["report", old_pig, "--out", "page"], ["find", old_pig]):
        done = typed(*verb)
        told = "played by rule version 3 (columns 1) of pig, here is 2 (columns 1)"
        assert (done.returncode, done.stderr) == (BadData.exit_code, f"fatecast: pig: {told}\n")


def test_the_id_of_a_game_of_older_pig_is_refused(typed: Fatecast) -> None:
    game_id = "pig:rules1:hold,at=20:2p:seed7:game3"
    done = typed("replay", game_id)
    assert (done.returncode, done.stdout) == (NotComparable.exit_code, "")
    assert done.stderr == f"fatecast: game id '{game_id}': played by rules1, engine/pig/game.py is rules2\n"


def test_a_run_of_a_game_of_ones_own_is_opened_by_its_text(
    typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps no text: the file must be named, and be the same."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(OLD / "own-0.8.1", "tiny")
    shutil.copy(OLD / "tiny.txt", "tiny.py")
    verbs: list[list[object]] = [
        ["find", "tiny", "--limit", 1],
        ["verify", "tiny"],
        ["replay", "tiny", 0, 9],
        ["replay", "tiny:rules1@a4f4667a:first:players2:seed7:game9"],
        ["compare", "tiny", "tiny"],
        ["resume", "tiny"],
        ["report", "tiny", "--out", "page"],
    ]
    for words in verbs:
        assert (refused := typed(*words)).returncode == 2, words
        assert "--game ./tiny" in refused.stderr
        done = typed(*words, "--game", "./tiny.py")
        assert done.returncode == 0, (words, done.stderr)
    assert json.loads(Path("tiny/manifest.json").read_text())["digest"] == "d6f7f50f74dc295f"
    Path("tiny.py").write_text(Path("tiny.py").read_text().replace("max(rolls)", "min(rolls)"))
    for words in verbs:
        refused = typed(*words, "--game", "./tiny.py")
        assert (refused.returncode, refused.stderr.count("\n")) == (5, 1), (words, refused.stderr)
    assert "keeps no text" in typed("verify", "tiny", "--stored-code").stderr
