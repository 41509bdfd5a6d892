"""A worker of the studio in a thread of this process: what a test changes here is changed there."""

from collections.abc import Callable
from json import dumps, loads
from queue import SimpleQueue
from threading import Thread
from typing import Any, cast

from sim.studio.jobs.job import Event, Job, Workplace
from sim.studio.jobs.worker import NO_TICKET, READY, Wanted, do_jobs


class Pipe:
    """Never ends."""

    def __init__(self) -> None:
        self._told: SimpleQueue[tuple[str, Job | None]] = SimpleQueue()
        self.send, self.recv = self._told.put, self._told.get


class WorkerThread:
    """In place of the worker's process."""

    pid = 0

    def __init__(
        self,
        place: Workplace,
        prepare: Callable[[str], None],
        hear: Callable[[str, Event], None],
        ended: Callable[[str], None],
    ) -> None:
        self._pipe, self._wanted = Pipe(), Wanted()

        def send(ticket: str, event: Event) -> None:
            hear(ticket, loads(dumps(event, allow_nan=False)))

        def work() -> None:
            send(NO_TICKET, {"kind": READY})
            do_jobs(place.game, self._wanted, send)

        for target in (work, lambda: self._wanted.listen(cast(Any, self._pipe))):
            Thread(target=target, daemon=True).start()

    def send(self, ticket: str, job: Job | None) -> None:
        """A job, or that nobody wants it any more."""
        self._pipe.send((ticket, job))

    def hang_up(self) -> None:
        """Nobody waits here for what is sent."""

    def close(self) -> None:
        """It has nothing more to do."""
        self._wanted.jobs.put(None)
