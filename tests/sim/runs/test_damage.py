"""Damage is found, named, and played again; never silently used."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import polars as pl
import pytest

from engine.errors import BadData
from engine.game.cell import Json
from sim import Run, run
from sim.inspect.verify import verify_run
from sim.play import runner
from sim.play.worker import rows_file
from sim.runs.store import Store
from tests.support.command_line import RACE, Fatecast
from tests.support.dice_race import GAME
from tests.support.runs import checksum_of, forge_manifest, forge_record

ROWS = "games/00001-000000001000-000000002000.parquet"
RECORD = "blocks/00001-000000001000-000000002000.json"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(RACE, out=tmp_path_factory.mktemp("played") / "run", executor="inline", block=1000)


@pytest.fixture
def copy(played: Run, tmp_path: Path) -> Run:
    """A finished run, to be spoilt."""
    return Run(Path(shutil.copytree(played.path, tmp_path / "run")))


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def empty(path: Path) -> None:
    """What a power cut may make of a file that was not synced."""
    path.write_bytes(b"")


def flip(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 4
    path.write_bytes(raw)


def remove(path: Path) -> None:
    path.unlink()


def found(path: Path, sample: int = 0) -> str:
    """What verify says, whether it ends well or not."""
    lines: list[str] = []
    try:
        lines.extend(verify_run(path, sample))
    except BadData as error:
        lines.append(str(error))
    return "\n".join(lines)


def test_a_good_run_is_right(played: Run) -> None:
    assert found(played.path, sample=10**6).splitlines() == [
        "12 blocks, 12,000 games re-read, 12,000 of them played again",
        f"{played.path}: correct, digest {played.digest}",
    ]


@pytest.mark.parametrize(("file", "spoil"), [(ROWS, flip), (RECORD, empty), (RECORD, remove)])
def test_a_damaged_block_is_named_and_played_again(
    copy: Run, capsys: pytest.CaptureFixture[str], file: str, spoil: Callable[[Path], None]
) -> None:
    intact = (copy.path / file).read_bytes()
    spoil(copy.path / file)
    if file == RECORD and spoil is remove:
        named = "blocks: die6/goal20: 2000 games, expected more"
    else:
        named = f"{file}: damaged"
    assert f"{copy.path}/{named}" in found(copy.path)
    assert run(RACE, out=copy.path, executor="inline", progress=True).digest == copy.digest
    assert (f"{file}: damaged, its games will be played again" in capsys.readouterr().err) is named.endswith("damaged")
    assert (copy.path / file).read_bytes() == intact
    assert "correct, digest" in found(copy.path)


def test_a_run_is_complete_when_the_disk_has_all_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks are not synced one by one; but all of them are, and their names, before the manifest says that they are
    there. A checksum alone would find them torn after a power cut, when nobody looks any more."""
    synced: list[int] = []
    before_results: list[int] = []

    def fsync(handle: int) -> None:
        synced.append(os.fstat(handle).st_ino)
        return real(handle)

    def write_result(*arguments: object) -> str:
        before_results[:] = before_results or synced
        return written(*arguments)  # type: ignore[arg-type]

    real, written = os.fsync, runner._write_result
    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(runner, "_write_result", write_result)
    path = run(RACE, out=tmp_path / "run", executor="inline", block=1000).path
    files = [file for folder in ("games", "blocks") for file in (path / folder).iterdir()]
    assert len(files) == 24
    for file in (*files, path / "games", path / "blocks"):
        assert before_results.count(file.stat().st_ino) == 1, file


def test_damage_on_the_command_line(copy: Run, typed: Fatecast) -> None:
    flip(copy.path / ROWS)
    verified = typed("verify", copy.path)
    assert verified.returncode == 6
    assert f"{copy.path}/{ROWS}: damaged\n" in verified.stdout
    assert verified.stderr.endswith(f"mend with: fatecast resume {copy.path}\n")
    resumed = typed("resume", copy.path, "--executor", "inline")
    assert resumed.returncode == 0
    assert resumed.stderr == f"fatecast: {copy.path}/{ROWS}: damaged, its games will be played again\n"
    assert copy.digest in resumed.stdout
    assert typed("verify", copy.path).returncode == 0


def forge(path: Path, change: Callable[[Json], None], file: str = RECORD) -> None:
    """No accident: the checksum is right, and the other checks must stand alone."""
    forge_record(path / file, change)


def test_tables_that_another_polars_wrote_stay_as_they_are(copy: Run) -> None:
    """The same content in other bytes, under the checksum that was recorded for them."""
    faces = copy.path / "faces.parquet"
    before = faces.read_bytes()
    pl.read_parquet(faces).write_parquet(faces, compression="uncompressed")
    forge_manifest(copy.path, results={**copy.manifest["results"], "faces.parquet": checksum_of(faces)})
    other = faces.read_bytes()
    assert other != before
    assert found(copy.path).endswith(f"{copy.path}: correct, digest {copy.digest}")
    run(RACE, out=copy.path, executor="inline")
    assert faces.read_bytes() == other


def test_rows_that_were_changed_with_their_checksum_break_the_digest(copy: Run) -> None:
    rows = GAME.simulate(copy.experiment.cells[1], 7, 1000, 2000).rows
    rows["track"][17] += 1
    (copy.path / ROWS).write_bytes(rows_file(1, 1000, rows))
    forge(copy.path, lambda record: record.update(rows=sha256((copy.path / ROWS).read_bytes()).hexdigest()))
    assert f"{ROWS}: digest" in found(copy.path)


def test_a_sum_that_was_changed_with_its_checksum_is_recounted(copy: Run) -> None:
    forge(copy.path, lambda record: record["tally"]["histograms"]["turns"].reverse())
    assert f"{RECORD}: not what its rows add up to" in found(copy.path)


def test_card_counters_that_were_changed_with_their_checksum_are_found_by_replay(copy: Run) -> None:
    """Rows do not tell them: only playing again does, and for that the whole run is the sample."""
    forge(copy.path, lambda record: record["tally"]["pieces"][0].__setitem__(0, 1))
    assert f"{RECORD}: played again, the games differ" in found(copy.path, sample=10**6)


def test_rows_of_another_cell_are_found(copy: Run) -> None:
    rows = GAME.simulate(copy.experiment.cells[1], 7, 1000, 2000).rows
    (copy.path / ROWS).write_bytes(rows_file(2, 1000, rows))
    forge(copy.path, lambda record: record.update(rows=sha256((copy.path / ROWS).read_bytes()).hexdigest()))
    assert f"{ROWS}: names other games" in found(copy.path)


def test_rows_that_nobody_recorded_are_found(copy: Run) -> None:
    shutil.copy(copy.path / ROWS, copy.path / "games" / "00003-000000003000-000000004000.parquet")
    assert "rows without a record" in found(copy.path)


def test_without_rows_a_sample_is_played_again(tmp_path: Path) -> None:
    played = run(RACE, out=tmp_path / "run", executor="inline", block=1000, detail="cells")
    assert not list((played.path / "games").iterdir())
    assert "3,000 of them played again" in found(played.path, sample=2500)
    forge(played.path, lambda record: record["tally"]["histograms"]["turns"].reverse())
    assert f"{RECORD}: played again, the games differ" in found(played.path, sample=10**6)


def test_an_unfinished_run_is_no_pass(copy: Run, typed: Fatecast) -> None:
    forge_manifest(copy.path, complete=False)
    (copy.path / RECORD).unlink()
    (copy.path / ROWS).unlink()
    done = typed("verify", copy.path)
    assert done.returncode == 4
    assert "unfinished" in done.stderr


@pytest.mark.parametrize("key", ["seed", "begun", "digest", "checksum"])
def test_a_manifest_that_somebody_changed_is_one_line(copy: Run, key: str) -> None:
    path = copy.path / "manifest.json"
    manifest = json.loads(path.read_bytes())
    path.write_text(json.dumps({**manifest, key: 9 if key == "seed" else "0" * 16}))
    with pytest.raises(BadData, match="changed since it was written"):
        Store(copy.path).manifest()


def test_a_directory_of_another_schema_is_refused(copy: Run) -> None:
    forge_manifest(copy.path, schema=99)
    with pytest.raises(BadData, match="schema 99, this version reads 3"):
        Store(copy.path).manifest()


def test_another_rule_version_is_refused(copy: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "version", 4)
    with pytest.raises(BadData, match=r"played by rule version 3 .* here is 4"):
        run(RACE, out=copy.path, executor="inline")
    assert "rule version 3" in found(copy.path)


def test_an_engine_that_changed_without_a_new_version_does_not_pass(copy: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = type(GAME).simulate

    def drifted(self: object, cell: object, seed: int, first: int, last: int) -> object:
        return honest(GAME, cell, seed + 1, first, last)  # type: ignore[arg-type]

    monkeypatch.setattr(type(GAME), "simulate", drifted)
    truncate(copy.path / ROWS)
    assert "played again, the games differ" in found(copy.path, sample=10**6)
    with pytest.raises(BadData, match="the engine changed"):
        run(RACE, out=copy.path, executor="inline")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 400 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small disk needs root")
    yield disk
    subprocess.run(["umount", disk], check=True)


@pytest.mark.full
def test_a_full_disk_ends_with_one_line_and_resumes_when_there_is_room(
    small_disk: Path, tmp_path: Path, fatecast: Fatecast
) -> None:
    path = small_disk / "run"
    flags = ["--set", "game=dice", "--games", 60_000, "--seed", 7, "--block", 5000]
    done = fatecast("run", *flags, "--out", path)
    assert done.returncode == 1
    assert done.stderr == (
        f"fatecast: {path}: cannot be written (No space left on device); "
        f"finished blocks are kept, continue with: fatecast resume {path}\n"
    )
    assert not list(path.rglob("*.tmp"))
    assert list((path / "blocks").iterdir())
    subprocess.run(["mount", "-o", "remount,size=20m", small_disk], check=True)
    resumed = fatecast("resume", path)
    whole = run({"game": "dice", "games": 60_000, "seed": 7}, out=tmp_path / "whole", executor="inline")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert whole.digest in resumed.stdout
