"""The worker as the server sees it: started, spoken with through a pipe, and ended with all that it started."""

import os
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from json import loads
from multiprocessing import get_context, resource_tracker
from threading import Lock, Thread

from engine.errors import Text
from engine.kernel.orphans import ENDS, ended_with_us, how_ended, kill_with_all_they_started
from sim.studio.jobs.job import Event, Job, Workplace
from sim.studio.jobs.worker import work

SECONDS_TO_END = 3.0
STARTING = Lock()
"""One worker starts at a time: the fork that watches one would keep the ends of another open that were not closed yet,
so that its death would not be heard."""


class WorkerProcess:
    """Its methods wait for the system, so none of them but `hang_up` is called by the thread that answers requests."""

    def __init__(
        self,
        place: Workplace,
        prepare: Callable[[str], None],
        hear: Callable[[str, Event], None],
        ended: Callable[[Text], None],
    ) -> None:
        self._hear, self._ended = hear, ended
        self._stack = ExitStack()
        with STARTING:
            self._start(place, prepare)
        Thread(target=self._listen, daemon=True).start()

    def _start(self, place: Workplace, prepare: Callable[[str], None]) -> None:
        context = get_context("spawn")
        self._pipe, its_end = context.Pipe()
        self._line = socket.socket(fileno=os.dup(self._pipe.fileno()))
        """The same; it can be ended while somebody waits at it."""
        # Not daemonic: a daemon may start no processes, and games may be played by several.
        self._process = context.Process(target=work, args=(its_end, place, prepare), name="fatecast-worker")
        # The first process that is spawned starts Python's tracker, after which no signal is blocked any more.
        resource_tracker.ensure_running()
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the worker ignores it by itself
        try:
            self._process.start()
            its_end.close()
            signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)  # until the fork that watches it does so, too
            self._stack.enter_context(ended_with_us(lambda: [self.pid]))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def send(self, ticket: str, job: Job | None) -> None:
        """A job; None: nobody wants it any more. A worker that is gone has told so."""
        try:
            self._pipe.send((ticket, job))
        except OSError:
            return

    def hang_up(self) -> None:
        """End the line: whoever sends what the worker does not read goes on. It may be called at any time."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    def kill(self) -> None:
        """End it, and all that it started, at once."""
        kill_with_all_they_started([self.pid])
        self._process.join(SECONDS_TO_END)

    def close(self) -> None:
        """End it; it has nothing to keep."""
        self.kill()
        self._stack.close()
        self._line.close()
        self._pipe.close()

    def _listen(self) -> None:
        while True:
            try:
                ticket, event = loads(self._pipe.recv_bytes())
            except (EOFError, OSError):
                break
            self._hear(ticket, event)
        self._process.join(SECONDS_TO_END)
        self._ended(how_ended(self._process.exitcode or 0))
