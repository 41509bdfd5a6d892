"""The workbench as a page speaks with it: a real server, a real worker, requests and a stream of events."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from sim.compare.versions.history import Step, add_step
from sim.studio.jobs.start import jobs_for
from sim.studio.studio import Studio
from tests.support.studio import Served, served
from tests.support.studio_events import events_of

SETTING = {"policy": ["literal"], "axes": {"players": "3", "doom": "0"}}
CHANGE = {"page": "a", "content": "base", "changes": {"cards.the-deep.moons": 2}, "setting": SETTING}
PATIENCE = 60.0
STEP = Step(
    id="0",
    time="2026-11-18T12:00:00+00:00",
    game="shipwreck",
    content="base",
    changes={"cards.the-deep.moons": 2},
    pinned={},
    words=["The Deep: 3 moons → 2 moons"],
    command="fatecast try cards.the-deep.moons=2",
    sentences=[],
    verdict="unclear",
    games=128,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    found = tmp_path_factory.mktemp("studio")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(found)
        yield found


@pytest.fixture(scope="module")
def bench(folder: Path) -> Iterator[Served]:
    with served(folder, Studio(folder, "shipwreck", None, (), jobs_for(folder, "shipwreck", ()))) as found:
        yield found


def asked(bench: Served, method: str, path: str, data: object = None, status: int = 200) -> Any:
    answer = bench.ask(method, path, data)
    assert answer.status == status, answer
    return json.loads(answer.body)


def test_from_the_card_to_the_file(bench: Served, folder: Path) -> None:
    fields = asked(bench, "GET", "/workbench/fields?content=base&policy=literal")
    assert fields["setting"]["policy"] == ["literal"]
    assert "The Deep" in [card["name"] for card in fields["cards"]]
    assert asked(bench, "POST", "/workbench/check", CHANGE) == {"mistakes": []}
    ticket = asked(bench, "POST", "/workbench/trial", CHANGE)["ticket"]
    events = events_of(bench, ticket)
    kinds = [event["kind"] for event in events]
    assert kinds[-2:] == ["history", "done"]
    assert set(kinds[:-2]) == {"step"}
    games = [event["games"] for event in events[:-2]]
    assert games == sorted(set(games))
    steps = asked(bench, "GET", "/workbench/history")["steps"]
    assert [step["number"] for step in steps] == [events[-2]["number"]]
    assert steps[0]["command"] == events[-3]["command"]
    assert asked(bench, "POST", "/workbench/name", {"number": 1, "name": "fewer moons"}) == {"name": "fewer moons"}
    assert asked(bench, "GET", "/workbench/history")["steps"][0]["name"] == "fewer moons"
    assert not (folder / "configs").exists(), "no content file is written before"
    place = asked(bench, "GET", "/workbench/file?content=mine")
    assert place == {"file": "configs/shipwreck/decks/mine.toml", "seen": None}
    saved = asked(bench, "POST", "/workbench/save", {**CHANGE, "to": "mine", "seen": None})
    assert (folder / saved["file"]).read_text() == saved["text"]
    refused = asked(bench, "POST", "/workbench/save", {**CHANGE, "to": "mine", "seen": None}, 409)
    assert "changed since" in refused["error"]
    assert refused["seen"] == saved["seen"]
    assert "mine" in asked(bench, "GET", "/workbench/fields")["contents"]


def test_a_new_change_stops_the_old_one_and_a_closed_page_its_own(bench: Served) -> None:
    unclear = {**CHANGE, "changes": {"cards.dawn.moons": 4}, "setting": {"policy": ["literal"]}}
    old = asked(bench, "POST", "/workbench/trial", unclear)["ticket"]
    new = asked(bench, "POST", "/workbench/trial", {**CHANGE, "page": "a"})["ticket"]
    assert events_of(bench, old)[-1]["kind"] == "cancelled"
    assert events_of(bench, new, most=1)[0]["kind"] == "step"
    until = monotonic() + PATIENCE
    while bench.opened.studio.jobs.is_going_on(new) and monotonic() < until:
        sleep(0.05)
    assert events_of(bench, new)[-1]["kind"] in ("cancelled", "done")
    stopped = asked(bench, "POST", "/workbench/trial", unclear)["ticket"]
    assert asked(bench, "POST", "/workbench/stop", {"ticket": stopped}) == {}
    assert events_of(bench, stopped)[-1]["kind"] == "cancelled"


def test_a_page_asks_for_more_games(bench: Served) -> None:
    ticket = asked(bench, "POST", "/workbench/trial", {**CHANGE, "after": 100})["ticket"]
    games = [event["games"] for event in events_of(bench, ticket) if event["kind"] == "step"]
    assert games[0] == 128
    asked(bench, "POST", "/workbench/trial", {**CHANGE, "after": -1}, status=400)
    asked(bench, "POST", "/workbench/matters", {"page": "a", "content": "base", "after": "many"}, status=400)


def test_mistakes_are_told_in_one_line(bench: Served) -> None:
    wrong = {**CHANGE, "changes": {"cards.the-deep.moons": 99}}
    [mistake] = asked(bench, "POST", "/workbench/check", wrong)["mistakes"]
    assert mistake["path"] == "cards.the-deep.moons"
    [last] = events_of(bench, asked(bench, "POST", "/workbench/trial", wrong)["ticket"])
    assert last["kind"] == "failed"
    assert "expected an integer from 1 to 30" in last["line"]
    for path, data in (
        ("/workbench/trial", {**CHANGE, "changes": {}}),
        ("/workbench/trial", {**CHANGE, "content": "../base"}),
        ("/workbench/trial", {**CHANGE, "setting": {"policy": "./mine.py"}}),
        ("/workbench/trial", {**CHANGE, "page": "x" * 1000}),
        ("/workbench/name", {"number": True, "name": "x"}),
        ("/workbench/name", {"number": 1}),
        ("/workbench/save", {**CHANGE, "to": "../x", "seen": None}),
        ("/workbench/save", {**CHANGE, "to": "x", "seen": 3}),
        ("/workbench/stop", {"ticket": None}),
    ):
        told = asked(bench, "POST", path, data, 400)
        assert told["error"], path
        assert "\n" not in told["error"]
    assert bench.ask("GET", "/workbench/events/none").status == 400
    assert bench.ask("GET", "/workbench/fields?content=../x").status == 400
    for path in ("trial", "save", "name", "check", "stop"):
        assert bench.ask("GET", f"/workbench/{path}").status == 405, "no GET has an effect"


def test_a_step_is_taken_up_again_as_it_was_played(bench: Served) -> None:
    ticket = asked(bench, "POST", "/workbench/trial", {**CHANGE, "pinned": {"goal": 8}})["ticket"]
    [number] = [event["number"] for event in events_of(bench, ticket) if event["kind"] == "history"]
    again = asked(bench, "GET", f"/workbench/step?number={number}")
    assert again.pop("setting") == {**SETTING, "experiment": None, "seed": None}
    assert again == {"content": "base", "changes": CHANGE["changes"], "pinned": {"goal": 8}}


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"game": "oracle", "content": "A"}, "is a step of oracle, not of shipwreck"),
        ({"setting": {"policy": ["./theirs.py"]}}, "./theirs.py is code that the studio was not started with"),
        ({"setting": {"policy": ["novice", "literal"]}}, "played by several policies"),
        ({"setting": {"seed": 3}}, "with a seed of its own"),
        ({"setting": {"policy": 3.5}}, "policy: expected 1 to 200 printable characters"),
        ({"setting": {"experiment": "gone"}}, "unknown experiment"),
        ({"content": "gone"}, "unknown deck"),
    ],
    ids=str,
)
def test_a_step_that_cannot_be_taken_up_is_refused_in_a_line(
    wrong: dict[str, Any], line: str, bench: Served, folder: Path
) -> None:
    number = add_step(replace(STEP, id=str(wrong), **wrong), folder)
    told = asked(bench, "GET", f"/workbench/step?number={number}", status=400)["error"]
    assert line in told
    assert "\n" not in told


@pytest.mark.parametrize("number", ["", "0", "-1", "99", "1.5", "x", "1" * 5000])
def test_a_step_that_is_none_is_refused(number: str, bench: Served) -> None:
    asked(bench, "GET", f"/workbench/step?number={number}", status=400)
