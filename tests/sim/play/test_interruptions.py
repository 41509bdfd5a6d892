"""No work is ever lost: whatever ends a run, what was finished stays, and the rest is played later, the same."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from engine.errors import BadInput, FatecastError
from sim import load_run, run
from sim.errors import Inconclusive
from sim.runs.store import Store
from tests.support.command_line import RACE, Fatecast, race_flags, start
from tests.support.runs import records, until

SLOW = {**RACE, "sleep": 0.05}


@contextmanager
def slow_run(path: Path, sleep: float = 0.05) -> Iterator[tuple[subprocess.Popen[str], psutil.Process]]:
    """A run of 120 slow blocks, with the first few of them finished."""
    with start("run", *race_flags(sleep=sleep), "--block", 100, "--workers", 2, "--out", path) as process:
        until(lambda: records(path) >= 3)
        yield process, psutil.Process(process.pid)


def forked(process: psutil.Process) -> list[psutil.Process]:
    return [child for child in process.children() if "fatecast" in " ".join(child.cmdline())]


@pytest.fixture(scope="module")
def digest(tmp_path_factory: pytest.TempPathFactory) -> str:
    return run(SLOW, out=tmp_path_factory.mktemp("whole") / "run", executor="inline").digest


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path, digest: str) -> None:
    path = tmp_path / "run"
    with slow_run(path) as (process, family):
        children = family.children()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.splitlines()[-1].endswith(f"continue with: fatecast resume {path}")
    assert "Traceback" not in err
    assert not any(child.is_running() for child in children)
    kept = records(path)
    assert 3 <= kept < 120
    with pytest.raises(Inconclusive, match="unfinished"):
        load_run(path)

    with start("resume", path) as process:
        out, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (0, "")
    assert digest in out
    assert "interrupted" in (path / "run.log").read_text()


def test_ctrl_c_of_the_whole_terminal(tmp_path: Path, digest: str) -> None:
    """A terminal sends the signal to the workers too."""
    path = tmp_path / "run"
    with start(
        "run", *race_flags(sleep=0.05), "--block", 100, "--workers", 2, "--out", path, start_new_session=True
    ) as process:
        until(lambda: records(path) >= 3)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert len(err.splitlines()) == 1
    assert run(SLOW, out=path, workers=2).digest == digest


def test_a_killed_worker_stops_the_run_with_one_line_and_it_resumes(tmp_path: Path, digest: str) -> None:
    path = tmp_path / "run"
    with slow_run(path) as (process, family):
        forked(family)[0].kill()
        _, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert err.startswith("fatecast: a worker process died")
    assert err.endswith(f"fatecast resume {path}\n")
    assert len(err.splitlines()) == 1
    assert 3 <= records(path) < 120
    assert run(SLOW, out=path, workers=2).digest == digest


def test_a_killed_parent_takes_its_workers_along_and_frees_the_directory(tmp_path: Path, digest: str) -> None:
    path = tmp_path / "run"
    with slow_run(path) as (process, family):
        children = family.children(recursive=True)
        process.kill()
        process.communicate(timeout=20)
    until(lambda: not any(child.is_running() and child.status() != "zombie" for child in children))
    (path / "games" / ".half.parquet.tmp").write_bytes(b"what a power cut leaves")
    (path / "games" / "00000-000000000000-000000000100.parquet").touch()
    assert run(SLOW, out=path, workers=2).digest == digest
    assert not list(path.rglob("*.tmp"))


def test_a_game_that_fails_is_named(tmp_path: Path, fatecast: Fatecast) -> None:
    for executor in ("inline", "processes"):
        path = tmp_path / executor
        done = fatecast("run", *race_flags(fail_at=2500), "--block", 1000, "--executor", executor, "--out", path)
        assert done.returncode == 1
        assert done.stderr.startswith(
            "fatecast: die6/goal15, games 2000 to 2999: ZeroDivisionError: a die without faces"
        )
        assert len(done.stderr.splitlines()) == 1
        assert "Traceback" in (path / "run.log").read_text()
        assert not Store(path).manifest()["complete"]


def test_a_second_run_on_the_same_directory_refuses(tmp_path: Path, fatecast: Fatecast) -> None:
    path = tmp_path / "run"
    with slow_run(path, sleep=0.5) as (process, _):
        for verb in (["resume"], ["run", *race_flags(sleep=0.5), "--out"]):
            done = fatecast(*verb, path)
            assert (done.returncode, done.stderr) == (2, f"fatecast: {path}: in use by another run\n")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert process.returncode == 130


def test_an_unfinished_directory_takes_only_its_own_experiment(tmp_path: Path) -> None:
    path = tmp_path / "run"
    with pytest.raises(FatecastError):
        run(RACE, fail_at=2500, out=path, executor="inline", block=1000)
    with pytest.raises(BadInput, match="holds another experiment"):
        run(RACE, fail_at=2501, out=path, executor="inline")
    with pytest.raises(BadInput, match="started with --detail games"):
        run(RACE, fail_at=2500, out=path, executor="inline", detail="cells")


def test_a_finished_run_is_left_as_it_is(tmp_path: Path) -> None:
    first = run(RACE, out=tmp_path / "run", executor="inline")
    before = {path: path.stat().st_mtime_ns for path in first.path.rglob("*") if path.is_file()}
    again = run(RACE, out=tmp_path / "run", executor="inline")
    after = {path: path.stat().st_mtime_ns for path in first.path.rglob("*") if path.is_file()}
    changed = {path.name for path in after if after[path] != before.get(path)}
    assert again.digest == first.digest
    assert changed <= {"run.log", ".lock"}
