"""The history of a folder: lines are only ever added, and read as a stranger's."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from engine.errors import BadInput
from engine.game.registry import forget
from sim.compare.versions import history
from sim.compare.versions.history import PLACE, Step, add_step, name_step, read_history
from tests.support.command_line import Fatecast

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


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    forget()


def write(*lines: object) -> None:
    Path(PLACE).parent.mkdir(exist_ok=True)
    Path(PLACE).write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines))


def test_steps_have_numbers_and_names() -> None:
    assert read_history().steps == []
    assert not Path(PLACE).exists(), "reading writes nothing"
    assert [add_step(replace(STEP, id=str(number))) for number in range(3)] == [1, 2, 3]
    name_step(2, "fewer moons")
    assert add_step(replace(STEP, id="later")) == 5, "a name is a line, too"
    assert [(step.number, step.name) for step in read_history().steps] == [
        (1, ""),
        (2, "fewer moons"),
        (3, ""),
        (5, ""),
    ]
    name_step(2, "")
    assert read_history().step(2) == replace(STEP, id="1", number=2)
    for number, name in ((4, "a name"), (99, "a name"), (1, "x" * 81), (1, "two\nlines")):
        with pytest.raises(BadInput):
            name_step(number, name)


def test_a_torn_line_is_skipped_and_the_next_one_is_whole() -> None:
    add_step(STEP)
    with Path(PLACE).open("ab") as file:
        file.write(b'{"id": "torn')
    assert add_step(replace(STEP, id="next")) == 3
    found = read_history()
    assert [step.number for step in found.steps] == [1, 3]
    assert found.notes == [f"{PLACE}, line 2: cannot be read, and is skipped"]


def wrong_lines() -> list[object]:
    add_step(STEP)
    whole = json.loads(Path(PLACE).read_text())
    return [
        [],
        "null\n",
        "\xff\n",
        "[" * 100_000 + "\n",
        {**whole, "number": 7},
        {**whole, "words": "text"},
        {**whole, "words": [1]},
        {**whole, "changes": {"goal": [1]}},
        {**whole, "changes": []},
        {**whole, "name": "x" * 81},
        {**whole, "command": "two\nlines"},
        {**whole, "games": "many"},
        {**whole, "games": True},
        {key: value for key, value in whole.items() if key != "id"},
        {"names": 40, "name": "no such step"},
        {"names": 1, "name": 3},
        {**whole, "sentences": ["x" * 200_000]},
    ]


def test_what_is_no_step_is_skipped() -> None:
    lines = wrong_lines()
    write(*lines)
    found = read_history()
    assert found.steps == []
    assert len(found.notes) == len(lines)


def test_a_long_file_is_read_to_a_bound_and_not_made_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    add_step(STEP)
    monkeypatch.setattr(history, "MOST_BYTES", Path(PLACE).stat().st_size)
    with pytest.raises(BadInput, match="full"):
        add_step(replace(STEP, id="1"))
    with Path(PLACE).open("ab") as file:
        file.write(b"more\n")
    assert len(read_history().steps) == 1
    assert "longer" in read_history().notes[0]
    monkeypatch.setattr(history, "LONGEST_LINE", 10)
    with pytest.raises(BadInput, match="at most"):
        add_step(STEP)


@pytest.mark.parametrize("what", ["file", "folder", "hard link", "pipe"])
def test_it_is_never_read_or_written_through_a_link(folder: Path, what: str) -> None:
    outside = folder / "outside"
    outside.mkdir()
    add_step(STEP, outside)
    target = outside / PLACE
    before = target.read_bytes()
    if what == "folder":
        Path(".fatecast").symlink_to(outside / ".fatecast")
    else:
        Path(".fatecast").mkdir()
    if what == "file":
        Path(PLACE).symlink_to(target)
    elif what == "hard link":
        os.link(target, PLACE)
    elif what == "pipe":
        os.mkfifo(PLACE)
    for call in (read_history, lambda: add_step(replace(STEP, id="1"))):
        with pytest.raises(BadInput):
            call()
    assert target.read_bytes() == before


def add_many(who: int) -> None:
    for number in range(50):
        add_step(replace(STEP, id=f"{who}-{number}"))


def test_two_windows_that_write_at_the_same_time_lose_nothing() -> None:
    processes = [get_context("fork").Process(target=add_many, args=(who,)) for who in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    found = read_history()
    assert found.notes == []
    assert sorted(step.id for step in found.steps) == sorted(f"{who}-{at}" for who in range(2) for at in range(50))


def test_compare_names_a_step(typed: Fatecast) -> None:
    add_step(replace(STEP, pinned={"cards.dawn.moons": 5}))
    few = ("--games", 8, "--seed", 1, "--policy", "literal", "--players", 3, "--doom", 6, "--executor", "inline")
    found = typed("compare", "base", "history:1", *few, "--json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["changes"] == ["Dawn: 3 moons → 5 moons", "The Deep: 3 moons → 2 moons"]
    add_step(replace(STEP, id="1", changes={"cards.the-deep.moons": 1}))
    both = json.loads(typed("compare", "history:1", "history:2", *few, "--json").stdout)
    assert both["changes"] == ["Dawn: 5 moons → 3 moons", "The Deep: 2 moons → 1 moon"]
    missing = typed("compare", "base", "history:7", *few)
    assert missing.returncode == 2
    assert "there is no such step" in missing.stderr
    add_step(replace(STEP, id="2", game="oracle", content="A"))
    assert typed("compare", "base", "history:3", *few).returncode == 5
    add_step(replace(STEP, id="3", content="../secret.toml"))
    assert "names a file" in typed("compare", "base", "history:4", *few).stderr
    add_step(replace(STEP, id="4", changes={"cards.the-deep.moons": 99}))
    assert "history:5: cards.the-deep.moons: expected an integer" in typed("compare", "base", "history:5", *few).stderr
