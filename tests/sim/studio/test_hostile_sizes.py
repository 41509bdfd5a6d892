"""Requests that are too long, too many or never end: the server says so in one line, and goes on."""

import time
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import create_connection

import pytest

from sim.studio import server
from sim.studio.doors import around, bodies, connections, refusals, streams
from sim.studio.doors.refusals import Refusals
from tests.support.studio import Lines, Probe, Served, served

GIGABYTE = 1_000_000_000
CHANGE = "POST /probe/change HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\n"
JSON = "Content-Type: application/json\r\n"


def head(studio: Served, *more: str) -> bytes:
    """The headers of a change, ready to be followed by its body."""
    lines = CHANGE.format(host=studio.host, cookie=studio.cookie) + JSON + "".join(f"{line}\r\n" for line in more)
    return f"{lines}\r\n".encode()


def one_line(studio: Served) -> str:
    """The only line about it. A line may come a moment after the answer."""
    for _ in range(200):
        if lines := studio.lines():
            [line] = lines
            return line
        time.sleep(0.01)
    raise AssertionError("nothing was logged")


def test_a_body_of_a_gigabyte_is_refused_before_it_comes(studio: Served, probe: Probe) -> None:
    studio.lines()
    with studio.raw(head(studio, f"Content-Length: {GIGABYTE}")) as connection:
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")
    assert one_line(studio) == "studio: refused POST /probe/change: the body has more than 1,000,000 bytes"
    assert probe.changes == []


def test_a_body_that_never_ends_is_not_read_further(studio: Served, probe: Probe) -> None:
    studio.lines()
    chunk, sent, answer = b"10000\r\n" + b"7" * 0x10000 + b"\r\n", 0, b""
    with studio.raw(head(studio, "Transfer-Encoding: chunked")) as connection:
        with suppress(ConnectionError):
            while sent < GIGABYTE:
                connection.sendall(chunk)
                sent += len(chunk)
        with suppress(ConnectionError):
            answer = connection.recv(100)
    assert sent < 20_000_000, "what the system keeps on the way, and no more"
    assert answer[:13] in (b"", b"HTTP/1.1 413 ")
    assert one_line(studio) == "studio: refused POST /probe/change: the body has more than 1,000,000 bytes"
    assert probe.changes == []


def test_a_body_of_a_megabyte_comes_through(studio: Served, probe: Probe) -> None:
    assert studio.ask("POST", "/probe/change", {"text": "7" * 900_000}).status == 200
    probe.changes.clear()


def test_without_the_door_a_long_body_comes_through(
    folder: Path, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(around, "Bodies", lambda app, *_: app)
    with served(folder) as open_studio:
        assert open_studio.ask("POST", "/probe/change", {"text": "7" * 2_000_000}).status == 200
    probe.changes.clear()


def test_a_body_that_does_not_come_is_not_waited_for(
    studio: Served, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.2)
    studio.lines()
    with studio.raw(head(studio, "Content-Length: 10")) as connection:
        assert connection.recv(100).startswith(b"HTTP/1.1 408 ")
    assert one_line(studio).endswith("the body did not come in time")
    assert probe.changes == []


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 500_000,
        b'{"a":' * 150_000,
        b"{",
        b"\xff\xfe",
        b"",
        b'"text"',
        b"[1]",
        b'{"a": ' + b"9" * 9_000 + b"}",
        b'{"a": NaN}',
        b'{"a": "\\ud800"}',
    ],
    ids=[
        "lists",
        "tables",
        "half",
        "no text",
        "nothing",
        "a word",
        "a list",
        "a number without end",
        "no number",
        "half a character",
    ],
)
def test_a_body_that_is_no_table_is_one_line(body: bytes, studio: Served, probe: Probe) -> None:
    answer = studio.ask("POST", "/probe/change", body)
    assert answer.status == 400
    assert answer.body.startswith(b'{"error":"/probe/change: ')
    assert probe.changes == []


@pytest.mark.parametrize(
    "raw",
    [
        b"GET /" + b"a" * 20_000,
        b"GET / HTTP/1.1\r\nCookie: " + b"a" * 20_000,
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHo\x00st: a\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
    ids=["long address", "long header", "no HTTP", "two hosts", "a zero", "TLS"],
)
def test_what_is_no_request_is_refused(raw: bytes, studio: Served) -> None:
    studio.lines()
    with studio.raw(raw) as connection:
        answer = b"".join(iter(lambda: connection.recv(10_000), b""))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"content-security-policy: default-src 'self'" in answer
    assert b"x-content-type-options: nosniff" in answer
    assert one_line(studio) == "studio: refused a request: no HTTP, or too long"


def opened_streams(studio: Served, number: int) -> list[int]:
    """The statuses of this many streams, all kept open as long as they can be."""
    asked = f"GET /probe/events/1 HTTP/1.1\r\nHost: {studio.host}\r\nCookie: {studio.cookie}\r\n\r\n".encode()
    statuses = []
    with ExitStack() as kept:
        for _ in range(number):
            connection = create_connection(("127.0.0.1", studio.port), timeout=20)
            connection.sendall(asked)
            statuses.append(int(connection.recv(1_000)[9:12]))
            if statuses[-1] == 200:
                kept.enter_context(connection)
            else:
                connection.close()
        assert studio.ask("GET", "/probe").status == 200, "pages are still answered"
    return statuses


def test_only_some_streams_are_open(folder: Path, probe: Probe) -> None:
    number = 200
    with served(folder) as studio:
        statuses = opened_streams(studio, number)
        lines = studio.lines()
        studio.close()
        lines += studio.lines()
    refused = number - streams.MOST
    assert statuses == [200] * streams.MOST + [429] * refused
    own = [line for line in lines if "GET /probe/events/1: 32 streams of events are open already" in line]
    others = sum(int(line.split()[2].replace(",", "")) for line in lines if line.endswith(" more requests"))
    assert len(own) + others == refused
    assert len(lines) < 1 + refusals.MOST_LINES + number / 50


def test_a_server_that_ends_does_not_wait_for_those_who_listen(
    folder: Path, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LAST_ANSWERS", 60)
    with served(folder) as studio, ExitStack() as kept:
        asked = f"GET /probe/events/1 HTTP/1.1\r\nHost: {studio.host}\r\nCookie: {studio.cookie}\r\n\r\n"
        for _ in range(3):
            connection = kept.enter_context(studio.raw(asked.encode()))
            assert connection.recv(1_000).startswith(b"HTTP/1.1 200 ")
        assert studio.close() < 10


def test_a_stream_that_is_closed_makes_room(studio: Served) -> None:
    for _ in range(2 * streams.MOST):
        assert studio.ask("GET", "/probe/events/1").status == 200
        time.sleep(0.01)  # until the server has seen the end of it


def test_without_the_door_all_streams_are_open(folder: Path, probe: Probe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST", 1_000)
    with served(folder) as studio:
        assert opened_streams(studio, 60) == [200] * 60


def test_connections_that_say_nothing_make_room(folder: Path, probe: Probe) -> None:
    """However many somebody opens: our page is answered."""
    with served(folder) as studio, ExitStack() as kept:
        for _ in range(connections.MOST_CONNECTIONS + 20):
            kept.enter_context(create_connection(("127.0.0.1", studio.port), timeout=20))
        assert studio.ask("GET", "/probe").status == 200
        lines = studio.lines()
        assert lines
        assert {*lines} == {"studio: refused a connection: 128 are open already"}


def test_a_connection_that_says_nothing_is_closed(folder: Path, probe: Probe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    with served(folder) as studio, studio.raw(b"GET / HTTP/1.1\r\nHost: ") as connection:
        with suppress(ConnectionResetError):
            assert connection.recv(10) == b""
        assert one_line(studio) == "studio: refused a connection: no request in 0.2 seconds"


def test_a_flood_of_refusals_is_a_few_lines() -> None:
    now, log = [0.0], Lines()
    refusing = Refusals(lambda: now[0])
    refusals.LOGGER.addHandler(log)
    try:
        for _ in range(refusals.MOST_LINES + 1_234):
            refusing.log("GET /\x1b[2J\n", "x" * 10_000)
        assert len(log.lines) == refusals.MOST_LINES
        assert all(len(line) < 500 and line.isprintable() for line in log.lines)
        now[0] += refusals.WINDOW
        refusing.log("GET /", "no")
        refusing.tell_untold()
    finally:
        refusals.LOGGER.removeHandler(log)
    assert log.lines[refusals.MOST_LINES :] == ["studio: refused 1,234 more requests", "studio: refused GET /: no"]
