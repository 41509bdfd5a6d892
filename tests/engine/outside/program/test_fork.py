"""Games of programs that go on from a decision in another way, and players that search in them."""

from collections.abc import Iterator

import numpy as np
import pytest

from engine.errors import BadInput, BrokenRule
from engine.game.cell import Cell
from engine.game.protocol import AnswersForForks, Forks
from engine.game.questions.catalogue import FORKS, ask
from engine.game.questions.subject import subject_named
from engine.game.questions.trial import Trial
from engine.game.registry import forget
from engine.outside.program import process
from engine.outside.program.forks import Fork, decisions, forked_rows
from engine.outside.program.from_hello import declared_by
from engine.outside.program.game import CommandGame
from engine.outside.program.program import Program, _end_all
from tests.support import ROOT
from tests.support.programs import forking, race

SEED = 7


@pytest.fixture(autouse=True)
def _none_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(process, "PATIENCE", 0.7)
    yield
    forget()
    _end_all()


def program(command: str) -> CommandGame:
    return CommandGame(declared_by(Program(command)))


def cell_of(game: CommandGame, policy: str, **axes: list[int]) -> Cell:
    return game.cells(game.resolve({"policy": [policy], **axes}, "test"))[0]


# Forks.


def check_true_forks(game: CommandGame, cell: Cell, games: int) -> None:
    assert isinstance(game, Forks)
    rows = game.simulate(cell, SEED, 0, games).rows
    for index in range(games):
        made = game.decided(cell, SEED, index)
        assert made
        for at, each in enumerate(made):
            assert game.forked(cell, SEED, index, at, each.chosen) == rows[index]
            assert len(game.forked(cell, SEED, index, at, each.choices - 1 - each.chosen, luck=3)) == 1


def test_true_choices_on_the_true_luck_are_the_true_game() -> None:
    for policy in ("keen", "random"):
        game = program(forking())
        check_true_forks(game, cell_of(game, policy), 8)


def test_a_program_without_forks_says_so_in_one_line() -> None:
    for command in (race(), forking(fault="no-fork")):
        game = program(command)
        cell = game.cells(game.resolve({}, "test"))[0]
        line = (
            f"cmd:{command}: the program does not answer fork, so its games cannot go on from a decision in another way"
        )
        with pytest.raises(BadInput) as refused:
            game.decided(cell, 1, 0)
        assert refused.value.line == line
        with pytest.raises(BadInput) as refused:
            game.forked(cell, 1, 0, 0, 0)
        assert refused.value.line == line


def ask_both(game: CommandGame) -> None:
    cell = cell_of(game, "stay")
    decisions(game.edition, cell, SEED, 13, Fork([1]))
    forked_rows(game.edition, cell, SEED, 13, Fork([1], [0, 1]))


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        ("text", 'expected another line of the answer or {"done": N}, got \'"fork"\''),
        ("no-seat", "expected a seat below 2, 2 to 1000 choices, and one of them chosen"),
        ("one-choice", "expected a seat below 2, 2 to 1000 choices, and one of them chosen"),
        ("no-view", "expected a view of at most 4000 printable characters"),
        ("escapes", "expected a view of at most 4000 printable characters"),
        ("range", "expected winners from 0 to 3, got 9"),
        ("few", "games, expected 2"),
        ("floods", "it answered with more than "),
        ("dies", "it ended (exit code 1); its last words: 'no forks today'"),
        ("hangs", "it wrote nothing for 0.7 s"),
        ("untold", "expected choice 1 at decision 0, got 0"),
    ],
)
def test_what_a_program_answers_is_a_strangers(fault: str, line: str) -> None:
    game = program(forking(fault=fault))
    with pytest.raises(BrokenRule) as broken:
        ask_both(game)
    assert line in broken.value.line
    assert broken.value.line.startswith(f"cmd:{forking(fault=fault)}: asked to ")
    assert "\n" not in broken.value.line


# What `fatecast check` asks.


def faults(command: str) -> list[str]:
    subject = subject_named(f"cmd:{command}", ROOT)
    assert isinstance(subject.game, AnswersForForks)
    return [*map(str, ask(FORKS, Trial(subject.game, subject.address, {})))]


@pytest.mark.parametrize("game", ["cards", "coin"])
def test_a_program_that_keeps_its_word_passes(game: str) -> None:
    subject = subject_named(f"cmd:{forking(game)}", ROOT)
    found = Trial(subject.game, subject.address, {}).forks
    assert (found.faults, found.alike) == ([], 24)
    assert str(found.told).startswith(f"ok ({found.decisions} decisions; 24 pairs of games")
    assert found.decisions >= 16


MORE = "forks on the same luck end otherwise for it: they know more than the seat"


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        ("deaf", " decisions, every choice led to the same result"),
        ("untried", "is one game if it is tried, and another if all choices are said"),
        ("true-luck", MORE),
        ("keeps", MORE),
        ("half", MORE),
        ("as-it-lies", MORE),
        ("shows", "seat 1 is shown something else by then"),
        ("memory", "with the true choice and the true luck is another game"),
        ("crowd", "is one game if it is tried, and another if all choices are said"),
        ("new-past", "it tells other decisions from before"),
        ("retells", "ends in another turn than the fork"),
        ("dies", "it ended (exit code 1)"),
    ],
)
def test_a_program_that_does_not_is_found(fault: str, line: str) -> None:
    assert line in "; ".join(faults(forking(fault=fault)))


# Search.


def wins(fault: str, games: int = 40) -> int:
    game = program(forking("coin", fault))
    cell = cell_of(game, "search base=random worlds=64")
    return int(game.simulate(cell, SEED, 0, games).rows["won"].sum())


def test_a_covered_coin_is_guessed_half_of_the_time() -> None:
    assert 8 <= wins("") <= 32
    assert wins("keeps") == 40, "who sees the true coin always guesses it"


def test_search_is_better_than_a_careless_base() -> None:
    """Who has a low card and stays, learns to exchange it; the other seat goes on to stay."""
    game = program(forking())
    rows = {
        policy: game.simulate(cell_of(game, policy), SEED, 0, 80).rows["winners"]
        for policy in ("stay", "search base=stay worlds=64 seat=1", "search base=stay worlds=8 caution=100")
    }
    stay, search, timid = rows.values()
    assert np.count_nonzero(search == 1) > np.count_nonzero(stay == 1) + 5
    assert np.array_equal(timid, stay), "nothing is ever so sure"


@pytest.mark.parametrize(
    ("command", "word", "line"),
    [
        (
            forking(fault="no-fork"),
            "search base=keen",
            "policy.search: the program does not answer fork, which search needs",
        ),
        (
            forking(fault="no-redeal"),
            "search base=keen",
            "policy.search: its hello says neither redeal nor open_information, and a search would see what is hidden",
        ),
        (forking(), "search base=search", "policy: parameter base: a search cannot be the base of a search"),
    ],
)
def test_a_search_that_cannot_be_is_refused_in_one_line(command: str, word: str, line: str) -> None:
    with pytest.raises(BadInput) as refused:
        program(command).resolve({"policy": [word]}, "here")
    assert refused.value.line.startswith(f"here: {line}")
    assert "\n" not in refused.value.line
