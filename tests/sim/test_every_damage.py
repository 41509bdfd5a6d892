"""Every kind of damage to every file, against every verb that opens it: a documented exit code, one line, no traceback,
and nothing outside is touched. A sample is played here, all of it by `make test-full`."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
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
from tests.support.runs import BLOCK, checksum_of, files_of, forge_manifest, forge_record
from tests.support.sample import sampled

WARNINGS = ("damaged, its games will be played again", "started with other engine sources of the same rule version")
"""How the lines end that resume may say and go on."""

READ = ["report", "several", "find", "replay", "compare"]
"""Verbs that only read a run."""

OF_A_RUN = ["manifest.json", "experiment.json", "summary.json", "summary.csv", "faces.parquet", "course.parquet"]
OF_A_RUN += ["histograms.parquet", f"games/{BLOCK}.parquet", f"blocks/{BLOCK}.json"]
OF_A_REPORT = [
    "report.json",
    "index.html",
    "report.md",
    "figures/ends.svg",
    "tables/win_rates.parquet",
    "tables/ends.csv",
]


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

    def reads(self, verb: str) -> list[object]:
        new = self.folder / "new" / verb
        return {
            "report": ["report", self.run, "--out", new],
            "several": ["report", self.run, self.played, "--out", new],
            "find": ["find", self.run, "--lost"],
            "replay": ["replay", self.run, 0, 9],
            "compare": ["compare", self.run, self.played],
        }[verb]

    def damage_run(self, file: str, damage: Damage, luck: Random, readers: list[str]) -> None:
        """Damages a file of the run. Verify finds it, what verify says about mending is true, and readers refuse it or
        do not need it."""
        self.fresh()
        intact, damaged = files_of(self.run), self.run / file
        damage(damaged, luck)
        what = f"{damage.__name__} {file}"
        if damaged.is_file() and not damaged.is_symlink() and _says_the_same(damaged, intact[file]):
            return
        for verb in readers:
            done = self.ends_well(what, self.reads(verb))
            assert done.returncode in (0, 6), f"{what}: {verb}: {done.stderr}"
        done = self.ends_well(what, ["verify", self.run, "--sample", 0])
        assert done.returncode == 6, f"{what}: {done.stderr}"
        mends = f"mend with: fatecast resume {self.run}" in done.stderr
        resumed = self.ends_well(what, ["resume", self.run, "--executor", "inline"])
        assert resumed.returncode == (0 if mends else 6), f"{what}: {done.stderr}{resumed.stderr}"
        if mends:
            assert files_of(self.run) == intact, what

    def damage_report(self, file: str, damage: Damage, luck: Random) -> None:
        self.fresh()
        damage(self.page / file, luck)
        what = f"{damage.__name__} {file}"
        self.ends_well(what, ["verify", self.run, "--report", self.page, "--sample", 0])
        self.ends_well(what, ["report", self.run, "--out", self.page])


def _says_the_same(path: Path, intact: bytes) -> bool:
    """Whether the damage is none: the very bytes, or other spaces in JSON."""
    raw = path.read_bytes()
    if raw == intact or path.suffix != ".json":
        return raw == intact
    try:
        return bool(json.loads(raw) == json.loads(intact)) and path.name != "summary.json"
    except (ValueError, RecursionError):
        return False


@pytest.fixture
def bench(played: Path, page: Path, typed: Fatecast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.chdir(tmp_path)
    return Bench(tmp_path, played, page, typed)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("file", OF_A_RUN[::2])
def test_a_sample_of_damage_to_a_run(bench: Bench, file: str) -> None:
    luck = Random(file)
    for damage in luck.sample(damages(Path(file)), 5):
        bench.damage_run(file, damage, luck, [luck.choice(READ[2:])])
    bench.damage_run(file, luck.choice(damages(Path(file))), luck, ["report"])


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("file", OF_A_RUN)
def test_every_damage_to_a_run(bench: Bench, file: str, seed: int) -> None:
    luck = Random(f"{file} {seed}")
    for damage in damages(Path(file)):
        bench.damage_run(file, damage, luck, READ)


@pytest.mark.full
def test_a_sample_of_damage_to_a_report(bench: Bench) -> None:
    luck = Random(5)
    for file in ("report.json", "tables/ends.parquet"):
        bench.damage_report(file, luck.choice(damages(Path(file))), luck)


@pytest.mark.full
@pytest.mark.parametrize("file", OF_A_REPORT)
def test_every_damage_to_a_report(bench: Bench, file: str) -> None:
    luck = Random(file)
    for damage in damages(Path(file)):
        bench.damage_report(file, damage, luck)


def forged_manifest(run_: Path, damage: Damage, luck: Random) -> None:
    damage(run_ / "manifest.json", luck)
    forge_manifest(run_)


def forged_record(run_: Path, damage: Damage, luck: Random) -> None:
    record = run_ / "blocks" / f"{BLOCK}.json"
    damage(record, luck)
    forge_record(record, lambda data: None)


def forged_rows(run_: Path, damage: Damage, luck: Random) -> None:
    rows = run_ / "games" / f"{BLOCK}.parquet"
    damage(rows, luck)
    forge_record(run_ / "blocks" / f"{BLOCK}.json", lambda data: data.update(rows=checksum_of(rows)))


def forged_result(file: str) -> Callable[[Path, Damage, Random], None]:
    def forged(run_: Path, damage: Damage, luck: Random) -> None:
        damage(run_ / file, luck)
        results = json.loads((run_ / "manifest.json").read_bytes())["results"]
        forge_manifest(run_, results={**results, file: checksum_of(run_ / file)})

    return forged


FORGED: dict[str, Callable[[Path, Damage, Random], None]] = {
    "manifest.json": forged_manifest,
    f"blocks/{BLOCK}.json": forged_record,
    f"games/{BLOCK}.parquet": forged_rows,
    **{file: forged_result(file) for file in ("summary.json", "faces.parquet", "course.parquet", "histograms.parquet")},
}
"""Damage with the checksums made right again: what somebody could send on purpose."""


def forge(bench: Bench, file: str, damage: Damage, luck: Random, readers: list[str]) -> None:
    bench.fresh()
    try:
        FORGED[file](bench.run, damage, luck)
    except (OSError, ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return  # nobody can make the checksum of this right
    what = f"forged: {damage.__name__} {file}"
    for words in (*map(bench.reads, readers), ["verify", bench.run, "--sample", 0]):
        bench.ends_well(what, words)
    bench.ends_well(what, ["resume", bench.run, "--executor", "inline"])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("file", [*FORGED][::2])
def test_a_sample_of_forged_damage(bench: Bench, file: str) -> None:
    luck = Random(file)
    for damage in luck.sample(damages(Path(file))[-10:], 5):
        forge(bench, file, damage, luck, ["find"])
    forge(bench, file, damages(Path(file))[3], luck, ["report"])


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("file", FORGED)
def test_every_forged_damage(bench: Bench, file: str, seed: int) -> None:
    luck = Random(f"{file} {seed}")
    for damage in damages(Path(file)):
        forge(bench, file, damage, luck, READ)


ENORMOUS = [*OF_A_RUN, "page/index.html", "page/report.json", "page/tables/ends.csv"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("file", sampled(ENORMOUS, ENORMOUS[1::2]))
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

    def no_such_end(path: Path, luck: Random) -> None:
        pl.read_parquet(path).with_columns(end=pl.lit(200, pl.UInt8)).write_parquet(path)

    forged_rows(bench.run, no_such_end, Random(0))
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
    for damage in [damage for damage in damages(path) for _ in range(3)]:
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
