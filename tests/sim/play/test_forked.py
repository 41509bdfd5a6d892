"""The pool of forked workers ends whatever its workers do, and notices one that stands still."""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from engine.errors import BadInput
from engine.kernel.compiling.parallel import CompilingElsewhere
from sim import run
from sim.errors import Stopped
from sim.play import worker
from sim.play.dispatch import dispatch
from sim.play.executors import WorkerPool, started_pool
from sim.play.options import PlayOptions
from sim.play.worker import Task
from sim.play.workers.hang_watch import HangWatch
from sim.play.workers.heartbeat import COMPILES, WRITES
from tests.support.command_line import RACE, race_flags, start
from tests.support.dice_race import ADDRESS, GAME
from tests.support.runs import records, until

LARGE = b"x" * (1 << 20)
"""More than a pipe holds."""
SOON = 5.0


def sleep_on(number: int, data: bytes = b"") -> int:
    time.sleep(600 if number >= 0 else 0)
    return number


def workers_of(pool: WorkerPool) -> list[int]:
    assert pool.watched is not None
    return pool.watched.processes


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP, None])
def test_it_ends_with_large_tasks_that_nobody_reads(number: signal.Signals | None) -> None:
    with started_pool(PlayOptions(workers=2)) as pool:
        asked = [pool.executor.submit(sleep_on, at, LARGE) for at in range(5)]
        until(lambda: any(each.running() for each in asked))
        processes = workers_of(pool)
        for process in processes if number else []:
            os.kill(process, number or 0)
        began = time.monotonic()
    assert time.monotonic() - began < SOON
    assert not any(psutil.pid_exists(process) for process in processes)
    assert all(each.done() for each in asked)


def test_who_is_killed_between_two_tasks_breaks_the_pool() -> None:
    with started_pool(PlayOptions(workers=1)) as pool:
        assert pool.executor.submit(sleep_on, -1).result(30) == -1
        os.kill(workers_of(pool)[0], signal.SIGKILL)
        with pytest.raises(BrokenExecutor):
            pool.executor.submit(sleep_on, -1).result(30)
        assert pool.watched is not None
        assert pool.watched.lost() == (-signal.SIGKILL, None)
        with pytest.raises(BrokenExecutor):
            pool.executor.submit(sleep_on, -1)


def test_what_others_have_played_is_kept(tmp_path: Path) -> None:
    """A result and a death that come together: the result is taken first."""
    from concurrent.futures import Executor, Future

    class Mixed(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            if args[1].first:
                future.set_result(fn(*args, **kwargs))
            else:
                future.set_exception(BrokenExecutor())
            return future

    tasks = [task(first) for first in (0, 10)]
    got: list[int] = []
    with pytest.raises(Stopped, match="worker process died"):
        got.extend(played(tasks, first_of, WorkerPool(Mixed(), 2), tmp_path))
    assert got == [10]


def played(
    tasks: Iterable[Task | None], work: Callable[[Task], int], pool: WorkerPool, path: Path, patience: float = 1.0
) -> Iterator[int]:
    """What comes back, as it comes."""
    return (found for _, found in dispatch(tasks, work, pool, patience, lambda text: Stopped(text, path)))


def task(first: int) -> Task:
    cell = GAME.cells(GAME.resolve({}, ""))[0]
    return Task(ADDRESS, GAME.version, GAME.schema, cell, 0, 7, first, first + 10, None)


def first_of(task: Task) -> int:
    return task.first


def stands(task: Task) -> int:
    """Does nothing for long, outside of any call of the game."""
    time.sleep(0 if task.first else 8)
    return task.first


def stops(task: Task) -> int:
    if not task.first:
        os.kill(os.getpid(), signal.SIGSTOP)
    return task.first


def stops_in_a_call(task: Task) -> int:
    with suppress(ZeroDivisionError):
        worker.timed(task, task.first, task.last, lambda: stops(task))
    return task.first


STILL = r"worker process \d+ stands still: it plays no game, and has told nothing for 1 s"
STOPPED = r"worker process \d+ was stopped \(SIGSTOP\); it has not gone on for 1 s"


@pytest.mark.parametrize(("work", "line"), [(stands, STILL), (stops, STOPPED), (stops_in_a_call, STOPPED)])
def test_a_worker_that_stands_still_is_named(tmp_path: Path, work: Callable[[Task], int], line: str) -> None:
    got: list[int] = []
    with started_pool(PlayOptions(workers=2)) as pool, pytest.raises(Stopped, match=line):
        got.extend(played([task(0), task(10)], work, pool, tmp_path))
    assert got == [10], "what the other one played is kept"


def computes(task: Task) -> int:
    """As if it compiled."""
    with worker.heartbeat.while_it(COMPILES):
        until = time.process_time() + 1.5
        while time.process_time() < until:
            pass
    return task.first


def computes_in_a_call(task: Task) -> int:
    found, _ = worker.timed(task, task.first, task.last, lambda: computes(task))
    return found


def writes_slowly(task: Task) -> int:
    with worker.heartbeat.while_it(WRITES):
        time.sleep(1.5)
    return task.first


@pytest.mark.parametrize("work", [computes, computes_in_a_call, writes_slowly])
def test_who_compiles_or_waits_for_a_disk_has_time(tmp_path: Path, work: Callable[[Task], int]) -> None:
    with started_pool(PlayOptions(workers=1)) as pool:
        assert list(played([task(0)], work, pool, tmp_path, patience=0.5)) == [0]


def stops_while_it_compiles(task: Task) -> int:
    with worker.heartbeat.while_it(COMPILES):
        os.kill(os.getpid(), signal.SIGSTOP)
    return task.first


def test_who_is_stopped_while_it_compiles_is_named(tmp_path: Path) -> None:
    with started_pool(PlayOptions(workers=1)) as pool, pytest.raises(Stopped, match=STOPPED):
        list(played([task(0)], stops_while_it_compiles, pool, tmp_path))


def stop_for_long() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def test_a_compiler_that_is_stopped_while_all_wait_for_it_is_named(tmp_path: Path) -> None:
    with started_pool(PlayOptions(workers=1)) as pool, CompilingElsewhere([stop_for_long]) as compiling:
        tasks = (None if not compiling.is_over(0) else task(0) for _ in range(10_000))
        with pytest.raises(Stopped, match=STOPPED):
            list(played(tasks, first_of, pool, tmp_path))


def test_time_in_which_we_were_stopped_ourselves_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-Z, and `fg` an hour later."""
    now = [0.0]
    monkeypatch.setattr("engine.kernel.processes.signs_of_life.monotonic", lambda: now[0])
    monkeypatch.setattr("sim.play.workers.hang_watch.monotonic", lambda: now[0])
    with started_pool(PlayOptions(workers=1)) as pool:
        watch = HangWatch(WorkerPool(pool.executor, 1), 10.0, BadInput)
        for passed in (1, 1, 1, 1, 3600, 1, 1):
            now[0] += passed
            watch.look([task(0)], any_back=False)
        monkeypatch.setattr(HangWatch, "give_up", lambda watch, tasks: now.append(0))
        for _ in range(6):
            now[0] += 1
            watch.look([task(0)], any_back=False)
        assert len(now) > 1, "it counts what passed before and after"


@pytest.mark.full
def test_ctrl_z_of_the_whole_group_and_fg(tmp_path: Path) -> None:
    path = tmp_path / "run"
    flags = [*race_flags(sleep=0.05, games=4_000), "--block", 100, "--workers", 2, "--patience", 2, "--out", path]
    with start("run", *flags, start_new_session=True) as process:
        until(lambda: records(path) >= 3)
        os.killpg(process.pid, signal.SIGSTOP)
        time.sleep(8)
        os.killpg(process.pid, signal.SIGCONT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGHUP])
def test_a_closed_terminal_ends_a_run_as_a_wish_does(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "run"
    flags = [*race_flags(sleep=0.05, games=4_000), "--block", 100, "--workers", 2, "--out", path]
    with start("run", *flags, start_new_session=True) as process:
        until(lambda: records(path) >= 3)
        family = psutil.Process(process.pid).children(recursive=True)
        os.killpg(process.pid, number)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 128 + number
    assert err == f"fatecast: terminated; finished blocks are kept, continue with: fatecast resume {path}\n"
    assert not any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in family)


def test_who_was_told_to_ignore_a_closed_terminal_plays_on(tmp_path: Path) -> None:
    """As `nohup` does."""
    path = tmp_path / "run"
    flags = [*race_flags(sleep=0.02, games=500), "--block", 100, "--workers", 2, "--out", path]
    ignore = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)  # noqa: E731
    with start("run", *flags, start_new_session=True, preexec_fn=ignore) as process:
        until(lambda: records(path) >= 1)
        os.killpg(process.pid, signal.SIGHUP)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


def test_errors_that_cannot_be_sent_are_told(tmp_path: Path) -> None:
    with started_pool(PlayOptions(workers=1)) as pool:
        with pytest.raises(Exception, match="pickle"):
            pool.executor.submit(returns_what_cannot_be_sent).result(30)
        with pytest.raises(ValueError, match="no") as caught:
            pool.executor.submit(fails).result(30)
        assert "in fails" in str(caught.value.__cause__)
        assert pool.executor.submit(sleep_on, -1).result(30) == -1, "the worker lives on"


def returns_what_cannot_be_sent() -> object:
    return lambda: None


def fails() -> None:
    raise ValueError("no")


def test_without_semaphores_a_line_says_what_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be made in /dev/shm in some containers."""

    def none(*_: object, **__: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr("multiprocessing.heap.Arena.__init__", none)
    monkeypatch.setattr("multiprocessing.synchronize.SemLock.__init__", none)
    with pytest.raises(BadInput, match=r"no semaphores \(Permission denied\): .*--executor inline"):
        run({**RACE, "games": 20}, out=tmp_path / "run", workers=2)
    assert run({**RACE, "games": 20}, out=tmp_path / "run", executor="inline").manifest["complete"]
