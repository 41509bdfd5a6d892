"""A run that the page asks for is what its command plays, and lies where all runs do."""

import json
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.game.registry import forget
from sim.studio.jobs.start import jobs_for, jobs_for_runs
from sim.studio.studio import Studio
from tests.support.command_line import Fatecast
from tests.support.studio import Served, served

PATIENCE = 120
"""Seconds."""
FEW = {"policy": ["hold"], "axes": {"players": "2"}, "games": 20}


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.chdir(tmp_path)
    code = tmp_path, "pig", ()
    with served(tmp_path, Studio(tmp_path, "pig", "pig", (), jobs_for(*code), jobs_for_runs(*code))) as found:
        yield found
    forget()


def listed(studio: Served) -> Any:
    return json.loads(studio.ask("GET", "/runs/list").body)


def test_a_new_run_is_what_its_command_plays(studio: Served, typed: Fatecast) -> None:
    """Or what is wrong with it is said."""
    assert studio.ask("POST", "/runs/new", {**FEW, "name": "wrong", "policy": ["nobody"]}).status == 200
    until = time.monotonic() + PATIENCE
    while not (failed := listed(studio)["failed"]):
        assert time.monotonic() < until
        time.sleep(0.1)
    assert failed[0].startswith("wrong: ")
    assert "unknown policy 'nobody'" in failed[0]
    answer = json.loads(studio.ask("POST", "/runs/new", {**FEW, "name": "few"}).body)
    while [run["state"] for run in listed(studio)["runs"]] != ["finished"]:
        assert len(listed(studio)["failed"]) == 1
        assert time.monotonic() < until
        time.sleep(0.1)
    words = shlex.split(answer["command"])
    again = typed(*words[1:-1], "reports/runs/again", "--executor", "inline")
    assert again.returncode == 0, again.stderr
    digests = [
        json.loads(Path("reports/runs", name, "manifest.json").read_text())["digest"] for name in ("few", "again")
    ]
    assert digests[0] == digests[1]
    assert studio.ask("POST", "/runs/new", {**FEW, "name": "few"}).status == 400, "it is there already"


def test_a_run_is_in_the_list_as_soon_as_it_is_asked_for_and_can_be_stopped(studio: Served) -> None:
    """Its folder is there only when the first games are about to be played."""
    studio.ask("POST", "/runs/new", {**FEW, "name": "soon", "games": 100_000})
    [run] = listed(studio)["runs"]
    assert (run["name"], run["told"], run["is_playing"]) == ("soon", "playing", True)
    assert studio.ask("POST", "/runs/stop", {"name": "soon"}).status == 200
    assert not any(run["is_playing"] for run in listed(studio)["runs"])
    assert studio.ask("POST", "/runs/stop", {"name": "never"}).status == 400


WRONG: list[dict[str, object]] = [
    {"name": "../up"},
    {"name": "a/b"},
    {"name": ".hidden"},
    {"name": ""},
    {"name": "x" * 61},
    {"games": 0},
    {"games": 10**12},
    {"games": "many"},
    {"seed": -1},
    {"policy": ["./mine.py"]},
    {"content": "../base"},
    {"axes": {"nothing": "3"}},
    {"out": "elsewhere"},
]


def test_a_wrong_run_is_refused(studio: Served) -> None:
    for wrong in WRONG:
        assert studio.ask("POST", "/runs/new", {**FEW, "name": "few", **wrong}).status == 400, wrong
    assert listed(studio) == {"runs": [], "failed": []}
