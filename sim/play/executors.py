"""Where tasks are played: in this process, on worker processes, or on a Dask cluster. All are standard executors."""

import asyncio
import logging
import os
import signal
import threading
from asyncio import wait_for
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from ctypes import c_bool
from dataclasses import dataclass
from functools import partial
from logging import Handler
from multiprocessing import connection, current_process, get_context, parent_process
from multiprocessing.process import BaseProcess
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Self
from warnings import catch_warnings, filterwarnings

from engine.configs import unknown_word
from engine.errors import BadInput, first_line, message
from engine.kernel.orphans import (
    adopt_orphans,
    default_signals,
    end,
    ended_with_us,
    kill_with_all_they_started,
    started_by,
)
from engine.rows.sums import load_passes
from sim.play import worker
from sim.play.heartbeat import FIELDS, Call, Heartbeat, overdue, played_by, processes
from sim.play.logs import from_forked_workers, hushed, say_goodbye, speak_through
from sim.play.options import PlayOptions, cores
from sim.play.worker import Result, Returned, Task

NAMES = ("inline", "processes", "dask")
ANSWER_SECONDS = 3
"""How long to wait for the answer of a Dask scheduler."""

TICK_SECONDS = 0.02
GRACE_SECONDS = 3.0
"""How long workers that were told to end may take to do so, before they are killed."""

SAFE_PATH = "PYTHONSAFEPATH"

LOCAL_CLUSTER = {
    "threads_per_worker": 1,
    "host": "127.0.0.1",
    "dashboard_address": "127.0.0.1:0",  # any free port: another cluster may use the default one
    "preload": [
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)",  # the parent answers Ctrl-C
        "from engine.kernel.numba_inside.settings_files import ignore_settings_files; ignore_settings_files()",
    ],
    "silence_logs": logging.CRITICAL,
}


@dataclass
class WorkerPool:
    """An executor, and how to watch, kill and close its workers."""

    executor: Executor
    room: int
    """How many tasks to give it at a time: those in play, and some in the queue so that no worker is ever idle."""
    remote: bool = False
    """Whether log records must travel with the results."""
    close: Callable[[bool], None] = lambda halt: None
    """End the workers, and wait until all their log records have arrived; `halt` gives up what they play."""
    watched: bool = False
    """Whether `overdue` can tell."""
    overdue: Callable[[float], Call | None] = lambda patience: None
    """A call of the game that has lasted longer than this many seconds, where workers can be watched."""
    kill: Callable[[], None] = lambda: None
    """End workers that hang."""
    lost: Callable[[], tuple[int, Call | None] | None] = lambda: None
    """How a worker ended that nobody has told to: its exit code, negative for a signal, and what it played."""

    def submit(self, play: Callable[[Task], Result], task: Task) -> "Future[Returned[Result]]":
        """Let a worker play a task."""
        return self.executor.submit(worker.play_remotely if self.remote else worker.play_here, play, task)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close(error is not None)


class Inline(Executor):
    """Plays at once, in the calling process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def worker_count(workers: int | None) -> int:
    """How many workers play: as many as asked for, else one for each core that we may use."""
    return workers or cores()


def check_workers(options: PlayOptions) -> None:
    """Refuse workers that are not available, before anything is compiled."""
    if isinstance(options.executor, str) and options.executor not in NAMES:
        raise unknown_word("executor", options.executor, NAMES)
    if options.scheduler is not None and options.executor != "dask":
        raise BadInput(message("only the executor 'dask' has one (--executor dask)"), source="scheduler")
    if options.scheduler is not None:
        _connected(options.scheduler).close()


@contextmanager
def started_pool(options: PlayOptions) -> Iterator[WorkerPool]:
    """The workers that were asked for. Compile what the game needs before: forked processes inherit it."""
    count = worker_count(options.workers)
    if isinstance(options.executor, Executor):
        yield WorkerPool(options.executor, _room(count))
    elif options.executor == "inline":
        yield WorkerPool(Inline(), 1)
    elif options.executor == "processes":
        with _processes(count) as workers:
            yield workers
    else:
        with _dask(count, options.scheduler) as workers:
            yield workers


def _room(workers: int) -> int:
    return 2 * workers + 1


@contextmanager
def _processes(count: int) -> Iterator[WorkerPool]:
    """A pool of forked processes. They are forked here, before the run opens any file."""
    context = get_context("fork")
    halt = context.RawValue(c_bool, False)
    shown: MutableSequence[float] = context.RawArray("d", count * FIELDS)
    started = context.Value("i", 0)
    with ExitStack() as stack:
        handler = stack.enter_context(from_forked_workers())
        pool = ProcessPoolExecutor(count, context, _start_worker, (halt, handler, shown, started))

        def kill() -> None:
            kill_with_all_they_started(processes(shown))

        def close(give_up: bool) -> None:
            halt.value = give_up
            left = started_by(processes(shown))
            deadline = threading.Timer(GRACE_SECONDS, kill)
            deadline.start()  # even after the last game: a thread that a game left behind keeps its worker from ending
            pool.shutdown(wait=True, cancel_futures=True)
            deadline.cancel()
            end(left)
            if not give_up:
                say_goodbye(handler)
            stack.close()

        try:
            load_passes()
            with catch_warnings():
                # Newer Pythons warn of any thread at a fork. Our threads only wait, for log records and for Polars.
                filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
                pool.submit(os.getpid).result()
            stack.enter_context(ended_with_us(lambda: processes(shown)))
            lost = partial(_lost, list(pool._processes.values()), shown)
            yield WorkerPool(
                pool, _room(count), close=close, watched=True, overdue=partial(overdue, shown), kill=kill, lost=lost
            )
        finally:
            close(True)


def _lost(workers: Sequence[BaseProcess], shown: MutableSequence[float]) -> tuple[int, Call | None] | None:
    """The first of these processes that ended by itself. The pool ends the others by SIGTERM when it has lost one."""
    deadline = monotonic() + GRACE_SECONDS
    while monotonic() < deadline:
        for process in workers:
            if process.exitcode not in (None, 0, -signal.SIGTERM):
                return process.exitcode or 0, played_by(shown, process.pid or 0)
        if all(process.exitcode is not None for process in workers):
            return None
        sleep(TICK_SECONDS)
    return None


def _start_worker(halt: c_bool, handler: Handler, shown: MutableSequence[float], started: Any) -> None:
    """Make a forked process a worker: it ignores Ctrl-C, which the parent answers; SIGTERM, which the pool sends, ends
    it at once."""
    with started.get_lock():
        worker.heartbeat = Heartbeat(shown, started.value * FIELDS)
        started.value += 1
    worker.heartbeat.sign_in()
    default_signals()
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    current_process().name = f"worker-{os.getpid()}"
    worker.halted = halt
    worker.keep_memory()
    speak_through(handler)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    """End when the parent is killed. A worker that plays may be unable to; for that there is `ended_with_us`."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def _dask(count: int, address: str | None) -> Iterator[WorkerPool]:
    """A Dask cluster: the one at this address, or a new one on this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadInput(message("executor 'dask' needs the extra: pip install 'fatecast[dask]'")) from None
    with ExitStack() as stack:
        stack.enter_context(hushed("distributed", "distributed.client", "tornado.application"))
        if address is None:
            stack.enter_context(without_current_directory())
            cluster = stack.enter_context(LocalCluster(n_workers=count, **LOCAL_CLUSTER))
            started = [nanny.pid for nanny in cluster.workers.values() if nanny.pid]
            stack.enter_context(ended_with_us(lambda: started))
            client = stack.enter_context(Client(cluster))
        else:
            client = stack.enter_context(_connected(address))
        threads = sum(client.nthreads().values())
        if not threads:
            raise BadInput(message("scheduler {address}: it has no workers", address=address))

        def close(give_up: bool) -> None:
            executor.shutdown(wait=not give_up)
            stack.close()

        executor = client.get_executor()
        yield WorkerPool(executor, _room(threads), remote=True, close=close)


@contextmanager
def without_current_directory() -> Iterator[None]:
    """Interpreters that are started meanwhile do not import modules from the current directory, as `python -c` does."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        os.environ.pop(SAFE_PATH)
        if before is not None:
            os.environ[SAFE_PATH] = before


def _connected(address: str) -> Any:
    """A client of the scheduler at this address. We try a connection first: a client that gets no answer may wait
    forever."""
    from distributed import Client
    from distributed.comm.core import connect
    from distributed.security import Security

    async def try_connection() -> None:
        secured = Security().get_connection_args("client")  # certificates, if Dask is configured for them
        connection = await wait_for(connect(address, **secured), ANSWER_SECONDS)
        await connection.close()

    try:
        with ThreadPoolExecutor(1) as thread:  # in a notebook, this thread already runs a loop
            thread.submit(asyncio.run, try_connection()).result()
        return Client(address, timeout=ANSWER_SECONDS)
    except (OSError, ValueError, TypeError) as error:  # TypeError: no certificates for tls://
        reason = first_line(error) or f"no answer within {ANSWER_SECONDS} s"
        raise BadInput(
            message("scheduler {address}: cannot be reached ({reason})", address=address, reason=reason)
        ) from None
