"""Where tasks are played: in this process, on worker processes, or on a Dask cluster. All are standard executors."""

import asyncio
import logging
import os
from asyncio import wait_for
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from engine.configs import unknown_word
from engine.errors import BadInput, first_line, message
from engine.kernel.orphans import ended_with_us
from engine.rows.sums import load_passes
from sim.play import worker
from sim.play.logs import from_forked_workers, hushed
from sim.play.options import PlayOptions, cores
from sim.play.worker import Result, Returned, Task
from sim.play.workers.forked import ForkedWorkers
from sim.play.workers.machine import check_addresses

NAMES = ("inline", "processes", "dask")
ANSWER_SECONDS = 3
"""How long to wait for the answer of a Dask scheduler."""

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
    """An executor, and how to watch and close its workers."""

    executor: Executor
    room: int
    """How many tasks to give it at a time: those in play, and some in the queue so that no worker is ever idle."""
    remote: bool = False
    """Whether log records must travel with the results."""
    close: Callable[[bool], None] = lambda halt: None
    """End the workers, and wait until all their log records have arrived; `halt` gives up what they play."""
    watched: ForkedWorkers | None = None
    """The workers, where they can be watched, and ended if they hang."""

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
    """Refuse workers that are not available, and a machine that has no room for them, before anything is compiled."""
    if isinstance(options.executor, str) and options.executor not in NAMES:
        raise unknown_word("executor", options.executor, NAMES)
    check_addresses()
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
    """A pool of forked processes."""
    with ExitStack() as stack:
        pool = ForkedWorkers(count, stack.enter_context(from_forked_workers()))

        def close(give_up: bool) -> None:
            pool.close(give_up)
            stack.close()

        try:
            load_passes()
            pool.start()
            stack.enter_context(ended_with_us(lambda: pool.processes))
            yield WorkerPool(pool, _room(count), close=close, watched=pool)
        finally:
            close(True)


@contextmanager
def _dask(count: int, address: str | None) -> Iterator[WorkerPool]:
    """A Dask cluster: the one at this address, or a new one on this machine."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadInput(message("executor 'dask' needs a library: pip install distributed")) from None
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
