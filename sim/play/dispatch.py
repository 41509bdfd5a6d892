"""The one loop that hands tasks to workers: it keeps them busy, notices games that never end, and reports failures."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from functools import partial
from shlex import quote
from time import sleep
from typing import Any

from engine.errors import BrokenRule, FatecastError, Text, first_line, message
from engine.game.registry import game_at, how_named
from engine.kernel.orphans import how_ended
from sim.play.executors import WorkerPool
from sim.play.logs import LOGGER
from sim.play.worker import Result, Returned, Task
from sim.play.workers.hang_watch import HangWatch

SIGNAL_SECONDS = 0.3
"""A SIGTERM for the whole group may end a worker first. Then ours arrives within this time, and is what is reported."""


READY_SECONDS = 0.05
"""Between two looks whether a task has become ready that was not."""


def dispatch(
    tasks: Iterable[Task | None],
    play: Callable[[Task], Result],
    workers: WorkerPool,
    patience: float,
    stopped: Callable[[Text], FatecastError] = FatecastError,
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
            with reported_as(stopped, task, partial(how_lost, workers, waiting.values())):
                waiting[workers.submit(play, task)] = task
        if not waiting:
            if task is over:
                return
            sleep(READY_SECONDS)
        seconds = min(watch.tick, READY_SECONDS) if task is None else watch.tick
        done = wait(waiting, seconds, return_when=FIRST_COMPLETED).done if waiting else set()
        watch.look(waiting.values(), bool(done))
        tick()
        # What was played is kept, whatever failed meanwhile; of several failures, the first is reported.
        for future in sorted((future for future in waiting if future in done), key=has_failed):
            task = waiting.pop(future)
            with reported_as(stopped, task, partial(how_lost, workers, [task, *waiting.values()])):
                returned = future.result()
            for record in returned.records:
                LOGGER.handle(record)
            yield task, returned.result


def has_failed(future: Future[Any]) -> bool:
    """Whether a task that is over has no result."""
    return future.cancelled() or future.exception() is not None


def how_lost(workers: WorkerPool, tasks: Iterable[Task]) -> Text:
    """How a worker died, what it played, and what to do about it; empty if nobody knows."""
    found = workers.watched and workers.watched.lost()
    if not found:
        return ""
    code, call = found
    what = how_ended(code)
    task = next((each for each in tasks if call and each.number == call.task), None)
    if task is None or call is None:
        return message("a worker process died ({what})", what=what)
    games = f"game {call.first}" if call.last - call.first == 1 else f"games {call.first} to {call.last - 1}"
    name = game_at(task.game, task.cell.code).name
    check = f"fatecast check {quote(how_named(name) or name)}"
    return message(
        "a worker process died ({what}) in {cell}, {games}; find the game with: {check}",
        what=what,
        cell=task.cell.name,
        games=games,
        check=check,
    )


@contextmanager
def reported_as(
    stopped: Callable[[Text], FatecastError], task: Task, lost: Callable[[], Text] = lambda: ""
) -> Iterator[None]:
    """Turn whatever goes wrong with a task into an error of one line. `lost` tells how a worker died, if it knows."""
    try:
        yield
    except BrokenRule as error:
        raise stopped(message("{broken}", broken=error)) from error
    except FatecastError:
        raise
    except BrokenExecutor as error:
        sleep(SIGNAL_SECONDS)
        raise stopped(lost() or "a worker process died (killed, or out of memory)") from error
    except CancelledError as error:
        raise stopped("the cluster was lost") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a game may raise what no program should: GeneratorExit, SystemExit
        said = message(
            "{cell}, games {first} to {last}: {kind}: {error}",
            cell=task.cell.name,
            first=task.first,
            last=task.last - 1,
            kind=type(error).__name__,
            error=first_line(error),
        )
        raise stopped(said) from error
