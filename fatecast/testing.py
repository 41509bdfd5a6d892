"""For authors of games: a base class that makes a test of every question that a game must answer for.

    from fatecast.testing import GameTest

    class TestPirates(GameTest):
        game = "./pirates"

    class TestPiratesWithThree(GameTest):
        game = "./pirates"
        experiment = {"policies": ["bold", "careful"], "players": [3]}

pytest runs both with all questions; `fatecast check ./pirates` asks the same ones.
"""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from engine.game.questions.catalogue import QUESTIONS, ask
from engine.game.questions.subject import subject_named
from engine.game.questions.trial import Question, Trial


class GameTest:
    """Derive from it, and say which game."""

    game: ClassVar[str]
    """A name, or what `--game` takes: a file or a folder (seen from the test's own folder), `cmd:…`, `openspiel:…`.
    Also the place of a game in a package: `my_package.game:GAME`."""
    experiment: ClassVar[Mapping[str, object]] = {}
    """The keys of an experiment that are the game's own: policies, players, options, … Left out: the usual ones."""
    games: ClassVar[int] = 40
    """Games of each cell."""
    seed: ClassVar[int] = 1


_trials: dict[type[GameTest], Trial] = {}
"""What all tests of a class share: the games that were played first."""


def _trial_of(test: type[GameTest]) -> Trial:
    if test not in _trials:
        subject = subject_named(test.game, Path(inspect.getfile(test)).parent)
        trial = Trial(subject.game, subject.address, test.experiment, test.games, test.seed)
        trial.game.prepare(trial.cells, lambda line: None)
        _trials[test] = trial
    return _trials[test]


def _test_of(question: Question) -> Callable[[GameTest], None]:
    def test(self: GameTest) -> None:
        __tracebackhide__ = True
        found = ask(question, _trial_of(type(self)))
        if found:
            raise AssertionError("\n".join([f"{question.name}: {question.meaning}. But:", *map(str, found)]))

    test.__doc__ = question.meaning
    return test


for _question in QUESTIONS:
    setattr(GameTest, f"test_{_question.name.replace(' ', '_')}", _test_of(_question))
