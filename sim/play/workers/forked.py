"""A pool of forked processes. Each has a line of its own to us, and a thread of ours that waits at it: so a worker that
dies, or stands still, holds up nobody else. Python's own pool has one line for all of them; if they are gone while it
sends a large task, it waits for ever."""

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from contextvars import copy_context
from multiprocessing import connection, current_process, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from traceback import format_exception
from typing import Any, NamedTuple
from warnings import catch_warnings, filterwarnings

from engine.kernel.orphans import (
    adopt_orphans,
    default_signals,
    end,
    kill_with_all_they_started,
    signals_held,
    started_by,
)
from engine.kernel.processes.shared_numbers import REAL, WHOLE, shared
from engine.kernel.processes.signs_of_life import AT_THE_DISK, STOPPED, Stillness, sign_of
from sim.play import worker
from sim.play.logs import speak_through
from sim.play.workers.heartbeat import COMPILES, FIELDS, WRITES, Call, Heartbeat

TICK_SECONDS = 0.02
GRACE_SECONDS = 3.0
"""How long workers may take to end when all is done, before they are killed."""
GIVE_UP_SECONDS = 1.0
"""The same if nobody wants any more what they play."""


class Late(NamedTuple):
    """A worker of which nothing was heard for too long."""

    process: int
    call: Call | None
    """The call of the game that does not return; None if it does something else, or was stopped."""


class InWorker(Exception):  # noqa: N818 - the name is the message
    """The traceback of an error in a worker: the cause of that error here."""


class Forked:
    """A worker, as we see it."""

    def __init__(self, process: BaseProcess, line: socket.socket, heartbeat: Heartbeat) -> None:
        self.process, self.heartbeat = process, heartbeat
        self.pipe = Connection(line.fileno())
        """The line; it sends and receives whole messages."""
        self._line = line
        self.is_busy = False
        self.still = Stillness()

    @property
    def pid(self) -> int:
        return self.process.pid or 0

    def hang_up(self, how: int) -> None:
        """End the line, whoever else may hold it: whoever waits at it goes on."""
        with suppress(OSError):
            self._line.shutdown(how)

    def close(self) -> None:
        """Nobody waits at the line any more."""
        self._line.detach()
        self.pipe.close()

    def late(self, patience: float, between_looks: float) -> Late | None:
        """Whether it has shown nothing new for longer than this many seconds. Who waits for a disk is not late, and who
        compiles is not as long as it computes."""
        if not self.is_busy:
            self.still.begin_anew()
            return None
        does, sign = self.heartbeat.does, sign_of(self.pid)
        is_stopped = sign.state == STOPPED
        if not is_stopped and (does == WRITES or sign.state == AT_THE_DISK):
            self.still.begin_anew()
        at = self.heartbeat.all_shown, sign.computed if does == COMPILES else ""
        if self.still.look(at, between_looks) <= patience:
            return None
        return Late(self.pid, None if is_stopped else self.heartbeat.call)


class ForkedWorkers(Executor):
    """So many workers, which log through a handler."""

    def __init__(self, count: int, handler: logging.Handler) -> None:
        self._tasks: SimpleQueue[tuple[Future[Any], Any] | None] = SimpleQueue()
        self._is_over = False
        """No task is taken any more: a worker was lost, or all is done."""
        self._halt = shared(WHOLE)
        self._count, self._handler = count, handler
        self._workers: list[Forked] = []
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Fork the workers, before the run opens any file. Whoever calls this calls `close`, even if it fails."""
        shown, context = shared(REAL, self._count * FIELDS), get_context("fork")
        with signals_held(), catch_warnings():
            # Newer Pythons warn of any thread at a fork. Our threads only wait, for other workers and for Polars.
            filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
            for number in range(self._count):
                heartbeat = Heartbeat(shown, number * FIELDS)
                ours, theirs = socket.socketpair()
                process = context.Process(target=self._work, args=(theirs, ours, heartbeat))
                process.start()
                theirs.close()
                self._workers.append(Forked(process, ours, heartbeat))
        for each in self._workers:
            thread = threading.Thread(target=copy_context().run, args=(self._serve, each), daemon=True)
            thread.start()
            self._threads.append(thread)

    @property
    def processes(self) -> list[int]:
        """The numbers of all workers."""
        return [each.pid for each in self._workers]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self._is_over:
            raise BrokenExecutor
        future: Future[Any] = Future()
        self._tasks.put((future, (fn, args, kwargs)))
        return future

    def late(self, patience: float, between_looks: float) -> Late | None:
        """A worker of which nothing was heard for longer than this many seconds."""
        found = [each.late(patience, between_looks) for each in self._workers]
        return next(filter(None, found), None)

    def lost(self) -> tuple[int, Call | None] | None:
        """How a worker ended that nobody has told to: its exit code, negative for a signal, and what it played."""
        deadline = monotonic() + GRACE_SECONDS
        while monotonic() < deadline:
            for each in self._workers:
                if each.process.exitcode not in (None, 0):
                    return each.process.exitcode or 0, each.heartbeat.call
            sleep(TICK_SECONDS)
        return None

    def kill(self) -> None:
        """End all workers at once, and what they started."""
        kill_with_all_they_started(self.processes)
        for each in self._workers:
            each.hang_up(socket.SHUT_RDWR)

    def close(self, give_up: bool) -> None:
        """End the workers, when they have played what they play; `give_up`: as soon as they can. It may be called
        again."""
        self._is_over = True
        self._halt[0] = give_up
        self._drop(Future.cancel)
        left = started_by(self.processes)
        deadline = threading.Timer(GIVE_UP_SECONDS if give_up else GRACE_SECONDS, self.kill)
        deadline.start()  # even after the last game: a thread that a game left behind keeps its worker from ending
        for _ in self._workers:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()
        for each in self._workers:
            each.hang_up(socket.SHUT_RDWR)
            each.process.join()
        deadline.cancel()
        end(left)
        while self._workers:
            self._workers.pop().close()

    def _drop(self, how: Callable[[Future[Any]], object]) -> None:
        """Nobody will play what waits."""
        waiting = []
        with suppress(Empty):
            while True:
                waiting.append(self._tasks.get_nowait())
        for asked in waiting:
            if asked is None:
                self._tasks.put(None)  # it tells a thread to end
            else:
                how(asked[0])

    def _serve(self, each: Forked) -> None:
        """What a thread does for a worker: hand it one task after the other, and wait for each."""
        while (asked := self._tasks.get()) is not None:
            future, task = asked
            if future.set_running_or_notify_cancel():
                each.is_busy = True
                try:
                    future.set_result(_played(each.pipe, task))
                except (EOFError, ConnectionError):
                    self._lose(future)
                except BaseException as error:
                    future.set_exception(error)
                each.is_busy = False
        each.hang_up(socket.SHUT_WR)

    def _lose(self, future: Future[Any]) -> None:
        """A worker is gone; what waits will be played another time."""
        self._is_over = True
        future.set_exception(BrokenExecutor())
        self._drop(_break)

    def _work(self, theirs: socket.socket, ours: socket.socket, heartbeat: Heartbeat) -> None:
        """What a worker does from its start to its end. It ignores Ctrl-C, which the parent answers; SIGTERM ends it at
        once."""
        default_signals()
        adopt_orphans()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        ours.close()
        for other in self._workers:
            other.close()
        current_process().name = f"worker-{os.getpid()}"
        worker.halted, worker.heartbeat = self._halt, heartbeat
        worker.keep_memory()
        threading.Thread(target=_die_with_parent, daemon=True).start()
        with Connection(theirs.detach()) as pipe:
            speak_through(self._handler)
            with suppress(EOFError, ConnectionError):
                while True:
                    pipe.send_bytes(_answer(pipe.recv_bytes()))


def _break(future: Future[Any]) -> None:
    if future.set_running_or_notify_cancel():
        future.set_exception(BrokenExecutor())


def _played(pipe: Connection, task: Any) -> Any:
    """What a worker makes of a task. An error of a game may be one that cannot be sent."""
    pipe.send_bytes(ForkingPickler.dumps(task))
    result, error, trace = ForkingPickler.loads(pipe.recv_bytes())
    if error is not None:
        error.__cause__ = InWorker(trace)
        raise error
    return result


def _answer(asked: bytes) -> Any:
    """The result of a task, or its error with the traceback, as they are sent."""
    try:
        play, args, kwargs = ForkingPickler.loads(asked)
        return ForkingPickler.dumps((play(*args, **kwargs), None, ""))
    except BaseException as raised:  # a game may raise what no program should
        error = raised
    trace = "".join(format_exception(error))
    try:
        return ForkingPickler.dumps((None, error, trace))
    except Exception as unsaid:
        return ForkingPickler.dumps((None, unsaid, trace))


def _die_with_parent() -> None:
    """End when the parent is killed. A worker that plays may be unable to; for that there is `ended_with_us`."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
