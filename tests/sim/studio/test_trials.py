"""A trial shows what `fatecast try` prints, digit by digit, with the command that prints it."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadInput
from engine.game.registry import forget
from sim.compare.versions.history import read_history
from sim.errors import Cancelled
from sim.play import outcome_cache
from sim.play.dispatch import dispatch
from sim.play.options import KeptGames
from sim.studio.jobs.talk import Talk
from sim.studio.workbench import trial
from sim.studio.workbench.asked import Changes, Setting, State
from sim.studio.workbench.trial import Trial, play
from tests.support.command_line import Fatecast

LITERAL = Setting(("literal",), {"players": "3", "doom": "2,6"})


class Heard(Talk):
    """Keeps what it hears, and loses interest after some steps."""

    def __init__(self, most: int = 100) -> None:
        self.events: list[dict[str, Any]] = []
        super().__init__(self.events.append, lambda: len(self.steps) >= most)

    @property
    def steps(self) -> list[dict[str, Any]]:
        return [event for event in self.events if event["kind"] == "step"]


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(trial, "STEPS", (8, 32, 64))
    monkeypatch.setattr(trial, "SLOW", 0.0)  # each step is shown, however fast this machine is
    monkeypatch.setattr(Talk, "kept_games", KeptGames(1_000_000))
    monkeypatch.chdir(tmp_path)
    yield
    forget()


def shipwreck(changes: Changes, pinned: Changes | None = None, setting: Setting = LITERAL) -> State:
    return State("shipwreck", None, "base", changes, pinned or {}, setting)


def assert_reproduced(state: State, typed: Fatecast) -> list[dict[str, Any]]:
    """Every step is what its command prints."""
    heard = Heard()
    play(Trial(state, Path()), heard)
    assert heard.steps
    for step in heard.steps:
        words = shlex.split(step["command"])
        assert words[0] == "fatecast"
        assert f"--games {step['games']} --seed {step['seed']}" in step["command"]
        printed = typed(*words[1:], "--json", "--executor", "inline")
        assert printed.returncode == 0, printed.stderr
        data = json.loads(printed.stdout)
        assert data == step["data"]
        assert len(step["table"]) == len(data["groups"])
        for row, group in zip(step["table"], data["groups"], strict=True):
            numbers = [group[key] for key in ("before", "after", "difference", "low", "high", "verdict")]
            assert [row[key] for key in ("before", "after", "change", "low", "high", "word")] == numbers
            assert {**row["labels"]}.items() <= group.items()
    return heard.steps


def test_a_change_of_a_card_against_a_pinned_reference(typed: Fatecast) -> None:
    steps = assert_reproduced(shipwreck({"cards.dawn.play": "played >= kept"}, {"cards.the-deep.moons": 2}), typed)
    assert "'cards.dawn.play=played >= kept'" in steps[0]["command"]
    assert "--pin cards.the-deep.moons=2" in steps[0]["command"]
    assert [len(step["changes"]) for step in steps] == [1] * len(steps), "the pinned change is on both sides"
    assert [step["why"] for step in steps][:-1] == [""] * (len(steps) - 1)
    assert steps[-1]["why"]


def test_what_is_pinned_is_on_both_sides_and_a_change_of_it_wins() -> None:
    plain, pinned, undone = Heard(), Heard(), Heard()
    play(Trial(shipwreck({"cards.dawn.moons": 9, "cards.the-deep.moons": 1}), Path()), plain)
    play(Trial(shipwreck({"cards.dawn.moons": 9}, {"cards.the-deep.moons": 1}), Path()), pinned)
    play(Trial(shipwreck({"cards.the-deep.moons": 3}, {"cards.the-deep.moons": 1}), Path()), undone)
    last = [heard.steps[-1]["table"] for heard in (plain, pinned, undone)]
    after = [[row["after"] for row in table] for table in last]
    before = [[row["before"] for row in table] for table in last]
    assert after[0] == after[1]
    assert before[0] != before[1]
    assert before[1] == before[2]
    assert after[2] == before[0]


def test_no_game_is_played_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int, int]] = []

    def counted(tasks: Any, *rest: Any, **more: Any) -> Any:
        found = list(tasks)
        played.extend((task.cell.key, task.first, task.last) for task in found)
        return dispatch(iter(found), *rest, **more)

    monkeypatch.setattr(outcome_cache, "dispatch", counted)
    monkeypatch.setattr(trial, "STEPS", (16, 128))
    play(Trial(shipwreck({"cards.the-deep.moons": 2}), Path()), Heard())
    assert sorted({ends[1:] for ends in played}) == [(0, 16), (16, 128)]
    assert len(played) == len(set(played)) == 8, "two cells, two sides, two pieces"
    play(Trial(shipwreck({"cards.the-deep.moons": 1}), Path()), Heard())
    assert len(played) == len(set(played)) == 12, "the reference is known"


def test_a_wrong_change_is_told_by_the_checker() -> None:
    with pytest.raises(BadInput, match=r"cards\.dawn\.moons: expected an integer from 1 to 30"):
        play(Trial(shipwreck({"cards.dawn.moons": 99}), Path()), Heard())
    assert read_history().steps == []


def test_each_trial_becomes_a_step_of_the_history_also_if_it_is_cancelled() -> None:
    heard = Heard(most=1)
    with pytest.raises(Cancelled):
        play(Trial(shipwreck({"cards.the-deep.moons": 2}), Path()), heard)
    [step] = read_history().steps
    assert heard.events[-1] == {"kind": "history", "number": 1}
    assert step.words == ["The Deep: 3 moons → 2 moons"]
    assert (step.command, step.games) == (heard.steps[-1]["command"], heard.steps[-1]["games"])
    play(Trial(shipwreck({"cards.the-deep.moons": 1}), Path()), Heard())
    assert [step.number for step in read_history().steps] == [1, 2]


def test_it_ends_when_every_group_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()
    play(Trial(shipwreck({"goal": 30}), Path()), heard)
    assert heard.steps[-1]["why"] == "decided"
    assert {row["verdict"] for row in heard.steps[-1]["table"]} == {"less"}
    assert "harder" in heard.steps[-1]["intent"]
    assert heard.steps[-1]["intent"].endswith("everywhere else: win rate within ±0.5")
    monkeypatch.setattr(trial, "NARROW", 1.0)
    heard = Heard()
    play(Trial(shipwreck({"cards.dawn.moons": 4}), Path()), heard)
    assert heard.steps[-1]["why"] == "narrow"


def test_a_slow_game_is_not_played_for_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "LONGEST", 1e-9)
    heard = Heard()
    play(Trial(shipwreck({"cards.the-deep.moons": 2}), Path()), heard)
    assert [(step["games"], step["why"]) for step in heard.steps] == [(8, "long")]
    more = Heard()
    play(Trial(shipwreck({"cards.the-deep.moons": 2}), Path(), after=8), more)
    assert [(step["games"], step["why"]) for step in more.steps][:1] == [(32, "")], "somebody asked for it"
    assert more.steps[-1]["why"] in ("most", "narrow", "decided")
