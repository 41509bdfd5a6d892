"""Whoever has no cookie cannot keep out her who has it."""

import json
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from sim.compare.versions.history import PLACE, Step, add_step, read_history
from sim.studio.doors import bodies, connections, long_requests
from sim.studio.workbench.remembered import history_data
from tests.support.studio import Probe, Served, served

ENTER = "POST /enter HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n"

STEP = Step(
    id="0",
    time="2026-11-18T12:00:00+00:00",
    game="shipwreck",
    content="base",
    changes={"cards.the-deep.moons": 2},
    pinned={},
    words=["The Deep: 3 moons → 2 moons"],
    command="fatecast try cards.the-deep.moons=2 --games 128 --seed 1",
    sentences=["win rate: unclear"],
    verdict="unclear",
    games=128,
)


def half_sent(studio: Served, size: int = 100) -> bytes:
    return f"{ENTER.format(host=studio.host)}Content-Length: {size}\r\n\r\n{{".encode()


def test_requests_that_are_sent_by_halves_keep_nobody_out(folder: Path, probe: Probe) -> None:
    with served(folder) as studio, ExitStack() as kept:
        for number in range(200):
            kept.enter_context(studio.raw(half_sent(studio)))
            if number % 20 == 0:
                assert studio.ask("GET", "/probe").status == 200
        for _ in range(30):
            assert studio.ask("GET", "/probe").status == 200


def test_whoever_has_the_cookie_keeps_the_connection(
    folder: Path, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 10)
    with served(folder) as studio, ExitStack() as kept:
        stream = f"GET /probe/events/1 HTTP/1.1\r\nHost: {studio.host}\r\nCookie: {studio.cookie}\r\n\r\n".encode()
        ours = [kept.enter_context(studio.raw(stream)) for _ in range(5)]
        assert all(each.recv(1_000).startswith(b"HTTP/1.1 200 ") for each in ours)
        for _ in range(30):
            kept.enter_context(studio.raw(half_sent(studio)))
        assert studio.ask("GET", "/probe").status == 200
        for each in ours:
            each.settimeout(0.05)
            with suppress(TimeoutError):
                assert each.recv(1_000) != b"", "closed"


def test_who_asks_to_come_in_says_so_at_once_and_in_short(
    studio: Served, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    with studio.raw(half_sent(studio, bodies.MOST_TO_ENTER + 1)) as connection:
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")
    monkeypatch.setattr(bodies, "PATIENCE_TO_ENTER", 0.2)
    began = time.monotonic()
    with studio.raw(half_sent(studio)) as connection:
        assert connection.recv(100).startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - began < bodies.PATIENCE
    assert len(json.dumps({"token": studio.token})) < bodies.MOST_TO_ENTER / 2


@pytest.mark.parametrize(("size", "status"), [(0, 200), (14_000, 200), (16_384, 431), (40_000, 431)])
def test_headers_are_short_also_if_they_come_at_once(size: int, status: int, studio: Served, probe: Probe) -> None:
    answer = studio.ask("GET", "/probe", headers={"X-Long": "a" * size})
    assert answer.status == status
    if status == 431:
        assert answer.body == f"the headers have more than {long_requests.MOST_BYTES:,} bytes\n".encode()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_history_with_a_number_that_is_none_is_skipped(
    number: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    add_step(STEP)
    line = Path(PLACE).read_text()
    step = json.loads(line)
    changed = json.dumps({**step, "changes": {"goal": 12345.5}}).replace("12345.5", number)
    Path(PLACE).write_text(line + changed + "\n" + changed.replace(number, "1e300") + "\n")
    assert [each.number for each in read_history().steps] == [1, 3]
    json.dumps(history_data(Path()), allow_nan=False)
    assert read_history().notes == [f"{PLACE}, line 2: cannot be read, and is skipped"]
