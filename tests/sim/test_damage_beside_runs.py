"""Damage to reports, baselines and weights, and files without end: a documented exit code, one line, no traceback, and
nothing outside is touched. Damage to runs is in `tests/sim/runs/test_store_machine.py`."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import polars as pl
import pytest

from engine.errors import FatecastError
from sim.compare.gate.baseline import read_baseline
from sim.inspect.verify import checked_if_it_fails
from tests.support import ROOT
from tests.support.command_line import Fatecast
from tests.support.damage import Damage, damages
from tests.support.runs import BLOCK, checksum_of, files_of, forge_record
from tests.support.undrawn import undrawn

WARNINGS = ("damaged, its games will be played again", "started with other engine sources of the same rule version")
"""How the lines end that resume may say and go on."""


OF_A_RUN = ["manifest.json", "experiment.json", "summary.json", "summary.csv", "faces.parquet", "course.parquet"]
OF_A_RUN += ["histograms.parquet", f"games/{BLOCK}.parquet", f"blocks/{BLOCK}.json"]


class Bench:
    """Copies of a run and of a report, to be damaged again and again, and a canary beside them."""

    def __init__(self, folder: Path, played: Path, page: Path, typed: Fatecast) -> None:
        self.folder, self.played, self.original_page, self.typed = folder, played, page, typed
        self.run, self.page, self.canary = folder / "run", folder / "page", folder / "canary"
        self.canary.mkdir()
        (self.canary / "keep.txt").write_text("mine")

    def fresh(self) -> None:
        for copy, original in ((self.run, self.played), (self.page, self.original_page)):
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(original, copy)
        shutil.rmtree(self.folder / "new", ignore_errors=True)

    def ends_well(self, what: str, words: list[object]) -> subprocess.CompletedProcess[str]:
        """Runs a verb and expects a documented end."""
        done = self.typed(*words)
        said = f"{what}: {' '.join(map(str, words))}: exit {done.returncode}: {done.stderr}"
        assert done.returncode in (0, 2, 4, 5, 6), said
        lines = [line for line in done.stderr.splitlines() if not line.endswith(WARNINGS)]
        assert len(lines) == (done.returncode != 0), said
        assert all(line.startswith("fatecast: ") for line in lines), said
        assert "unexpected" not in done.stderr, said
        assert "Traceback" not in done.stderr, said
        assert files_of(self.canary) == {"keep.txt": b"mine"}, said
        return done

    def damage_report(self, file: str, damage: Damage, luck: Random) -> None:
        self.fresh()
        damage(self.page / file, luck)
        what = f"{damage.__name__} {file}"
        self.ends_well(what, ["verify", self.run, "--report", self.page, "--sample", 0])
        with undrawn():
            self.ends_well(what, ["report", self.run, "--out", self.page])


@pytest.fixture
def bench(played: Path, page: Path, typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.chdir(tmp_path)
    return Bench(tmp_path, played, page, typed)


@pytest.mark.parametrize("file", ["report.json", pytest.param("tables/ends.parquet", marks=pytest.mark.full)])
def test_damage_to_a_report(bench: Bench, file: str) -> None:
    luck = Random(5)
    for damage in luck.sample(damages(Path(file)), 2):
        bench.damage_report(file, damage, luck)


ENORMOUS = ["manifest.json", "summary.csv", f"games/{BLOCK}.parquet", f"blocks/{BLOCK}.json", "page/report.json"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("file", ENORMOUS)
def test_an_enormous_file_is_not_read_to_its_end(bench: Bench, file: str) -> None:
    """A hole of a terabyte takes no room on the disk; to read it would take an hour, and all memory."""
    bench.fresh()
    path = bench.folder / file if file.startswith("page/") else bench.run / file
    os.truncate(path, 1 << 40)
    done = bench.ends_well(file, ["verify", bench.run, "--sample", 0, "--report", bench.page])
    assert done.returncode in (2, 6)
    if not file.startswith("page/"):
        resumed = bench.ends_well(file, ["resume", bench.run, "--executor", "inline"])
        assert resumed.returncode == (6 if file == "manifest.json" else 0)


def test_numbers_that_do_not_fit_are_damage_too(bench: Bench) -> None:
    """A code of an end that does not exist, under checksums that are right."""
    bench.fresh()
    rows = bench.run / "games" / f"{BLOCK}.parquet"
    pl.read_parquet(rows).with_columns(end=pl.lit(200, pl.UInt8)).write_parquet(rows)
    forge_record(bench.run / "blocks" / f"{BLOCK}.json", lambda data: data.update(rows=checksum_of(rows)))
    done = bench.ends_well("no such end", ["find", bench.run, "--lost", "--limit", 200])
    assert done.returncode == 6
    assert "this cannot be mended" in done.stderr


def test_an_error_of_ours_is_not_blamed_on_a_run(bench: Bench) -> None:
    bench.fresh()
    with pytest.raises(ZeroDivisionError), checked_if_it_fails(bench.run):
        raise ZeroDivisionError


def spoilt(path: Path, intact: bytes, damage: Damage, luck: Random) -> None:
    """Writes a file anew and damages it."""
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    path.unlink(missing_ok=True)
    path.write_bytes(intact)
    damage(path, luck)


def can_be_read(baseline: Path) -> bool:
    try:
        read_baseline(baseline)
    except FatecastError:
        return False
    return True


@pytest.mark.full
def test_damage_to_a_baseline(bench: Bench) -> None:
    """What can be read in spite of the damage would be played, so only the rest goes through the gate."""
    path, luck = bench.folder / "sub" / "baseline.json", Random(6)
    path.parent.mkdir()
    intact = (ROOT / "configs/shipwreck/baselines/default.json").read_bytes()
    for damage in damages(path):
        spoilt(path, intact, damage, luck)
        if not can_be_read(path):
            done = bench.ends_well(damage.__name__, ["gate", "--baseline", path, "--games", 1024])
            assert done.returncode in (2, 5, 6), damage.__name__


def test_damage_to_learned_weights(bench: Bench) -> None:
    path, luck = bench.folder / "sub" / "weights.json", Random(7)
    path.parent.mkdir()
    intact = next((ROOT / "configs/shipwreck/policies").glob("expert-*.json")).read_bytes()
    experiment = bench.folder / "experiment.json"
    experiment.write_text(json.dumps({"policies": [f"expert weights={path}"], "players": [3], "doom": [0]}))
    for damage in damages(path):
        spoilt(path, intact, damage, luck)
        bench.ends_well(damage.__name__, ["check", experiment])
