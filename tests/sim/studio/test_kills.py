"""A studio that is killed at random moments, while it plays and saves: no half file, no process left, and what was
played goes on."""

import json
import os
import signal
import time
import tomllib
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from subprocess import Popen
from typing import Any

import pytest

from engine.kernel.orphans import Started, started_by
from fatecast import resume
from sim import run
from tests.support import ROOT
from tests.support.command_line import start

KILLS = 20
LATEST = 2.5
"""Seconds after the first request."""
SECONDS_TO_END = 15
STATE = {"content": "base", "changes": {"cards.the-deep.moons": 2}, "pinned": {}, "setting": {"policy": ["novice"]}}


class Window:
    """A page of a studio that runs in a process of its own."""

    def __init__(self, process: "Popen[str]") -> None:
        assert process.stdout is not None
        self.port = int(process.stdout.readline().partition("127.0.0.1:")[2].partition("/")[0])
        file = Path(process.stdout.readline().removeprefix("open this file in your browser: ").strip())
        token = file.read_text().partition("#")[2].partition('"')[0]
        self.cookie = ""
        _, headers = self.send("/enter", {"token": token})
        self.cookie = headers["set-cookie"].partition(";")[0]

    def send(self, path: str, data: object) -> tuple[Any, dict[str, str]]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        host = f"127.0.0.1:{self.port}"
        headers = {"Origin": f"http://{host}", "Content-Type": "application/json", "Cookie": self.cookie}
        try:
            connection.request("POST", path, json.dumps(data), headers)
            answer = connection.getresponse()
            return json.loads(answer.read()), {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()


def works(window: Window, number: int) -> None:
    """Try, save and resume, until the studio is gone."""
    seen = None
    window.send("/runs/resume", {"name": "long"})
    for moons in range(100):
        state = {**STATE, "changes": {"cards.the-deep.moons": moons % 3 + 1, "cards.the-mirror.moons": 2}}
        window.send("/workbench/trial", {**state, "page": "window"})
        seen = window.send("/workbench/save", {**state, "to": f"deck{number}", "seen": seen})[0].get("seen", seen)


def killed_later(process: "Popen[str]", wait: float) -> None:
    if os.fork() == 0:
        time.sleep(wait)
        os.kill(process.pid, signal.SIGKILL)
        os._exit(0)


@pytest.mark.full
def test_killed_at_random_moments(tmp_path: Path) -> None:
    luck, left = Random(37), set[Started]()
    (tmp_path / "tmp").mkdir()
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "tmp"), "PYTHONUNBUFFERED": "1"}
    long: dict[str, Any] = {"policy": "novice", "players": "3", "games": 40_000, "executor": "inline"}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        whole = run(out="reports/runs/long", **long).digest
    blocks = tmp_path / "reports/runs/long/blocks"
    for number in range(KILLS):
        if len(played := sorted(blocks.glob("*.json"))) > 2:
            luck.choice(played).unlink()  # there is always something left to play
        with start("studio", "--no-browser", cwd=tmp_path, env=env) as process:
            window = Window(process)
            left |= started_by([process.pid])
            killed_later(process, luck.uniform(0.05, LATEST))
            with pytest.raises((OSError, HTTPException, json.JSONDecodeError)):
                works(window, number % 3)
            left |= started_by([process.pid])
            process.wait(30)
    since = time.monotonic()
    while (running := left & started_by([1, os.getpid()])) and time.monotonic() - since < SECONDS_TO_END:
        time.sleep(0.2)
    assert not running
    for file in (tmp_path / "configs").rglob("*"):
        if file.is_file():
            assert file.suffix == ".toml", file
            assert tomllib.loads(file.read_text())["extends"] == "base"
    history = tmp_path / ".fatecast/history.jsonl"
    for line in history.read_text().splitlines() if history.exists() else []:
        json.loads(line)
    assert resume(tmp_path / "reports/runs/long", executor="inline").digest == whole
