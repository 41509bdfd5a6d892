"""The one loop that hands tasks to workers: it keeps them busy, notices games that never end, and reports failures."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from time import sleep

from engine.errors import BrokenRule, FatecastError
from sim.play.executors import WorkerPool
from sim.play.hang_watch import HangWatch
from sim.play.logs import LOGGER
from sim.play.worker import Result, Returned, Task

SIGNAL_SECONDS = 0.3
"""A SIGTERM for the whole group may end a worker first. Then ours arrives within this time, and is what is reported."""


READY_SECONDS = 0.05
"""Between two looks whether a task has become ready that was not."""


def dispatch(
    tasks: Iterable[Task | None],
    play: Callable[[Task], Result],
    workers: WorkerPool,
    patience: float,
    stopped: Callable[[str], FatecastError] = FatecastError,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[tuple[Task, Result]]:
    """Let workers play tasks, and yield each task with its result as it comes back. A task is taken from `tasks` only
    when there is room for it, so earlier results may decide which tasks follow; None says that the next one is not
    ready yet. If a task fails or hangs, `stopped` makes the error from one line that says what happened. `tick` is
    called at least once a second while workers play."""
    left, over = iter(tasks), object()
    waiting: dict[Future[Returned[Result]], Task] = {}
    watch = HangWatch(workers, patience, stopped)
    while True:
        task: object = None
        while len(waiting) < workers.room and isinstance(task := next(left, over), Task):
            with reported_as(stopped, task):
                waiting[workers.submit(play, task)] = task
        if not waiting:
            if task is over:
                return
            sleep(READY_SECONDS)
        seconds = min(watch.tick, READY_SECONDS) if task is None else watch.tick
        done = wait(waiting, seconds, return_when=FIRST_COMPLETED).done if waiting else set()
        watch.look(waiting.values(), bool(done))
        tick()
        for future in [future for future in waiting if future in done]:  # of several failures, report the first
            task = waiting.pop(future)
            with reported_as(stopped, task):
                returned = future.result()
            for record in returned.records:
                LOGGER.handle(record)
            yield task, returned.result


@contextmanager
def reported_as(stopped: Callable[[str], FatecastError], task: Task) -> Iterator[None]:
    """Turn whatever goes wrong with a task into an error of one line."""
    try:
        yield
    except BrokenRule as error:
        raise stopped(str(error)) from error
    except FatecastError:
        raise
    except BrokenExecutor as error:
        sleep(SIGNAL_SECONDS)
        raise stopped("a worker process died (killed, or out of memory)") from error
    except CancelledError as error:
        raise stopped("the cluster was lost") from error
    except Exception as error:
        first_line = (str(error).splitlines() or [""])[0]
        games = f"games {task.first} to {task.last - 1}"
        raise stopped(f"{task.cell.name}, {games}: {type(error).__name__}: {first_line}") from error
