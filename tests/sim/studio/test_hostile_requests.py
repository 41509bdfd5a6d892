"""Requests that other pages and other programs could send: each is refused, changes nothing, and is one line in the
log. Without the door that refuses it, each would come through: so every door is needed, and every test can fail."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sim.studio.doors import around
from tests.support.studio import Answer, Probe, Served, served

HERE, NEIGHBOUR, PORT, COOKIE = "{here}", "{neighbour}", "{port}", "{cookie}"
"""In a header: the host of the studio, that of another port of this machine, our port, and our cookie."""
EVIL = "http://evil.example"
SITE = "Sec-Fetch-Site"


class Hostile(NamedTuple):
    """A request, what is answered, what the log says of it, and the door that refuses it."""

    door: str
    status: int
    logged: str
    method: str
    path: str
    headers: Mapping[str, str | None]
    cookie: bool = True


def change(door: str, status: int, logged: str, cookie: bool = True, **headers: str | None) -> Hostile:
    return Hostile(door, status, logged, "POST", "/probe/change", _named(headers), cookie)


def look(door: str, status: int, logged: str, cookie: bool = True, **headers: str | None) -> Hostile:
    return Hostile(door, status, logged, "GET", "/probe", _named(headers), cookie)


def stream(door: str, status: int, logged: str, cookie: bool = True, **headers: str | None) -> Hostile:
    return Hostile(door, status, logged, "GET", "/probe/events/1", _named(headers), cookie)


def _named(headers: Mapping[str, str | None]) -> dict[str, str | None]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


REQUESTS = {
    "a name that leads here": look("Hosts", 421, "Host evil.example:80 is", Host="evil.example:80"),
    "a change by such a name": change("Hosts", 421, "Host evil.example is", Host="evil.example", Origin=EVIL),
    "a stream by such a name": stream("Hosts", 421, "Host evil.example is", Host="evil.example"),
    "this machine without a port": look("Hosts", 421, "Host 127.0.0.1 is", Host="127.0.0.1"),
    "the port of somebody else": look("Hosts", 421, "Host 127.0.0.1:", Host=NEIGHBOUR),
    "a name with ours inside": look("Hosts", 421, "Host", Host=f"{HERE}.evil.example"),
    "all addresses of this machine": look("Hosts", 421, "Host 0.0.0.0:", Host=f"0.0.0.0:{PORT}"),
    "an empty name": look("Hosts", 421, "Host missing", Host=""),
    "a change of another site": change("Origins", 403, f"Origin {EVIL} is", Origin=EVIL),
    "a change of another port": change("Origins", 403, "Origin http://127", Origin=f"http://{NEIGHBOUR}"),
    "a change by another scheme": change("Origins", 403, "Origin https://", Origin=f"https://{HERE}"),
    "a change of a file or a sandbox": change("Origins", 403, "Origin null is", Origin="null"),
    "a change without Origin": change("Origins", 403, "no Origin", Origin=None),
    "a change by our other name": change("Origins", 403, "Origin http://local", Origin=f"http://localhost:{PORT}"),
    "a change that is cross-site": change("Origins", 403, f"{SITE} cross-site", Sec_Fetch_Site="cross-site"),
    "a change that no page sends": change("Origins", 403, f"{SITE} none", Sec_Fetch_Site="none"),
    "a page for another site": look("Origins", 403, f"{SITE} cross-site", Sec_Fetch_Site="cross-site"),
    "a page for another port": look("Origins", 403, f"{SITE} same-site", Sec_Fetch_Site="same-site"),
    "a page with another Origin": look("Origins", 403, f"Origin {EVIL} is", Origin=EVIL),
    "a stream of another site": stream("Origins", 403, f"Origin {EVIL} is", Origin=EVIL),
    "a stream of another port": stream("Origins", 403, f"{SITE} same-site", Sec_Fetch_Site="same-site"),
    "a stream with its Origin": stream("Origins", 403, "Origin http://127", Origin=f"http://{NEIGHBOUR}"),
    "a stream that was typed": stream("Origins", 403, f"{SITE} none", Sec_Fetch_Site="none"),
    "a page without the cookie": look("Cookies", 403, "no cookie", cookie=False),
    "a change without the cookie": change("Cookies", 403, "no cookie", cookie=False),
    "a stream without the cookie": stream("Cookies", 403, "no cookie", cookie=False),
    "a wrong cookie": look("Cookies", 403, "no cookie", Cookie=f"fatecast-{PORT}=wrong"),
    "a cookie that begins right": look("Cookies", 403, "no cookie", Cookie=f"fatecast-{PORT}="),
    "our cookie under another name": look("Cookies", 403, "no cookie", Cookie=f"fatecast-1={COOKIE}"),
    "a change as a form": change("Bodies", 415, "must be", Content_Type="application/x-www-form-urlencoded"),
    "a change as text": change("Bodies", 415, "must be", Content_Type="text/plain;application/json"),
    "a change without a type": change("Bodies", 415, "must be", Content_Type=None),
    "a page with a body": look("Bodies", 400, "a GET has no body", Content_Length="4"),
}
METHODS = ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "POSTS")


def send(studio: Served, hostile: Hostile) -> Answer:
    """Send it."""
    words = {
        "here": studio.host,
        "neighbour": f"127.0.0.1:{studio.port % 60_000 + 1}",
        "port": str(studio.port),
        "cookie": studio.cookie.partition("=")[2],
    }
    headers = {name: value if value is None else value.format(**words) for name, value in hostile.headers.items()}
    data = {"moons": 2} if hostile.method == "POST" else b"body" if "Content-Length" in headers else None
    return studio.ask(hostile.method, hostile.path, data, headers, hostile.cookie)


@pytest.mark.parametrize("name", REQUESTS)
def test_a_hostile_request_is_refused_and_logged(name: str, studio: Served, probe: Probe) -> None:
    hostile = REQUESTS[name]
    studio.lines()
    answer = send(studio, hostile)
    assert answer.status == hostile.status
    assert b"script" not in answer.body
    [line] = studio.lines()
    assert line.startswith(f"studio: refused {hostile.method} {hostile.path}: ")
    assert hostile.logged in line
    assert probe.changes == []


def test_what_our_own_page_sends_comes_through(studio: Served, probe: Probe) -> None:
    own = {"Sec-Fetch-Site": "same-origin"}
    assert studio.ask("GET", "/probe", headers={"Sec-Fetch-Site": "none"}).status == 200
    assert studio.ask("GET", "/probe/events/1", headers=own).status == 200
    for host in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        named = {**own, "Host": f"{host}:{studio.port}", "Origin": f"http://{host}:{studio.port}"}
        assert studio.ask("POST", "/probe/change", {}, named).status == 200
    several = {"Cookie": f"other=1; fatecast-{studio.port}=planted; {studio.cookie}"}
    assert studio.ask("GET", "/probe", headers=several).status == 200
    assert len(probe.changes) == 4
    probe.changes.clear()
    assert studio.lines() == []


@pytest.mark.parametrize("method", METHODS)
def test_other_methods_are_refused(method: str, studio: Served, probe: Probe) -> None:
    studio.lines()
    assert studio.ask(method, "/probe/change", {}).status == 405
    [line] = studio.lines()
    assert line == f"studio: refused {method} /probe/change: only GET, HEAD and POST are known"
    assert probe.changes == []


def without_door(app: Any, *_: object) -> Any:
    """In place of a door: what stands behind it."""
    return app


@pytest.mark.parametrize("door", sorted({hostile.door for hostile in REQUESTS.values()}))
def test_without_its_door_it_comes_through(
    door: str, folder: Path, probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(around, door, without_door)
    with served(folder) as open_studio:
        answers = {name: send(open_studio, each) for name, each in REQUESTS.items() if each.door == door}
    assert {name: answer for name, answer in answers.items() if answer.status != 200} == {}
    probe.changes.clear()


def test_a_get_changes_nothing(studio: Served, probe: Probe) -> None:
    assert studio.ask("GET", "/probe/change").status == 405
    assert studio.ask("HEAD", "/probe/change").status == 405
    assert probe.changes == []


def test_no_answer_allows_another_site(studio: Served) -> None:
    for method, path in (("GET", "/probe"), ("OPTIONS", "/probe/change"), ("GET", "/enter")):
        asked = {
            "Origin": EVIL,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Private-Network": "true",
        }
        names = studio.ask(method, path, headers=asked).by_name
        assert not any(name.startswith("access-control-") for name in names)


def test_a_web_socket_is_refused(studio: Served) -> None:
    studio.lines()
    asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "x"}
    assert studio.ask("GET", "/probe", headers={**asked, "Origin": EVIL}).status == 403
    [line] = studio.lines()
    assert f"Origin {EVIL} is not this studio" in line
    assert studio.ask("GET", "/probe", headers=asked).status == 200  # the page; nothing is upgraded
