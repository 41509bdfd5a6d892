"""Where blocks are played: here, on worker processes, or on a Dask cluster. All are `concurrent.futures` executors."""

import asyncio
import logging
import os
import signal
import threading
from asyncio import wait_for
from collections.abc import Callable, Iterator, MutableSequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from ctypes import c_bool
from dataclasses import dataclass
from functools import partial
from logging import Handler
from multiprocessing import connection, current_process, get_context, parent_process
from types import TracebackType
from typing import Any, Self
from warnings import catch_warnings, filterwarnings

from engine.configs import unknown
from engine.errors import BadInput
from sim.play import worker
from sim.play.heartbeat import FIELDS, Call, Pulse, overdue, processes
from sim.play.logs import from_forked_workers, hushed, speak_through
from sim.play.worker import Task
from sim.runs.block import PlayedBlock

NAMES = ("inline", "processes", "dask")
PATIENCE = 3
"""Seconds to wait for a Dask scheduler."""

LOCAL_CLUSTER = {
    "threads_per_worker": 1,
    "host": "127.0.0.1",
    "dashboard_address": "127.0.0.1:0",  # any free port: the usual one may be another cluster's
    "preload": ["import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"],  # Ctrl-C is the parent's to answer
    "silence_logs": logging.CRITICAL,
}


@dataclass
class Crew:
    """An executor with what the runner must know of it."""

    executor: Executor
    room: int
    """How many blocks to give it at a time: those in play, and some that wait so that no worker ever does."""
    play: Callable[[Task], PlayedBlock] = worker.play_block
    close: Callable[[bool], None] = lambda halt: None
    """Let the workers go, and wait until all they had to say has arrived; `halt` gives up what they play."""
    watched: bool = False
    """Whether `overdue` knows."""
    overdue: Callable[[float], Call | None] = lambda patience: None
    """A call of the game that has lasted longer than so many seconds, where the workers can be watched."""
    kill: Callable[[], None] = lambda: None
    """End workers that hang, and listen to nobody."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close(error is not None)


class Inline(Executor):
    """Plays in the calling process, at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def crew_size(workers: int | None) -> int:
    """How many workers play: as many as asked for, else one for each core that we may use."""
    return workers or len(os.sched_getaffinity(0))


def check_crew(executor: str | Executor, workers: int | None, scheduler: str | None) -> None:
    """Find out at once, before anything is compiled, that the workers asked for cannot be had."""
    if workers is not None and workers < 1:
        raise BadInput(f"workers: expected at least 1, not {workers}")
    if isinstance(executor, str) and executor not in NAMES:
        raise BadInput(unknown("executor", executor, NAMES))
    if scheduler is not None and executor != "dask":
        raise BadInput("scheduler: only the executor 'dask' has one (--executor dask)")
    if scheduler is not None:
        _connected(scheduler).close()


@contextmanager
def crew(executor: str | Executor, workers: int | None, scheduler: str | None) -> Iterator[Crew]:
    """The workers that were asked for. Whatever the game needs compiled should be, by now: forks inherit it."""
    count = crew_size(workers)
    if isinstance(executor, Executor):
        yield Crew(executor, _room(count))
    elif executor == "inline":
        yield Crew(Inline(), 1)
    elif executor == "processes":
        with _processes(count) as hands:
            yield hands
    else:
        with _dask(count, scheduler) as hands:
            yield hands


def _room(workers: int) -> int:
    return 2 * workers + 1


@contextmanager
def _processes(count: int) -> Iterator[Crew]:
    """One pool of forked processes. They are forked here, before the run opens a single file."""
    context = get_context("fork")
    halt = context.RawValue(c_bool, False)
    shown: MutableSequence[float] = context.RawArray("d", count * FIELDS)
    started = context.Value("i", 0)
    with ExitStack() as stack:
        handler = stack.enter_context(from_forked_workers())
        pool = ProcessPoolExecutor(count, context, _start_worker, (halt, handler, shown, started))

        def kill() -> None:
            for pid in processes(shown):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

        def close(give_up: bool) -> None:
            halt.value = give_up
            pool.shutdown(wait=True, cancel_futures=True)
            stack.close()

        try:
            with catch_warnings():
                # Newer Pythons warn of any thread at a fork: ours only wait, for log records and for Polars.
                filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
                pool.submit(os.getpid).result()
            yield Crew(pool, _room(count), close=close, watched=True, overdue=partial(overdue, shown), kill=kill)
        finally:
            close(True)


def _start_worker(halt: c_bool, handler: Handler, shown: MutableSequence[float], started: Any) -> None:
    """Make a forked process a worker: deaf to Ctrl-C, which is the parent's to answer, and mortal like it."""
    with started.get_lock():
        worker.pulse = Pulse(shown, started.value * FIELDS)
        started.value += 1
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    current_process().name = f"worker-{os.getpid()}"
    worker.halted = halt
    speak_through(handler)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    """A parent killed outright cannot tell its workers to go; they would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def _dask(count: int, address: str | None) -> Iterator[Crew]:
    """A Dask cluster: the one at an address, or one of our own on this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadInput("executor 'dask' needs the extra: pip install 'fatecast[dask]'") from None
    with ExitStack() as stack:
        stack.enter_context(hushed("distributed", "distributed.client", "tornado.application"))
        if address is None:
            cluster = stack.enter_context(LocalCluster(n_workers=count, **LOCAL_CLUSTER))
            client = stack.enter_context(Client(cluster))
        else:
            client = stack.enter_context(_connected(address))
        threads = sum(client.nthreads().values())
        if not threads:
            raise BadInput(f"scheduler {address}: it has no workers")

        def close(give_up: bool) -> None:
            executor.shutdown(wait=not give_up)
            stack.close()

        executor = client.get_executor()
        yield Crew(executor, _room(threads), worker.play_remotely, close)


def _connected(address: str) -> Any:
    """A client of the scheduler there. We knock first: a client that gets no answer may wait for ever."""
    from distributed import Client
    from distributed.comm.core import connect

    async def knock() -> None:
        door = await wait_for(connect(address), PATIENCE)
        await door.close()

    try:
        with ThreadPoolExecutor(1) as thread:  # a notebook already runs a loop in ours
            thread.submit(asyncio.run, knock()).result()
        return Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0] or f"no answer within {PATIENCE} s"
        raise BadInput(f"scheduler {address}: cannot be reached ({reason})") from None
