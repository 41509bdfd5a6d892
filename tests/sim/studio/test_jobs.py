"""The queue and the worker: what is new comes first, what nobody waits for stops, and no process is left."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractContextManager
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput
from engine.kernel.orphans import ended_with_us
from sim.studio.jobs import jobs as queue
from sim.studio.jobs import worker_process
from sim.studio.jobs.job import Job, Workplace
from sim.studio.jobs.jobs import Jobs
from tests.support import studio_jobs
from tests.support.studio_jobs import die, fail, hang, nothing, speak, speak_of_numbers, wait

Scene = Callable[[Jobs], Awaitable[None]]


def with_jobs(scene: Scene, folder: Path = Path(), game: str = "pig") -> None:
    async def whole() -> None:
        jobs = Jobs(Workplace(folder.resolve(), game), nothing)
        jobs.start()
        try:
            await asyncio.wait_for(scene(jobs), 60)
        finally:
            jobs.close()
            jobs.close()

    asyncio.run(whole())


async def heard(jobs: Jobs, ticket: str) -> list[dict[str, Any]]:
    return [event async for event in jobs.events(ticket)]


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in events]


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


async def gone(*pids: int, seconds: float = 10) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if not any(map(is_alive, pids)):
            return True
        await asyncio.sleep(0.05)
    return False


def test_a_job_tells_what_it_finds_and_how_it_ended() -> None:
    async def scene(jobs: Jobs) -> None:
        ticket = jobs.submit(Job(speak, ["one", "two"]))
        first = await heard(jobs, ticket)
        assert [event.get("word") for event in first] == ["one", "two", None]
        assert kinds(first)[-1] == "done"
        assert await heard(jobs, ticket) == first, "whoever comes later hears the same"
        [failed] = await heard(jobs, jobs.submit(Job(fail, "no luck")))
        assert failed == {"kind": "failed", "line": "RuntimeError: no luck"}, "one line, and no traceback"
        with pytest.raises(BadInput):
            await heard(jobs, "another")

    with_jobs(scene)


def test_what_a_job_refuses_is_a_line_of_the_log() -> None:
    async def scene(jobs: Jobs) -> None:
        told: list[tuple[str, str]] = []
        jobs.log = lambda what, why: told.append((what, why))
        for language in ("en", "es"):
            [_, failed] = await heard(jobs, jobs.submit(Job(speak_of_numbers, 0.5, language=language)))
        assert failed["line"] == "x: se esperaba al menos un cambio"
        assert told == [("a job", "x: expected at least one change")] * 2, "in English, as all of the log"

    with_jobs(scene)


def test_a_job_that_nobody_listens_to_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "SECONDS_TO_COME", 0.2)

    async def scene(jobs: Jobs) -> None:
        left = jobs.submit(Job(wait, 30.0))
        events = jobs.events(left)
        await anext(events)
        stays = jobs.submit(Job(speak, ["kept"], needs_listener=False))
        await events.aclose()
        assert kinds(await heard(jobs, left))[-1] == "cancelled"
        await asyncio.sleep(0.3)
        assert kinds(await heard(jobs, stays)) == ["word", "done"], "a run goes on by itself"
        unheard = jobs.submit(Job(wait, 30.0))
        await asyncio.sleep(0.6)
        assert kinds(await heard(jobs, unheard))[-1] == "cancelled"

    with_jobs(scene)


def test_a_worker_that_does_not_stop_is_ended_with_its_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "SECONDS_TO_STOP", 0.3)

    async def scene(jobs: Jobs) -> None:
        ticket = jobs.submit(Job(hang, 100.0))
        events = jobs.events(ticket)
        child = await anext(events)
        assert is_alive(child["pid"])
        jobs.cancel(ticket)
        last = [event async for event in events][-1]
        assert last["kind"] == "cancelled"
        assert "did not stop" in last["line"]
        assert await gone(child["pid"], child["own"])
        assert kinds(await heard(jobs, jobs.submit(Job(speak, ["again"])))) == ["word", "done"]

    with_jobs(scene)


def test_a_worker_that_dies_says_so_and_is_replaced() -> None:
    async def scene(jobs: Jobs) -> None:
        [last] = await heard(jobs, jobs.submit(Job(die, 7)))
        assert last == {"kind": "failed", "line": "the worker process died (exit code 7); a new one was started"}
        assert kinds(await heard(jobs, jobs.submit(Job(speak, ["again"])))) == ["word", "done"]

    with_jobs(scene)


LARGE = ["x" * (1 << 20)]
"""More than a pipe holds."""


async def stopped_with_a_large_job(jobs: Jobs) -> str:
    """A worker that stands still while it is sent a job; the ticket of the job."""
    assert kinds(await heard(jobs, jobs.submit(Job(speak, [])))) == ["done"]
    os.kill(jobs.pid, signal.SIGSTOP)
    ticket = jobs.submit(Job(speak, LARGE))
    await asyncio.sleep(0.2)
    return ticket


def test_a_worker_that_does_not_read_a_large_job_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "SECONDS_TO_STOP", 0.2)

    async def scene(jobs: Jobs) -> None:
        ticket = await stopped_with_a_large_job(jobs)
        jobs.cancel(ticket)
        [last] = await heard(jobs, ticket)
        assert "did not stop" in last["line"]
        assert kinds(await heard(jobs, jobs.submit(Job(speak, LARGE)))) == ["word", "done"], "another one reads it"

    with_jobs(scene)


def test_a_worker_that_dies_while_it_is_sent_a_large_job_is_replaced() -> None:
    async def scene(jobs: Jobs) -> None:
        ticket = await stopped_with_a_large_job(jobs)
        os.kill(jobs.pid, signal.SIGKILL)
        [last] = await heard(jobs, ticket)
        assert last["kind"] == "failed"
        assert kinds(await heard(jobs, jobs.submit(Job(speak, LARGE)))) == ["word", "done"]

    with_jobs(scene)


def test_workers_that_start_at_once_share_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fork that watches one worker would hold the other's end of its line open: its death would not be heard."""
    seen: list[str] = []
    start, watched = SpawnProcess.start, ended_with_us

    def slowly(process: SpawnProcess) -> None:
        seen.append("starts")
        time.sleep(0.3)
        start(process)

    def watching(processes: Callable[[], Iterable[int]]) -> AbstractContextManager[None]:
        seen.append("forks")
        return watched(processes)

    monkeypatch.setattr(SpawnProcess, "start", slowly)
    monkeypatch.setattr(worker_process, "ended_with_us", watching)

    async def scene(jobs: Jobs) -> None:
        other = Jobs(Workplace(Path().resolve(), "pig"), nothing)
        other.start()
        try:
            for each in (jobs, other):
                assert kinds(await heard(each, each.submit(Job(speak, ["here"])))) == ["word", "done"]
        finally:
            other.close()

    with_jobs(scene)
    assert seen == ["starts", "forks"] * 2


def test_closing_ends_a_worker_that_does_not_read() -> None:
    async def scene(jobs: Jobs) -> None:
        await stopped_with_a_large_job(jobs)
        pid, began = jobs.pid, time.monotonic()
        jobs.close()
        assert time.monotonic() - began < 5
        assert await gone(pid)

    with_jobs(scene)


def test_closing_leaves_no_process_and_ends_what_runs() -> None:
    pids: list[int] = []

    async def scene(jobs: Jobs) -> None:
        ticket = jobs.submit(Job(hang, 100.0))
        child = await anext(jobs.events(ticket))
        pids.extend((child["pid"], child["own"], jobs.pid))
        jobs.close()
        with pytest.raises(BadInput):
            jobs.submit(Job(speak, ["late"]))
        assert await gone(*pids)

    with_jobs(scene)
    assert pids[1] == pids[2]


def test_a_game_that_cannot_be_loaded_is_said_for_every_job(tmp_path: Path) -> None:
    async def scene(jobs: Jobs) -> None:
        for _ in range(2):
            [last] = await heard(jobs, jobs.submit(Job(speak, ["never"])))
            assert last["kind"] == "failed"
            assert "missing.py" in last["line"]

    with_jobs(scene, tmp_path, "./missing.py")


SERVER = """
import asyncio, sys
from pathlib import Path
from sim.studio.jobs.job import Job, Workplace
from sim.studio.jobs.jobs import Jobs
from tests.support.studio_jobs import hang, nothing

async def whole():
    jobs = Jobs(Workplace(Path().resolve(), "pig"), nothing)
    jobs.start()
    async for event in jobs.events(jobs.submit(Job(hang, 100.0))):
        print(event["pid"], event["own"], flush=True)

if __name__ == "__main__":
    asyncio.run(whole())
"""


def test_a_server_that_is_killed_leaves_no_process(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    root = str(Path(studio_jobs.__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": root}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        pids = [int(word) for word in server.stdout.readline().split()]
        assert all(map(is_alive, pids))
        server.send_signal(signal.SIGKILL)
        assert asyncio.run(gone(*pids))
    assert len(pids) == 2
