"""Contents that are bombs, asked for on every route that reads one: each is refused in one line."""

import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.game.registry import forget
from sim.studio.jobs.job import Job
from sim.studio.studio import NoJobs, Studio
from sim.studio.workbench.fields import reference
from tests.support.hostile_contents import HOSTILE_DECKS
from tests.support.sample import sampled
from tests.support.studio import Served, served

MOST = 40_000_000
"""Bytes that a request may take."""
BOMB = Path("configs/shipwreck/decks/hostile.toml")
STATE = {"content": "hostile", "changes": {"cards.the-deep.moons": 2}, "setting": {"policy": ["novice"]}}
SPARSE = 400_000_000
"""Bytes of a file that takes no room on the disk."""
QUICK = ("a huge file", "a rule of powers", "a device", "brackets that are never closed", "itself")
BOMBS = [name for name in HOSTILE_DECKS if name != "comments"]
"""Comments are right as far as they go."""


class Reading(NoJobs):
    """Reads what would be played, in the request."""

    def submit(self, job: Job) -> str:
        asked: Any = job.asked
        reference(asked.state)
        return "ticket"


class Asked(NamedTuple):
    method: str
    path: str
    data: object = None


ROUTES = {
    "fields": Asked("GET", "/workbench/fields?content=hostile"),
    "trial": Asked("POST", "/workbench/trial", STATE),
    "check": Asked("POST", "/workbench/check", STATE),
    "matters": Asked("POST", "/workbench/matters", {**STATE, "changes": {}}),
    "file": Asked("GET", "/workbench/file?content=hostile"),
    "save": Asked("POST", "/workbench/save", {**STATE, "to": "hostile", "seen": None}),
    "save over": Asked("POST", "/workbench/save", {**STATE, "content": "base", "to": "hostile", "seen": None}),
}


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    (tmp_path / BOMB).parent.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    with served(tmp_path, Studio(tmp_path, "shipwreck", None, (), Reading())) as found:
        yield found
    forget()


def refused(studio: Served, asked: Asked) -> None:
    studio.lines()
    answer = studio.ask(*asked)
    found = json.loads(answer.body)
    if asked is ROUTES["check"] and answer.status == 200:  # it is asked for mistakes, and finds them
        assert found["mistakes"]
        return
    assert answer.status in (400, 409)
    assert "unexpected" not in found["error"]
    assert found["error"].isprintable()
    if answer.status == 400:
        [line] = studio.lines()
        assert line.startswith(f"studio: refused {asked.method} {asked.path.partition('?')[0]}: ")


@pytest.mark.parametrize("name", sampled(["a huge file", *BOMBS], QUICK[:3]))
def test_a_bomb_is_refused_in_one_line_and_takes_no_memory(name: str, studio: Served) -> None:
    if name in HOSTILE_DECKS:
        BOMB.write_text(HOSTILE_DECKS[name])
    else:
        with BOMB.open("wb") as file:
            file.truncate(SPARSE)
    for asked in ROUTES.values() if name in QUICK else (ROUTES["save over"],):
        tracemalloc.start()
        try:
            refused(studio, asked)
            assert name not in QUICK or tracemalloc.get_traced_memory()[1] < MOST
        finally:
            tracemalloc.stop()
