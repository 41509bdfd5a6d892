"""Every question to a game can be failed: a game that gets one thing wrong is found by the question that asks for it,
and by no other."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.cell import Cell
from engine.game.questions.catalogue import PLAYS, QUESTIONS, ask
from engine.game.questions.played import views_stay
from engine.game.questions.trial import Trial
from engine.game.results import Batch
from fatecast.testing import GameTest
from tests.support import broken_games
from tests.support.dice_race import DiceRace

NEW_PROCESS = "another process"
TWO = {"goals": [15, 20]}

BROKEN: list[tuple[str, dict[str, str], dict[str, Any]]] = [
    ("NoSuchColumn", {"declarations": "outcome 'length': there is no column 'lenght'", "outcomes add up": ""}, {}),
    ("NoSuchCode", {"declarations": "outcome 'lost': the column 'end' has no code 2"}, {}),
    ("NoSuchMeasure", {"declarations": "measure 'wins': there is no column 'wins'"}, {}),
    ("NoHeadline", {"declarations": "die6/goal20: it has no outcome"}, {"dice": [6, 10]}),
    ("SameNames", {"declarations": "outcome 'win rate' is there twice"}, {}),
    ("NoShapeColumn", {"presentation": "shape: there is no column 'lenght'"}, {}),
    ("NoTimeOut", {"presentation": "contest, time_outs: the column 'end' has no code 7"}, {}),
    ("NoRankColumn", {"presentation": "notable 'longest': there is no column 'lenght'"}, {}),
    ("WordyRanks", {"presentation": "notable 'longest': expected yes or no for each row"}, {}),
    ("Drifting", {"cells": "a resolved experiment does not resolve to itself: handicap", "game ids": ""}, {}),
    ("ForgetsTheGoal", {"cells": "have the same key", "game ids": ""}, TWO),
    ("NotPlain", {"cells": "it changes on its way through JSON"}, {}),
    ("TakesAnyKey", {"refusals": "an unknown key of an experiment (no_such_thing) is not refused"}, {}),
    ("CrashingIds", {"refusals": "an id of no game: expected BadInput, not broken_games.py, line"}, {}),
    (
        "PythonsRandom",
        {"same again": "it draws from Python’s random", "no memory": "", "split anywhere": "", "replay": ""},
        {},
    ),
    ("Learns", {"same again": "game 0: place is", "no memory": "", "split anywhere": "", "replay": ""}, {}),
    ("WrongMemo", {NEW_PROCESS: "in a new process: game"}, TWO),
    ("ShortMemory", {"no memory": "goal20, after other games: game", "split anywhere": "", "replay": ""}, TWO),
    ("OneStream", {"split anywhere": "played one game at a time, backwards: game", "replay": ""}, {}),
    ("CountsBlocks", {"split anywhere": "the rows are the same, but the counters of the pieces are not"}, {}),
    ("HashesText", {NEW_PROCESS: "die6/goal20, in a new process: game 0: place is"}, {}),
    ("LooksAtTheClock", {NEW_PROCESS: "die6/goal20, in a new process: game 0: place is"}, {}),
    ("IgnoresTheSeed", {"other games": "the games of seed 2 are the same as games 0 to 39 of seed 1"}, {}),
    ("AddsSeedAndIndex", {"other games": "seed and index are added"}, {}),
    ("SeedTimesThousand", {"other games": "games from 1000 on of seed 0 are the same"}, {}),
    ("ShortIndex", {"other games": "games from 4294967296 on are the same"}, {}),
    ("NoLuck", {"other games": "all 40 games of seed 1 are alike, in every cell"}, {}),
    ("CodeTooLarge", {"columns in range": "end: expected codes from 0 to 1, not 2"}, {}),
    ("WideColumns", {"columns in range": "expected rows of won |u1, turns |u1"}, {}),
    ("NoTable", {"columns in range": "expected the tables course, not none"}, {}),
    ("FlatPieces", {"columns in range": "pieces: expected the shape (6, 2), not (5, 2)"}, {}),
    ("TwoWinners", {"outcomes add up": "counts for seat 1 and for seat 2, which are parts of one whole"}, {}),
    ("ThirdOfTwo", {"outcomes add up": "counts for seat 3, which this cell does not have"}, {"players": [2]}),
    ("OutOfLimits", {"columns in range": "apples: expected 0 to 40, not"}, {}),
    ("OutOfBounds", {"outcomes add up": "apples: expected 0 to 40, not"}, {}),
    ("TellsAnother", {"replay": "the last event of the replay has turn"}, {}),
    ("TellsOtherApples", {"replay": "the last event of the replay says apples"}, {}),
    ("TellsOnce", {"replay": "its replay is another one the second time"}, {}),
    ("ShortIds", {"game ids": "leads to game 0 of seed 1 of die6/goal20 (other rules)"}, {"limit": 5}),
    ("StaleFields", {"content": "limit = 7: its present value, set again, gives other cells"}, {}),
    ("TakesAnyChange", {"content": "a change of no_such_thing, which does not exist, is not refused"}, {}),
    ("ShowsHands", {"secrets": "die6/goal20: game 0, seat 1, turn 3: view['hand'] was [1] and is [2]"}, {}),
    ("ForksKnowMore", {"forks": "die6/goal20: forks know more than the seat"}, {}),
    ("TouchedViews", {"views": "die6/goal20: line 7: policy bold changes what it is shown"}, {}),
    ("OwnLuck", {"shared luck": "games of the same index share no luck after a small change"}, {}),
    ("OneWay", {"shared luck": "die6/goal15 compares with die6/goal20, but not the other way round"}, TWO),
    ("OwnOpenings", {"shared luck": "has another opening in"}, {}),
    ("GainsByBeingSeen", {"seats": "on the same luck, and only one of them gains something"}, {}),
    ("NoSuchReturn", {"presentation": "returns: there is no outcome 'seat 9' that is the mean of a column"}, {}),
    ("FocusIsFavoured", {"seats": "focus and field play the same policy on the same luck"}, {}),
]


@pytest.mark.parametrize(("name", "expected", "experiment"), BROKEN, ids=[name for name, *_ in BROKEN])
def test_what_is_wrong_is_found(name: str, expected: dict[str, str], experiment: dict[str, Any]) -> None:
    attribute = re.sub(r"\B([A-Z])", r"_\1", name).upper()
    trial = Trial(getattr(broken_games, name)(), f"tests.support.broken_games:{attribute}", experiment)
    asked = [each for each in QUESTIONS if each.name != NEW_PROCESS or NEW_PROCESS in expected]
    found = {question.name: [*map(str, ask(question, trial))] for question in asked}
    assert {question for question, lines in found.items() if lines} == set(expected)
    for question, words in expected.items():
        assert any(words in line for line in found[question]), found[question]
        assert not any("\n" in line for line in found[question])


def test_every_question_can_be_failed() -> None:
    failed = {question for _, expected, _ in BROKEN for question, words in expected.items() if words}
    assert failed == {question.name for question in QUESTIONS if question is not PLAYS}


def test_a_game_that_raises_is_one_line_with_its_place() -> None:
    trial = Trial(broken_games.Raises(), "")
    (line,) = map(str, ask(PLAYS, trial))
    assert re.fullmatch(
        r"die6/goal20: game 17: broken_games.py, line \d+: ZeroDivisionError: a die without faces", line
    )
    same_again = next(question for question in QUESTIONS if question.name == "same again")
    assert [*map(str, ask(same_again, trial))] == [line.removeprefix("die6/goal20: game 17: ")]


class TestBroken(GameTest):
    """As an author derives it. It is no test: what it says about a broken game is asserted below."""

    __test__ = False
    game = "tests.support.broken_games:HASHES_TEXT"


def test_a_failing_test_says_what_should_be_and_what_is() -> None:
    tests = [name for name in dir(TestBroken) if name.startswith("test_")]
    assert len(tests) == len(QUESTIONS)
    with pytest.raises(AssertionError) as failed:
        TestBroken().test_another_process()  # type: ignore[attr-defined]
    head, line = str(failed.value).splitlines()
    assert head == "another process: a new process plays the same games. But:"
    assert line.startswith("die6/goal20, in a new process: game 0: place is ")


def test_games_with_watched_views_are_played_in_small_parts() -> None:
    """To copy every view makes a game many times slower; a check ends what does not answer for some seconds."""
    parts: list[tuple[int, int]] = []

    class SlowViews(DiceRace):
        policies = SimpleNamespace(meddling=lambda play: play() or [])  # type: ignore[assignment]

        def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
            parts.append((first, last))
            return super().simulate(cell, seed, first, last)

    trial = Trial(SlowViews(), "dice", games=100)
    assert list(views_stay(trial)) == []
    of_one_cell = parts[: len(parts) // len(trial.cells)]
    assert [first for first, _ in of_one_cell] == [0, *(last for _, last in of_one_cell[:-1])]
    assert of_one_cell[-1][1] == 100
    assert max(last - first for first, last in of_one_cell) <= 4
