"""The questions that every game must answer for, asked about programs: a good one passes, and each fault is named."""

from collections.abc import Iterator

import pytest

from engine.game.cell import Json
from engine.game.questions.catalogue import QUESTIONS, ask
from engine.game.questions.subject import subject_named
from engine.game.questions.trial import Trial
from engine.game.registry import forget
from engine.outside.program import process
from engine.outside.program.program import _end_all
from tests.support import ROOT
from tests.support.programs import COMPILER, NO_COMPILER, pig, race

BY_NAME = {question.name: question for question in QUESTIONS}


@pytest.fixture(autouse=True)
def _none_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(process, "PATIENCE", 0.5)
    yield
    forget()
    _end_all()


def answers(command: str, experiment: Json, *names: str) -> dict[str, list[str]]:
    subject = subject_named(f"cmd:{command}", ROOT)
    trial = Trial(subject.game, subject.address, experiment)
    return {name: found for name in names or BY_NAME if (found := [*map(str, ask(BY_NAME[name], trial))])}


def faults(fault: str, *names: str) -> dict[str, list[str]]:
    return answers(race(fault), {"die": [6, 8], "storm": [0]}, *names)


def test_a_program_that_keeps_to_the_protocol_passes() -> None:
    assert faults("") == {}


@pytest.mark.full
@pytest.mark.skipif(COMPILER is None, reason=NO_COMPILER)
def test_the_example_passes() -> None:
    assert answers(str(pig()), {"players": [2, 4], "policy": ["hold", "random"]}) == {}


def test_memory_from_game_to_game_is_found() -> None:
    found = faults("state", "same again", "no memory", "split anywhere", "another process")
    assert found.keys() == {"same again", "no memory", "split anywhere", "another process"}


def test_games_that_depend_on_the_split_are_found() -> None:
    found = faults("split", "same again", "split anywhere", "columns in range")
    assert found.keys() == {"split anywhere"}


def test_a_replay_of_another_game_is_found() -> None:
    assert "the last event of the replay has turn" in faults("short", "replay")["replay"][0]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("fault", "line"),
    [
        ("range", "expected won from 0 to 1, got 2"),
        ("dies", "it ended (exit code 1)"),
        ("hangs", "it wrote nothing for 0.5 s"),
        ("floods", "more than 1 lines before the last"),
        ("text", "expected a line of JSON, got 'thirteen'"),
        ("few", "it answered with 0 games, expected 1"),
    ],
)
def test_what_a_program_does_wrong_is_said(fault: str, line: str) -> None:
    [found] = faults(fault, "plays").values()
    assert line in found[0]
    assert race(fault) in found[0]
