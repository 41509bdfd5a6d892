"""Pages of another site and of another port of this machine, in a real browser that has our cookie. They send all that
a page can send: nothing is changed, nothing is read, and each attempt is a line in the log."""

import json
import shutil
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.support.browser import ARGUMENTS
from tests.support.studio import Lines, Probe, Served

ATTEMPTS = """
async (studio) => {
  const tried = {};
  const change = studio + "/probe/change", stream = studio + "/probe/events/1";
  const json = { "Content-Type": "application/json" };
  const sends = {
    "a change as JSON": [change, { method: "POST", headers: json, body: "{}", credentials: "include" }],
    "a change as text": [change, { method: "POST", body: "{}", credentials: "include", mode: "no-cors" }],
    "a page to read": [studio + "/probe", { credentials: "include" }],
    "a page unseen": [studio + "/probe", { credentials: "include", mode: "no-cors" }],
    "the style": [studio + "/static/page.css", { credentials: "include", mode: "no-cors" }],
  };
  for (const [name, [address, how]] of Object.entries(sends)) {
    try {
      const answer = await fetch(address, how);
      tried[name] = answer.type + " " + answer.status;
    } catch (error) {
      tried[name] = "refused";
    }
  }
  tried["a stream"] = await new Promise((done) => {
    const source = new EventSource(stream, { withCredentials: true });
    source.onmessage = () => done("read");
    source.onerror = () => { source.close(); done("refused"); };
  });
  tried["a socket"] = await new Promise((done) => {
    const socket = new WebSocket(studio.replace("http:", "ws:") + "/probe");
    socket.onopen = () => done("open");
    socket.onerror = () => done("refused");
  });
  tried["a picture"] = await new Promise((done) => {
    const picture = new Image();
    picture.onload = () => done("loaded");
    picture.onerror = () => done("refused");
    picture.src = studio + "/static/icon.svg";
  });
  tried["a script"] = await new Promise((done) => {
    const script = document.createElement("script");
    script.onload = () => done("loaded");
    script.onerror = () => done("refused");
    script.src = studio + "/static/enter.js";
    document.head.append(script);
  });
  const frame = document.createElement("iframe");
  frame.src = studio + "/probe";
  await new Promise((done) => { frame.onload = done; document.body.append(frame); });
  try {
    tried["a frame"] = frame.contentDocument ? "read" : "closed";
  } catch (error) {
    tried["a frame"] = "closed";
  }
  navigator.sendBeacon(change, new Blob(["{}"], { type: "text/plain" }));
  const form = document.createElement("form");
  Object.assign(form, { method: "POST", action: change, enctype: "text/plain", target: "elsewhere" });
  document.body.append(form);
  form.submit();
  await new Promise((done) => setTimeout(done, 500));
  return tried;
}
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium here (Debian: apt-get install chromium)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip("playwright is not installed (pip install playwright)")
    with sync_playwright() as playwright:
        rules = "--host-resolver-rules=MAP evil.example 127.0.0.1"  # its name leads to this machine
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS, rules])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def neighbour() -> Iterator[int]:
    """The port of somebody else's server on this machine."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = b"<!doctype html><title>evil</title><body></body>"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture(scope="module")
def entered(folder: Path, probe: Probe, chromium: Any) -> Iterator[tuple[Served, Any]]:
    """A studio, and a browser that came in by the file."""
    import logging

    log = Lines()
    logging.getLogger("fatecast").addHandler(log)
    studio = Served(folder, log)
    context = chromium.new_context()
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(studio.opened.way_in.file.as_uri())
    page.wait_for_url(f"http://{studio.host}/probe")
    page.get_by_role("link", name="Probe").click()
    page.reload()
    assert "nothing is wrong" in page.get_by_role("main").inner_text()
    assert complaints == []
    [cookie] = context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["expires"]) == (True, "Strict", -1)
    studio.cookie = f"{cookie['name']}={cookie['value']}"
    assert page.evaluate("document.cookie") == ""
    assert page.evaluate("history.length") < 6
    assert studio.lines() == []
    yield studio, context
    context.close()
    studio.close()
    logging.getLogger("fatecast").removeHandler(log)


def test_a_page_of_somebody_else_can_do_nothing(entered: tuple[Served, Any], neighbour: int, probe: Probe) -> None:
    studio, context = entered
    studio.lines()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{neighbour}/")
    tried = page.evaluate(ATTEMPTS, f"http://{studio.host}")
    page.close()
    assert {name: result for name, result in tried.items() if result not in ("refused", "closed")} == {}
    lines = studio.lines()
    assert probe.changes == []
    assert all(line.startswith("studio: refused ") for line in lines)
    for attempt in ("OPTIONS /probe/change", "POST /probe/change", "GET /probe:", "GET /probe/events/1"):
        assert any(attempt in line for line in lines), (attempt, lines)


def test_a_name_that_leads_to_this_machine_is_no_way_in(entered: tuple[Served, Any], probe: Probe) -> None:
    """As after DNS rebinding: the page is of the same origin as what it asks for."""
    studio, context = entered
    studio.lines()
    page = context.new_page()
    answer = page.goto(f"http://evil.example:{studio.port}/probe")
    assert answer.status == 421
    sent = page.evaluate("fetch('/probe/change', {method: 'POST', body: '{}'}).then((answer) => answer.status)")
    page.close()
    assert sent == 421
    assert probe.changes == []
    assert all("Host evil.example" in line for line in studio.lines())


def test_our_own_page_may_do_all_of_it(entered: tuple[Served, Any], probe: Probe) -> None:
    """So the attempts are real ones: from the right page, they work."""
    studio, context = entered
    page = context.new_page()
    page.goto(f"http://{studio.host}/probe")
    tried = page.evaluate(ATTEMPTS, f"http://{studio.host}")
    page.close()
    works = ("a change as JSON", "a page to read", "a page unseen", "the style", "a stream", "a picture", "a script")
    assert {name for name in works if tried[name] in ("refused", "closed")} == set(), json.dumps(tried)
    assert (tried["a socket"], tried["a frame"]) == ("refused", "closed")
    assert probe.changes == [{}]
    probe.changes.clear()


def test_an_inline_script_does_not_run(entered: tuple[Served, Any]) -> None:
    studio, context = entered
    page = context.new_page()
    page.goto(f"http://{studio.host}/probe")
    added = "const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.head.append(s);"
    assert page.evaluate(f"(() => {{ {added} return window.ran ?? 0; }})()") == 0
    page.close()
