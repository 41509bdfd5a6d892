"""The queue of jobs: one at a time, the newest first. Everything here runs in the server's loop and never waits; what
must wait for the worker does so in a thread."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from secrets import token_urlsafe

from engine.errors import BadInput, Text, first_line, message
from engine.language.current import said, speaking
from sim.studio.jobs.job import CANCELLED, FAILED, LAST_KINDS, REFUSED, Event, Job, Workplace, failed, nobody_waits
from sim.studio.jobs.worker import NO_TICKET
from sim.studio.jobs.worker_process import WorkerProcess

MOST_WAITING, MOST_OVER, MOST_LISTENERS = 32, 64, 16
"""Jobs in the queue; jobs that are over and can still be read; who may listen to one job."""
SECONDS_TO_STOP = 3.0
"""A worker that was asked to stop and still runs after this long is killed."""
SECONDS_TO_COME = 10.0
"""Within which somebody must listen to a job that needs it."""
MOST_FAILED_STARTS = 3


@dataclass(eq=False)
class Asked:
    """A job and what it has told."""

    ticket: str
    job: Job
    events: list[Event] = field(default_factory=list)
    listeners: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the next event comes; then there is a new one."""
    is_unwanted: bool = False

    @property
    def is_over(self) -> bool:
        return bool(self.events) and self.events[-1]["kind"] in LAST_KINDS

    def add(self, event: Event) -> None:
        self.events.append(event)
        self.news.set()
        self.news = asyncio.Event()


def _did_not_stop() -> Event:
    line = said(
        "it did not stop within {seconds} s, so its process was ended and a new one started",
        seconds=f"{SECONDS_TO_STOP:g}",
    )
    return {"kind": CANCELLED, "line": line}


class Jobs:
    """The jobs of one studio."""

    def __init__(self, place: Workplace, prepare: Callable[[str], None]) -> None:
        self._place, self._prepare = place, prepare
        self._asked: dict[str, Asked] = {}
        self._waiting: list[Asked] = []
        self._running: Asked | None = None
        self._worker: WorkerProcess | None = None
        self._number = 0
        """Of the worker, as others have been before: what an old one says is not heard."""
        self._failed_starts = 0
        self._is_ready = self._is_closed = False
        self._broken: Text = ""
        """Why no worker can be had, in one line."""
        self._thread = ThreadPoolExecutor(1, "fatecast-jobs")
        """Starts the worker, speaks to it and ends it, in this order."""
        self._numbers = count(1)
        self.log: Callable[[str, str], object] = lambda what, why: None
        """Told what was refused, and why."""

    def start(self) -> None:
        """Start the worker, from within the loop. It loads the game while the first page is read."""
        self._loop = asyncio.get_running_loop()
        self._start_worker()

    def close(self) -> None:
        """End everything, and wait until no process is left. It may be called again."""
        if self._is_closed:
            return
        self._is_closed = True
        for asked in list(self._asked.values()):
            self._finish(asked, lambda: {"kind": CANCELLED, "line": said("the studio was closed")})
        self._number += 1
        self._hang_up()
        self._thread.submit(self._end_worker).result()
        self._thread.shutdown()

    def submit(self, job: Job) -> str:
        """Queue a job, in the place of an older one of the same page. The ticket is what `events` takes."""
        if self._is_closed or len(self._waiting) >= MOST_WAITING:
            raise BadInput(message("too much is waiting already; try again in a moment"))
        for other in [asked for asked in self._asked.values() if job.page and asked.job.page == job.page]:
            self._stop(other)
        asked = Asked(f"{next(self._numbers)}-{token_urlsafe(8)}", job)
        self._asked[asked.ticket] = asked
        self._waiting.append(asked)
        if job.needs_listener:
            self._loop.call_later(SECONDS_TO_COME, self._stop_unheard, asked)
        self._next()
        return asked.ticket

    def cancel(self, ticket: str) -> None:
        """Nobody wants a job any more."""
        if ticket in self._asked:
            self._stop(self._asked[ticket])

    async def events(self, ticket: str) -> AsyncGenerator[Event, None]:
        """All that a job has told and will tell; the last event says how it ended. Whoever stops listening last stops a
        job that needs a listener."""
        asked = self._asked.get(ticket)
        if asked is None or asked.listeners >= MOST_LISTENERS:
            raise BadInput(message("no such job, or too many listen to it"), source="ticket")
        asked.listeners += 1
        try:
            at = 0
            while True:
                news = asked.news
                for event in asked.events[at:]:
                    yield event
                    at += 1
                if asked.is_over and at == len(asked.events):
                    return
                if at == len(asked.events):
                    await news.wait()
        finally:
            asked.listeners -= 1
            self._stop_unheard(asked)

    def knows(self, ticket: str) -> bool:
        """Whether there is such a job, also one that is over."""
        return ticket in self._asked

    def failure(self, ticket: str) -> str:
        """Why a job has failed, in one line; empty if it has not."""
        last = self._asked[ticket].events[-1:] if ticket in self._asked else []
        return str(last[0]["line"]) if last and last[0]["kind"] == FAILED else ""

    def is_going_on(self, ticket: str) -> bool:
        """Whether a job waits or runs."""
        return ticket in self._asked and not self._asked[ticket].is_over

    @property
    def pid(self) -> int:
        """The worker's process; 0 if there is none at the moment."""
        return self._worker.pid if self._worker else 0

    def _stop_unheard(self, asked: Asked) -> None:
        if asked.job.needs_listener and not asked.listeners:
            self._stop(asked)

    def _stop(self, asked: Asked) -> None:
        if asked.is_over or asked.is_unwanted:
            return
        if asked is not self._running:
            self._finish(asked, nobody_waits)
            return
        asked.is_unwanted = True
        self._speak(asked.ticket, None)
        self._loop.call_later(SECONDS_TO_STOP, self._kill_if_running, asked)

    def _kill_if_running(self, asked: Asked) -> None:
        if asked is self._running and not self._is_closed:
            self._restart(_did_not_stop)

    def _restart(self, last: Callable[[], Event]) -> None:
        """End the worker that there is, or its remains, and start another; the running job ends with this event."""
        running, self._running = self._running, None
        self._number += 1
        self._is_ready = False
        self._hang_up()
        self._thread.submit(self._end_worker)
        self._start_worker()
        if running is not None:
            self._finish(running, last)

    def _start_worker(self) -> None:
        number = self._number

        def hear(ticket: str, event: Event) -> None:
            self._in_loop(self._hear, number, ticket, event)

        def ended(how: Text) -> None:
            self._in_loop(self._lost, number, how)

        def start() -> None:
            self._worker = WorkerProcess(self._place, self._prepare, hear, ended)

        self._thread.submit(start).add_done_callback(partial(self._after_start, number))

    def _after_start(self, number: int, started: Future[None]) -> None:
        error = started.exception()
        if error is not None:
            self._in_loop(self._lost, number, first_line(error))

    def _in_loop(self, called: Callable[..., None], *arguments: object) -> None:
        """Let the loop call it. A loop that is closed has nobody left to hear how the worker ended."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(called, *arguments)

    def _hang_up(self) -> None:
        """Whatever the thread sends to the worker, it need not wait for that any more."""
        if self._worker is not None:
            self._worker.hang_up()

    def _end_worker(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _speak(self, ticket: str, job: Job | None) -> None:
        def send() -> None:
            if self._worker is not None:
                self._worker.send(ticket, job)

        self._thread.submit(send)

    def _hear(self, number: int, ticket: str, event: Event) -> None:
        if number != self._number:
            return
        if ticket == NO_TICKET:
            if event["kind"] == REFUSED:
                self.log(event["what"], event["why"])
                return
            if event["kind"] == FAILED:
                self._give_up(event["line"])
                return
            self._is_ready, self._failed_starts = True, 0
        elif self._running is not None and ticket == self._running.ticket:
            running = self._running
            if event["kind"] in LAST_KINDS:
                self._running = None
                self._finish(running, lambda: event)
            elif not running.is_unwanted:
                running.add(event)
        self._next()

    def _lost(self, number: int, how: Text) -> None:
        """The worker has ended by itself."""
        if number != self._number or self._is_closed:
            return
        if not self._is_ready:
            self._failed_starts += 1
            if self._failed_starts >= MOST_FAILED_STARTS:
                self._give_up(message("the worker process ends before it is ready ({how})", how=how))
                return
        self._restart(lambda: failed(message("the worker process died ({how}); a new one was started", how=how)))

    def _give_up(self, line: Text) -> None:
        self._broken = line
        self._next()

    def _next(self) -> None:
        """Give the newest job to a worker that has nothing to do."""
        if self._broken:
            for asked in [*self._waiting, *([self._running] if self._running else [])]:
                self._finish(asked, lambda: failed(self._broken))
            self._running = None
        elif self._waiting and self._running is None and self._is_ready:
            self._running = self._waiting.pop()
            self._speak(self._running.ticket, self._running.job)

    def _finish(self, asked: Asked, last: Callable[[], Event]) -> None:
        """`last` makes the last event, in the language of whoever asked."""
        if asked.is_over:
            return
        if asked in self._waiting:
            self._waiting.remove(asked)
        with speaking(asked.job.language):
            asked.add(last())
        over = [ticket for ticket, each in self._asked.items() if each.is_over and not each.listeners]
        for ticket in over[: max(0, len(over) - MOST_OVER)]:
            del self._asked[ticket]
