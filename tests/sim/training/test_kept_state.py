"""What training keeps between rounds: whole, or not used at all."""

import json
import math
import resource
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from engine.game.cell import Json
from engine.outside.own.hidden.forks.plain_lessons import plain_lessons
from engine.players.learning.learner import REMEMBERED, Learner
from engine.players.learning.lessons import Lessons, Plan, lessons_of
from sim.training.held_out import Gain
from sim.training.kept_state import MOST_BYTES, read_state, write_state
from sim.training.rounds import MOST, MOST_ROUNDS, Pace, Progress, Round, pace_for
from tests.support.habit_lessons import made
from tests.support.own_file import own_game
from tests.support.trained_players import NIM

ASKED: Json = {
    "game": "nim",
    "rules": "abc",
    "tables": {},
    "others": ["random", "one"],
    "seed": 1,
    "games": 400,
    "worlds": 4,
}
ROUNDS = 3


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    game = own_game(NIM, "nim")
    cell = game.cells(game.resolve({"policies": ["random"]}, "test"))[0]
    return lessons_of(plain_lessons(game.edition, cell, cell.spec["policy"], Plan(2, 0), 1, range(40)))


@pytest.fixture(scope="module")
def progress(lessons: Lessons) -> Progress:
    """Some rounds, with gains that nobody measured."""
    learner, rounds = Learner(), []
    for number in range(1, ROUNDS + 1):
        learner = learner.after(lessons, 1)
        gains = [Gain("random", 1.5 * number, 0.5, ""), Gain("one", -number / 3, 0.25, "")]
        rounds.append(Round(number, learner.net.data, gains))
    return Progress(pace_for(400), learner, rounds)


def test_it_is_read_as_it_was_written(progress: Progress, lessons: Lessons, tmp_path: Path) -> None:
    path, made = tmp_path / "state.json", []

    def again(pace: Pace, number: int, net: Json | None) -> Lessons:
        made.append((number, net))
        return lessons

    write_state(path, ASKED, progress)
    found = read_state(path, ASKED, again)
    assert found is not None
    assert (found.pace, found.rounds) == (progress.pace, progress.rounds)
    nets = [None, *(each.net for each in progress.rounds)]
    assert made == [(number, nets[number]) for number in range(ROUNDS)], "the lessons of a round by its player"
    before, after = progress.learner.after(lessons, 1), found.learner.after(lessons, 1)
    assert after.net.data == before.net.data, "it learns the same from here on"
    assert ROUNDS < REMEMBERED


def test_only_lessons_that_are_remembered_are_made_again(progress: Progress, lessons: Lessons, tmp_path: Path) -> None:
    many = progress.rounds + [progress.rounds[-1]._replace(number=number) for number in range(4, REMEMBERED + 3)]
    path, made = tmp_path / "state.json", []

    def again(pace: Pace, number: int, net: Json | None) -> Lessons:
        made.append(number)
        return lessons

    write_state(path, ASKED, progress._replace(rounds=many))
    assert read_state(path, ASKED, again) is not None
    assert made == list(range(len(many) - REMEMBERED + 1, len(many)))


def test_before_the_first_round_there_is_only_a_pace(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    write_state(path, ASKED, Progress(pace_for(400), Learner(), []))
    found = read_state(path, ASKED, refuse)
    assert found == Progress(pace_for(400), Learner(), [])


def refuse(pace: Pace, number: int, net: Json | None) -> Lessons:
    raise AssertionError("nothing is played for a file that is wrong")


Change = Callable[[Any], object]


def put(*way: Any) -> Change:
    """Replaces what stands at a place by the last word."""

    def change(data: Any) -> None:
        for step in way[:-2]:
            data = data[step]
        data[way[-2]] = way[-1]

    return change


def dropped(*way: Any) -> Change:
    def change(data: Any) -> None:
        for step in way[:-1]:
            data = data[step]
        del data[way[-1]]

    return change


WRONG: dict[str, Change] = {
    "another kind": put("kind", "trained player"),
    "another seed": put("asked", "seed", 2),
    "other players to try it against": put("asked", "others", ["random"]),
    "no pace": dropped("pace"),
    "a pace without end": put("pace", "positions", 10**18),
    "a pace that is true": put("pace", "positions", True),
    "a pace that is real": put("pace", "held_out", 400.0),
    "a pace with a stranger in it": put("pace", "code", 1),
    "no worlds": put("pace", "worlds", 0),
    "rounds that are a text": put("rounds", "abc"),
    "too many rounds": lambda data: data.update(rounds=data["rounds"] * (MOST_ROUNDS // ROUNDS + 1)),
    "a network that is none": put("rounds", 0, "net", {}),
    "a network with a huge number": put("rounds", 1, "net", "out", 0, 10**30),
    "no gains": put("rounds", 0, "gains", []),
    "gains over others": put("rounds", 0, "gains", 0, "against", "two"),
    "a gain that is none": put("rounds", 0, "gains", 0, "mean", math.nan),
    "a gain that is a text": put("rounds", 0, "gains", 0, "mean", "1"),
    "a gain that is true": put("rounds", 0, "gains", 0, "half", True),
    "a gain of many digits": put("rounds", 0, "gains", 0, "mean", 10**400),
    "a gain with a stranger in it": put("rounds", 0, "gains", 0, "code", 1),
    "no columns": dropped("columns"),
    "columns of one kind": lambda data: data["columns"].pop(),
    "a key too many": lambda data: data["columns"][0]["keys"].append(7),
    "a key twice": lambda data: put("columns", 0, "keys", 0, data["columns"][0]["keys"][1])(data),
    "a key below 0": put("columns", 0, "keys", 0, -1),
    "a key beyond 64 bits": put("columns", 0, "keys", 0, 1 << 64),
    "a key that is real": put("columns", 0, "keys", 0, 1.0),
    "no spread": put("columns", 0, "spread", 0, 0),
    "an endless spread": put("columns", 0, "spread", 0, math.inf),
    "a middle that is none": put("columns", 1, "middle", 0, None),
    "a layer too few": dropped("layers", "second"),
    "a layer too many": put("layers", "third", [1]),
    "a row too few": lambda data: data["layers"]["of_view"].pop(),
    "a row too long": lambda data: data["layers"]["of_choice"][0].append(1),
    "a layer of texts": put("layers", "bias", ["1"] * 32),
    "a layer that is none": put("layers", "out", None),
    "a weight that is none": put("layers", "second", 0, 0, math.nan),
    "a weight beyond all": put("layers", "second", 0, 0, 1e300),
    "a weight of many digits": put("layers", "second", 0, 0, 10**400),
    "a weight that is another": put("layers", "second", 0, 0, 0.75),
    "a scale that is none": put("scale", math.nan),
    "a scale below 0": put("scale", -1.0),
    "a scale that is a text": put("scale", "1"),
    "no scale": dropped("scale"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_not_used(name: str, progress: Progress, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    write_state(path, ASKED, progress)
    data = json.loads(path.read_text())
    WRONG[name](data)
    path.write_text(json.dumps(data))
    assert read_state(path, ASKED, refuse) is None


def test_a_pace_that_was_measured_has_bounds(tmp_path: Path) -> None:
    path, asked = tmp_path / "state.json", {**ASKED, "games": None}
    for pace, is_read in (
        (Pace(MOST, 400), True),
        (Pace(MOST + 1, 400), False),
        (Pace(500, 8001), False),
        (Pace(499, 400), False),
        (Pace(500, 400, 9), False),
    ):
        write_state(path, asked, Progress(pace, Learner(), []))
        assert (read_state(path, asked, refuse) is not None) == is_read, pace


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[" * 200_000,
        b"null",
        b"[]",
        b"\xff\xfe",
        b"9" * 10_000,
        b"[" + b"{}," * 3_000_000 + b"{}]",
        b"[" + b"[]," * (MOST_BYTES // 3 - 2) + b"0]",
        b" " * (MOST_BYTES + 1),
    ],
    ids=lambda text: f"{text[:3]!r} of {len(text)}",
)
def test_a_damaged_file_takes_bounded_time_and_memory(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(text)
    began, before = monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert read_state(path, ASKED, refuse) is None
    assert monotonic() - began < 10
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 900_000  # kB


def test_who_learns_over_a_habit_goes_on_too(tmp_path: Path) -> None:
    """The head start of a habit, and by how much weights shrink, are part of what was learned."""
    lessons, path = made(200, 0.0), tmp_path / "state.json"
    learner = Learner().after(lessons, 1).after(lessons, 1)
    assert learner.start != Learner().start
    assert learner.shrinks != Learner().shrinks
    rounds = [Round(1, learner.net.data, [Gain("random", 1.5, 0.5, ""), Gain("one", 0.5, 0.25, "")])]
    write_state(path, ASKED, Progress(pace_for(400), learner, rounds))
    found = read_state(path, ASKED, lambda pace, number, net: lessons)
    assert found is not None
    assert (found.learner.start, found.learner.shrinks) == (learner.start, learner.shrinks)
