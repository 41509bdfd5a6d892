"""The queue and the pipe to the worker, in any order of what pages ask and what becomes of the worker: one job at a
time, the newest first; each ends once; what nobody waits for stops; a worker that dies is replaced."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as played

from engine.errors import BadInput, Text
from sim.studio.jobs import jobs as queue
from sim.studio.jobs.job import CANCELLED, DONE, FAILED, Event, Job, Workplace
from sim.studio.jobs.jobs import MOST_WAITING, SECONDS_TO_STOP, Jobs
from sim.studio.jobs.worker import NO_TICKET, READY
from tests.support.studio_jobs import nothing, speak


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time passes when told to."""

    now = 0.0

    def time(self) -> float:
        return self.now


class Worker:
    """In place of the process: says what the test lets it say."""

    begun: list["Worker"]
    pid = 1

    def __init__(
        self, place: Workplace, prepare: object, hear: Callable[[str, Event], None], ended: Callable[[Text], None]
    ) -> None:
        self.hear, self.ended = hear, ended
        self.heard: list[tuple[str, bool]] = []
        """Tickets, and whether they came with a job or because nobody wants it any more."""
        self.is_closed = False
        self.begun.append(self)

    def send(self, ticket: str, job: Job | None) -> None:
        assert not self.is_closed
        self.heard.append((ticket, job is not None))

    def hang_up(self) -> None:
        """Nobody waits here for what is sent."""

    def close(self) -> None:
        self.is_closed = True


class Pages(RuleBasedStateMachine):
    """Pages that ask, a worker that answers or does not, and what should become of each job."""

    @initialize()
    def begin(self) -> None:
        Worker.begun = []
        self.loop = Clock()
        self.jobs = Jobs(Workplace(Path().resolve(), "pig"), nothing)
        self.expected: dict[str, list[str]] = {}
        """The words and the last kind of each job."""
        self.pages: dict[str, str] = {}
        self.waiting: list[str] = []
        self.running = ""
        self.is_ready = self.is_unwanted = False
        self.stopped_at = 0.0
        self.in_loop(self.jobs.start)

    def in_loop(self, call: Callable[[], Any]) -> Any:
        """Call it in the loop, and let the queue and its thread do what follows from that."""

        async def called() -> Any:
            found = call()
            for _ in range(3):
                await self.loop.run_in_executor(self.jobs._thread, lambda: None)
                await asyncio.sleep(0)
            return found

        return self.loop.run_until_complete(called())

    @property
    def worker(self) -> Worker:
        return Worker.begun[-1]

    def ends(self, ticket: str, kind: str) -> None:
        self.expected[ticket].append(kind)
        if ticket == self.running:
            self.running, self.is_unwanted = "", False
        else:
            self.waiting.remove(ticket)

    def goes_on(self) -> None:
        """The newest job that waits is the next one."""
        if self.is_ready and not self.running and self.waiting:
            self.running = self.waiting.pop()

    def is_given_up(self, ticket: str) -> None:
        if ticket == self.running and not self.is_unwanted:
            self.is_unwanted, self.stopped_at = True, self.loop.now
        elif ticket in self.waiting:
            self.ends(ticket, CANCELLED)

    @rule(page=st.sampled_from(["", "a", "b", "c"]))
    def is_asked(self, page: str) -> None:
        job = Job(speak, ["x"], page=page, needs_listener=False)
        if len(self.waiting) >= MOST_WAITING:
            with pytest.raises(BadInput, match="too much"):
                self.in_loop(lambda: self.jobs.submit(job))
            return
        for ticket in [each for each, of in self.pages.items() if page and of == page]:
            self.is_given_up(ticket)
        ticket = self.in_loop(lambda: self.jobs.submit(job))
        self.pages[ticket], self.expected[ticket] = page, []
        self.waiting.append(ticket)
        self.goes_on()

    @precondition(lambda self: self.expected)
    @rule(data=st.data())
    def is_stopped(self, data: st.DataObject) -> None:
        ticket = data.draw(st.sampled_from([*self.expected]))
        self.in_loop(lambda: self.jobs.cancel(ticket))
        self.is_given_up(ticket)

    @precondition(lambda self: not self.is_ready)
    @rule()
    def worker_is_ready(self) -> None:
        self.in_loop(lambda: self.worker.hear(NO_TICKET, {"kind": READY}))
        self.is_ready = True
        self.goes_on()

    @precondition(lambda self: self.running)
    @rule(kind=st.sampled_from(["word", DONE, FAILED]))
    def worker_says(self, kind: str) -> None:
        ticket = self.running
        self.in_loop(lambda: self.worker.hear(ticket, {"kind": kind}))
        if kind != "word":
            self.ends(ticket, kind)
            self.goes_on()
        elif not self.is_unwanted:
            self.expected[ticket].append(kind)

    @precondition(lambda self: len(Worker.begun) > 1)
    @rule(kind=st.sampled_from(["word", DONE]))
    def an_old_worker_says(self, kind: str) -> None:
        """Too late: nobody hears it."""
        old = Worker.begun[-2]
        self.in_loop(lambda: old.hear(self.running or "1", {"kind": kind}))
        self.in_loop(lambda: old.ended("too late"))

    @precondition(lambda self: self.is_ready)
    @rule()
    def worker_dies(self) -> None:
        old = self.worker
        self.in_loop(lambda: old.ended("signal 9"))
        assert old.is_closed
        if self.running:
            self.ends(self.running, FAILED)
        self.is_ready = False

    @precondition(lambda self: self.is_unwanted)
    @rule(seconds=st.sampled_from([SECONDS_TO_STOP / 2, SECONDS_TO_STOP]))
    def time_passes(self, seconds: float) -> None:
        old = self.worker
        self.loop.now += seconds
        self.in_loop(lambda: None)
        if self.loop.now - self.stopped_at >= SECONDS_TO_STOP:
            assert old.is_closed, "it did not stop"
            self.ends(self.running, CANCELLED)
            self.is_ready = False

    @invariant()
    def worker_has_what_is_expected(self) -> None:
        if not hasattr(self, "running"):
            return
        assert sum(not each.is_closed for each in Worker.begun) == 1
        jobs = [ticket for ticket, is_job in self.worker.heard if is_job]
        assert jobs[-1:] == [self.running] or not self.running
        assert not self.is_unwanted or (self.running, False) in self.worker.heard, "it was told"
        for ticket, told in self.expected.items():
            is_over = told[-1:] != [] and told[-1] != "word"
            assert self.jobs.is_going_on(ticket) is not is_over

    def teardown(self) -> None:
        if not hasattr(self, "running"):
            return
        for ticket in (*self.waiting, *([self.running] if self.running else [])):
            self.expected[ticket].append(CANCELLED)

        async def heard(ticket: str) -> list[str]:
            self.jobs.close()
            return [event["kind"] async for event in self.jobs.events(ticket)]

        try:
            for ticket, told in self.expected.items():
                assert self.loop.run_until_complete(heard(ticket)) == told
        finally:
            self.jobs.close()
            self.loop.close()
        assert all(each.is_closed for each in Worker.begun)


@pytest.mark.parametrize("examples", [12, pytest.param(60, marks=pytest.mark.full)])
def test_jobs_of_pages_on_a_worker_that_may_die(examples: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "WorkerProcess", Worker)
    played(
        Pages, settings=settings(max_examples=examples, stateful_step_count=25, deadline=None, phases=[Phase.generate])
    )


def test_the_newest_job_is_next_and_an_old_worker_is_not_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """A way through the machine that is gone every time."""
    monkeypatch.setattr(queue, "WorkerProcess", Worker)
    pages = Pages()
    pages.begin()
    pages.worker_is_ready()
    pages.is_asked(page="")
    pages.worker_dies()
    for page in ("a", "b", "c"):
        pages.is_asked(page=page)
    pages.worker_is_ready()
    pages.worker_has_what_is_expected()
    pages.an_old_worker_says(kind=DONE)
    pages.worker_has_what_is_expected()
    pages.worker_says(kind=DONE)
    pages.worker_has_what_is_expected()
    pages.teardown()
