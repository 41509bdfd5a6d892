"""Every answer has the headers that keep its page to itself, whatever it answers."""

import re

import pytest

from sim.studio.doors.headers import POLICY, sandboxed, with_headers
from tests.support.studio import Served

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
ASKED = [
    ("GET", "/", 303),
    ("GET", "/probe", 200),
    ("HEAD", "/probe", 200),
    ("GET", "/probe/", 404),
    ("GET", "/enter", 200),
    ("GET", "/static/page.css", 200),
    ("GET", "/static/nothing.css", 404),
    ("GET", "/nothing", 404),
    ("GET", "/probe/events/1", 200),
    ("GET", "/probe/broken", 500),
    ("POST", "/probe/file", 400),
    ("POST", "/probe/change", 200),
    ("POST", "/enter", 403),
    ("POST", "/probe", 405),
    ("PUT", "/probe", 405),
]


@pytest.mark.parametrize(("method", "path", "status"), ASKED)
def test_every_answer_has_the_headers(method: str, path: str, status: int, studio: Served) -> None:
    answer = studio.ask(method, path, {} if method == "POST" else None)
    assert answer.status == status
    assert HEADERS.items() <= answer.by_name.items()
    ours = [name for name, _ in answer.headers if name.lower() in HEADERS]
    assert len(ours) == len(HEADERS), "each of them once"
    assert not {"server", "etag", "last-modified"} & {*answer.by_name}


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Cookie": "a=b"}])
def test_so_has_a_refusal(headers: dict[str, str], studio: Served) -> None:
    answer = studio.ask("GET", "/probe", headers=headers)
    assert answer.status in (421, 403)
    assert HEADERS.items() <= answer.by_name.items()
    assert answer.by_name["content-type"].startswith("text/plain")
    assert answer.by_name["connection"] == "close"


def test_an_answer_cannot_say_otherwise() -> None:
    own = [(b"Cache-Control", b"public"), (b"Content-Security-Policy", b"default-src *"), (b"Content-Type", b"a/b")]
    found = with_headers(own)
    assert len({name for name, _ in found}) == len(found)
    assert {name.decode(): value.decode() for name, value in found} == {**HEADERS, "content-type": "a/b"}


def policy_of(own: str) -> tuple[str, str]:
    """The policy and the frames of a page that says this of itself."""
    found = dict(with_headers([(b"Content-Security-Policy", own.encode())]))
    return found[b"content-security-policy"].decode(), found[b"x-frame-options"].decode()


def test_only_a_page_in_a_sandbox_has_a_policy_of_its_own() -> None:
    own = "default-src 'none'; script-src 'sha256-x';"
    kept = "default-src 'none'; script-src 'sha256-x'; sandbox allow-scripts; frame-ancestors 'self'"
    assert sandboxed(own) == kept
    assert policy_of(kept) == (kept, "SAMEORIGIN")
    strict = POLICY, "DENY"
    assert policy_of(own) == strict
    assert policy_of(f"{own} sandbox allow-scripts") == strict, "anybody could frame it"
    assert policy_of(f"{own} sandbox allow-scripts allow-same-origin; frame-ancestors 'self'") == strict
    assert policy_of(f"{own} sandbox allow-scripts; frame-ancestors *") == strict
    assert policy_of("script-src 'sandbox allow-scripts'; frame-ancestors 'self'") == strict


def test_a_mistake_of_ours_is_one_line_and_tells_the_page_nothing(studio: Served) -> None:
    studio.lines()
    answer = studio.ask("GET", "/probe/broken")
    assert answer.body == b'{"error":"unexpected ZeroDivisionError; the terminal says more"}'
    assert studio.lines() == [r"studio: unexpected ZeroDivisionError at /probe/broken: secret\nof the inside"]


def test_the_pages_have_no_script_and_no_style_inside(studio: Served) -> None:
    for path in ("/enter", "/probe"):
        text = studio.ask("GET", path).body.decode()
        assert "<style" not in text
        assert " style=" not in text
        assert not re.search(r"<[^>]* on\w+=", text)
        assert all("src=" in part for part in text.split("<script")[1:])
        assert "http://" not in text
        assert "https://" not in text


def test_the_layout_says_where_we_are(studio: Served) -> None:
    text = studio.ask("GET", "/probe").body.decode()
    assert '<html lang="en">' in text
    assert '<a class="skip" href="#main">' in text
    assert '<a href="/probe" aria-current="page">Probe</a>' in text
