"""A real scheduler and real workers, on the loopback."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from distributed import LocalCluster

from engine.errors import BadData, BadInput, FatecastError
from sim import run
from sim.experiment.experiment import ResolvedExperiment
from sim.runs.block import Block, PlayedBlock, RowsFolder
from sim.runs.store import Store
from tests.support import ROOT
from tests.support.command_line import RACE, Fatecast, race_flags, start
from tests.support.dice_race import FOR_EVER, GAME
from tests.support.runs import records, until

TWO = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Two workers, each a process of its own."""
    with LocalCluster(**TWO) as cluster:
        yield cluster.scheduler_address


@pytest.mark.full
def test_the_same_digest_on_a_cluster(scheduler: str, tmp_path: Path, fatecast: Fatecast) -> None:
    path = tmp_path / "run"
    dask = ["--executor", "dask", "--scheduler", scheduler, "--block", 700]
    done = fatecast("run", *race_flags(), *dask, "--out", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert run(RACE, out=tmp_path / "here", executor="inline").digest in done.stdout
    log = (path / "run.log").read_text()
    assert log.count(" played die6/goal15 ") == 5, "records travel home with their block"
    assert " dask-0 " in log
    assert " dask-1 " in log


@pytest.mark.parametrize("shared", [True, False])
def test_rows_travel_only_where_workers_do_not_reach_the_folder(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """Without a shared disk they come with the block, and the files are the same."""
    travelled: list[int] = []

    def save(store: Store, experiment: ResolvedExperiment, block: Block, played: PlayedBlock) -> None:
        travelled.append(len(played.file))
        before(store, experiment, block, played)

    @contextmanager
    def elsewhere(store: Store) -> Iterator[RowsFolder]:
        with folder(store) as rows:
            yield rows._replace(mark=".here-of-another-machine.tmp")

    before, folder = Store.save, Store.rows_folder
    monkeypatch.setattr(Store, "save", save)
    if not shared:
        monkeypatch.setattr(Store, "rows_folder", elsewhere)
    run(RACE, out=tmp_path / "run", executor="dask", scheduler=scheduler, block=700)
    assert [size > 0 for size in travelled] == [not shared] * len(travelled)
    monkeypatch.undo()
    run(RACE, out=tmp_path / "here", executor="inline", block=700)
    assert files(tmp_path / "run" / "games") == files(tmp_path / "here" / "games")


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.full
def test_a_scheduler_that_never_answers_is_one_line(tmp_path: Path, fatecast: Fatecast) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        flags = ["--executor", "dask", "--scheduler", address]
        done = fatecast("run", *race_flags(), *flags, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert done.stderr.startswith(f"fatecast: scheduler {address}: cannot be reached (")
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("address", ["", "nonsense", "127.0.0.1:port"])
def test_an_address_that_is_none(tmp_path: Path, address: str) -> None:
    with pytest.raises(BadInput, match="cannot be reached"):
        run(RACE, out=tmp_path / "run", executor="dask", scheduler=address)
    assert not (tmp_path / "run").exists()


def test_a_worker_with_another_rule_version_is_refused(
    scheduler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAME), "version", 4)
    with pytest.raises(BadData, match="this worker has rule version 3"):
        run(RACE, out=tmp_path / "run", executor="dask", scheduler=scheduler)


def test_a_game_that_fails_on_a_worker_is_named(scheduler: str, tmp_path: Path) -> None:
    with pytest.raises(FatecastError, match=r"/.*, games 0 to 2999: ZeroDivisionError"):
        run(RACE, fail_at=7, out=tmp_path / "run", executor="dask", scheduler=scheduler)


@pytest.mark.full
def test_a_cluster_that_loses_a_worker_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = {**RACE, "sleep": 0.03}
    saved: list[Block] = []

    def save_and_kill(store: Store, experiment: ResolvedExperiment, block: Block, played: PlayedBlock) -> None:
        save(store, experiment, block, played)
        saved.append(block)
        if len(saved) == 5:
            psutil.Process(victim).kill()

    save = Store.save
    monkeypatch.setattr(Store, "save", save_and_kill)
    with LocalCluster(**TWO) as cluster:
        victim = next(iter(cluster.workers.values())).pid
        address = cluster.scheduler_address
        played = run(slow, out=tmp_path / "run", executor="dask", scheduler=address, block=100)
    assert len(saved) == 120
    monkeypatch.undo()
    assert played.digest == run(slow, out=tmp_path / "here", executor="inline").digest


@pytest.mark.full
@pytest.mark.parametrize(
    ("is_lost", "line"),
    [
        (True, r"fatecast: the cluster was lost; finished blocks are kept, continue with: fatecast resume \S+"),
        (False, r"fatecast: die\d/goal\d+(, games \d+ to \d+: no answer for 2 s|: game \d+ does not end).*"),
    ],
)
def test_a_cluster_that_is_lost_or_stands_still_ends_the_run_in_one_line(
    tmp_path: Path, is_lost: bool, line: str
) -> None:
    path = tmp_path / "run"
    with LocalCluster(**TWO) as cluster:
        workers = [psutil.Process(each.pid) for each in cluster.workers.values()]
        flags = ["--executor", "dask", "--scheduler", cluster.scheduler_address, "--patience", 2, "--block", 20]
        with start("run", *race_flags(sleep=0.03), *flags, "--out", path) as process:
            until(lambda: records(path) >= 3)
            if is_lost:
                cluster.close()
            for worker in [] if is_lost else workers:
                worker.suspend()
            _, err = process.communicate(timeout=60)
        for worker in [] if is_lost else workers:
            worker.kill()
    assert process.returncode == 1
    assert re.fullmatch(line, err.splitlines()[-1])
    assert [*path.glob("blocks/*.json")], "what was finished is kept"


@pytest.mark.full
def test_a_local_cluster_runs_no_module_of_the_current_directory(tmp_path: Path) -> None:
    """Its workers are interpreters that are started anew, and these would look there first."""
    trap, script = tmp_path / "trap", tmp_path / "bin" / "fatecast.py"
    for name in ("multiprocessing.py", "signal.py", "queue.py", "distributed/__init__.py"):
        path = trap / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"open({str(tmp_path / 'mark')!r}, 'a').write({name!r})\n")
    script.parent.mkdir()
    script.write_text("import runpy\nrunpy.run_module('tests.support.fatecast', run_name='__main__', alter_sys=True)\n")
    flags = [*race_flags(games=100), "--executor", "dask", "--workers", "1", "--out", str(tmp_path / "run")]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script), "run", *flags]
    done = subprocess.run(command, cwd=trap, env=env, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert run(RACE, games=100, out=tmp_path / "here", executor="inline").digest in done.stdout
    assert not (tmp_path / "mark").exists()


def test_an_address_that_needs_certificates_says_so() -> None:
    with pytest.raises(BadInput, match=r"^scheduler tls://127\.0\.0\.1:1: cannot be reached \(TLS expects"):
        run(RACE, out=Path("never"), executor="dask", scheduler="tls://127.0.0.1:1")


@pytest.mark.full
def test_a_killed_run_takes_along_a_local_cluster_that_cannot_notice(tmp_path: Path) -> None:
    flags = [*race_flags(wait_for=FOR_EVER), "--executor", "dask", "--workers", 1, "--out", tmp_path / "run"]
    with start("run", *flags) as process:
        family = psutil.Process(process.pid)
        until(lambda: Store(tmp_path / "run").exists() and any(spawned(each) for each in family.children()), 60)
        children = family.children(recursive=True)
        until(lambda: any(each.cpu_times().user > 4 for each in children if spawned(each)), 60)
        process.kill()
        process.communicate(timeout=20)
    until(lambda: not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in children), 10)


def spawned(process: psutil.Process) -> bool:
    """Whether it is a worker of a local cluster."""
    return "--multiprocessing-fork" in process.cmdline()
