"""Games of programs that go on from a decision in another way, and players that search in them."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput, BrokenRule
from engine.game.cell import Cell
from engine.game.protocol import AnswersForForks, Forks
from engine.game.questions.catalogue import FORKS, QUESTIONS, ask
from engine.game.questions.subject import subject_named
from engine.game.questions.trial import Trial
from engine.game.registry import forget
from engine.outside.program import process
from engine.outside.program.fork_check import known_by
from engine.outside.program.forks import AT_ONCE, Fork, decisions, forked_rows
from engine.outside.program.from_hello import declared_by
from engine.outside.program.game import CommandGame
from engine.outside.program.program import Program, _end_all
from engine.outside.program.searched import Worlds, play_searched, search_in
from engine.policy.seats.search_policy import NOT_READ
from tests.support import ROOT
from tests.support.advantages import Choice, pig_advantage
from tests.support.programs import COMPILER, NO_COMPILER, forking, pig, race

SEED = 7
needs_compiler = pytest.mark.skipif(COMPILER is None, reason=NO_COMPILER)


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


def pig_cell(game: CommandGame, policy: str = "hold") -> Cell:
    return cell_of(game, policy, players=[2])


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


@needs_compiler
def test_so_they_are_in_the_example() -> None:
    game = program(str(pig()))
    for policy in ("hold", "random"):
        check_true_forks(game, pig_cell(game, policy), 2)


@needs_compiler
def test_another_choice_other_luck_and_other_players_are_other_games() -> None:
    game = program(str(pig()))
    cell = pig_cell(game)
    rows = {game.forked(cell, SEED, 0, 0, choice, luck).tobytes() for choice in (0, 1) for luck in (None, 1, 2, 3)}
    assert len(rows) == 8
    by_them = [game.forked(cell, SEED, 0, 0, 0, luck, {"name": "random"}).tobytes() for luck in range(4)]
    assert by_them != [game.forked(cell, SEED, 0, 0, 0, luck).tobytes() for luck in range(4)]
    assert by_them == [game.forked(pig_cell(game, "random"), SEED, 0, 0, 0, luck).tobytes() for luck in range(4)], (
        "roll and luck are the same before the first decision, whoever plays"
    )


@needs_compiler
def test_many_forks_are_asked_for_at_once_and_are_the_same_alone() -> None:
    declared = program(str(pig())).edition
    cell = pig_cell(CommandGame(declared))
    together = forked_rows(declared, cell, SEED, 0, Fork([0, 0], [0, 1], range(50, 60)))
    alone = [
        forked_rows(declared, cell, SEED, 0, Fork([0, 0], [choice], [luck]))
        for luck in range(50, 60)
        for choice in (0, 1)
    ]
    assert np.array_equal(together, np.concatenate(alone))
    worlds = Worlds(declared, cell, SEED, 0, [0, 0], 0, 1)
    whole = worlds([0, 1], 0, AT_ONCE)
    assert [len(each) for each in whole] == [AT_ONCE, AT_ONCE]
    assert [a + b for a, b in zip(worlds([0, 1], 0, 9), worlds([0, 1], 9, AT_ONCE), strict=True)] == whole
    assert set(whole[0]) == {0, 2}


def test_decisions_and_choices_that_are_not_there_are_refused() -> None:
    game = program(forking())
    cell = cell_of(game, "keen")
    for at, choice in ((2, 0), (0, 2), (-1, 0)):
        with pytest.raises(BadInput, match="a decision below 2 and one of its choices"):
            game.forked(cell, SEED, 0, at, choice)
    with pytest.raises(BadInput, match="unknown policy 'brave': expected one of keen, random, stay"):
        game.forked(cell, SEED, 0, 0, 0, by={"name": "brave"})


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


def test_a_program_without_forks_is_not_asked() -> None:
    subject = subject_named(f"cmd:{race()}", ROOT)
    found = Trial(subject.game, subject.address, {}).forks
    assert (found.faults, str(found.told)) == ([], "not asked: it does not answer fork, or nobody decides")


@needs_compiler
def test_the_example_passes() -> None:
    assert faults(str(pig())) == []


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


def test_a_redeal_that_changes_nothing_is_found_where_no_two_games_look_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.outside.program.fork_check.LOOKED_AT", 0)
    assert "redeal changed nothing" in "; ".join(faults(forking(fault="keeps")))
    subject = subject_named(f"cmd:{forking()}", ROOT)
    found = Trial(subject.game, subject.address, {}).forks
    assert found.faults == []
    assert "no two games showed a seat the same" in str(found.told)


# Search.


def wins(fault: str, games: int = 80) -> int:
    game = program(forking("coin", fault))
    cell = cell_of(game, "search base=random worlds=64")
    return int(game.simulate(cell, SEED, 0, games).rows["won"].sum())


def test_a_covered_coin_is_guessed_half_of_the_time() -> None:
    assert 25 <= wins("") <= 55
    assert wins("keeps") == 80, "who sees the true coin always guesses it"


def test_the_same_decision_where_a_seat_was_shown_the_same() -> None:
    """With the same dice, which are those of a number of a game."""
    game = program(forking()).edition
    cell = cell_of(CommandGame(game), "keen")
    seen: dict[object, list[list[int]]] = {}
    pairs = 0
    for index in range(60):
        told = decisions(game, cell, SEED, index)
        for at, each in enumerate(told):
            worlds = Worlds(game, cell, SEED, index, [one.chosen for one in told[:at]], each.seat, 1)
            got = worlds.payoffs([0, 1], range(20))
            known = known_by(told, at, each.seat)
            pairs += known in seen
            assert seen.setdefault(known, got) == got
    assert pairs > 80


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


@needs_compiler
def test_a_searched_game_of_the_example() -> None:
    game = program(str(pig()))
    cell = pig_cell(game, 'search base="random" worlds=32 caution=1')
    assert cell.name == "search base=random worlds=32 caution=1/players2"
    rows = game.simulate(cell, SEED, 0, 4).rows
    assert np.array_equal(rows, np.concatenate([game.simulate(cell, SEED, at, at + 1).rows for at in range(4)]))
    assert not np.array_equal(rows, game.simulate(pig_cell(game, "random"), SEED, 0, 4).rows)
    name = game.game_id(cell, SEED, 3)
    assert ":policy=search,base=random,worlds=32,caution=1:players=2:" in name
    assert game.find_game(name) == (cell, SEED, 3)
    made = game.decided(cell, SEED, 3)
    assert len(made) == rows["decisions"][3]
    told = game.replay(cell, SEED, 3)
    assert told.events[-1]["result"]["turns"] == told.lines[-2][0] == rows["turns"][3]
    assert sum("holds" in line for _, line in told.lines) >= sum(each.chosen for each in made)
    with pytest.raises(BadInput, match="a fork is played on by policies that do not search"):
        game.forked(cell, SEED, 3, 0, 0)
    by = {"name": "random"}
    assert game.forked(cell, SEED, 3, len(made) - 1, made[-1].chosen, by=by) == rows[3]
    assert game.part("search base=hold") == {"policy": ["search base=hold worlds=64"]}
    assert game.notes([cell]) == []
    assert program(forking()).notes([cell_of(program(forking()), "search base=keen")]) == [str(NOT_READ)]


@pytest.mark.full
@pytest.mark.parametrize("policy", ["search base=stay worlds=8", "search base=random worlds=8 seat=2"])
def test_searched_games_answer_all_questions(policy: str) -> None:
    subject = subject_named(f"cmd:{forking()}", ROOT)
    trial = Trial(subject.game, subject.address, {"policy": [policy]}, games=12)
    assert {question.name: ask(question, trial) for question in QUESTIONS} == {each.name: [] for each in QUESTIONS}


def gains_of(search: str, games: int) -> Any:
    """Of each game of the example, by exact values, in points of a hundred."""
    game = program(str(pig()))
    cell, found = pig_cell(game, f"search base=hold {search} seat=1"), []
    who = search_in(game.edition, cell)
    assert who is not None
    for index in range(games):
        gain = 0.0
        for each in play_searched(game.edition, cell, who, SEED, index).told:
            total, *scores = map(int, re.findall(r"\d+", each.view)[2:])
            view = {"seat": each.seat, "turn": total, "scores": scores}
            gain += pig_advantage(Choice(view, [0, 1], each.chosen == 0)) if each.seat == 0 else 0.0
        found.append(100 * gain)
    return np.array(found)


@needs_compiler
@pytest.mark.full
def test_a_careful_search_of_the_example_loses_nothing_and_a_careless_one_much() -> None:
    careful, careless = gains_of("worlds=64", 60), gains_of("worlds=16 caution=0", 60)
    assert careful.mean() - 3 * careful.std() / 60**0.5 > -0.1
    assert careless.mean() + 3 * careless.std() / 60**0.5 < -0.1


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
        (forking(), "search", "policy: parameter base: expected a policy of the game"),
        (forking(), "search base=search", "policy: parameter base: a search cannot be the base of a search"),
        (
            forking(),
            "search base=brave",
            "policy: parameter base: unknown policy 'brave': expected one of keen, random",
        ),
        (forking(), "search base=keen worlds=1", "policy: parameter worlds: expected a whole number from 2 to"),
        (
            forking(),
            "search base=keen depth=2",
            "policy: unknown parameter 'depth': expected one of caution, seat, worlds",
        ),
        (forking(), "searching", "policy: expected some of random, keen, stay, each once, got"),
    ],
)
def test_a_search_that_cannot_be_is_refused_in_one_line(command: str, word: str, line: str) -> None:
    with pytest.raises(BadInput) as refused:
        program(command).resolve({"policy": [word]}, "here")
    assert refused.value.line.startswith(f"here: {line}")
    assert "\n" not in refused.value.line


@needs_compiler
def test_a_seat_that_nobody_has_cannot_search() -> None:
    with pytest.raises(BadInput, match="parameter seat: expected a seat up to 6, or 0, not 7"):
        program(str(pig())).resolve({"policy": ["search base=hold seat=7"]}, "here")
