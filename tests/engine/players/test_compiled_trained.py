"""Networks that play compiled games: they sit upon a habit, by which the kernel plays on."""

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.cell import Cell, Json
from engine.kernel.compiled import INTERPRETED
from engine.players.compiled_game import features, searching
from engine.players.learning.caution import with_start
from engine.players.learning.columns import Known, grown, rounded
from engine.players.learning.features import HABIT
from engine.players.learning.fit import new_layers
from engine.players.learning.lessons import Lessons, Plan, Teaches
from engine.policy.compiled_game.decisions import decisions_of
from engine.policy.seats.trained_net import Net
from engine.policy.seats.trained_policy import FORMAT, KIND

SEED = 36
HADAL: Json = {"missions": ["A"], "players": [3]}
EUPHORIA: Json = {"decks": ["surrogate"], "players": [4]}
SHIPWRECK: Json = {"players": [3], "doom": [4]}
EVERY = [
    ("hadal", "even", HADAL),
    pytest.param("oracle", "greedy", {}, marks=pytest.mark.full),
    pytest.param("euphoria", "hunter", EUPHORIA, marks=pytest.mark.full),
    pytest.param("shipwreck", "literal", SHIPWRECK, marks=pytest.mark.full),
]
"""A game, a habit, and where it plays. A kernel takes 20 to 60 s to compile; that of Hadal is there for searches."""
every_game = pytest.mark.parametrize(("name", "habit", "scenario"), EVERY)
pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes minutes as plain Python")


def game_of(name: str) -> Any:
    return import_module(f"engine.{name}.game").GAME


def cell_of(game: Any, **grid: Any) -> Cell:
    cells: list[Cell] = game.cells(game.resolve(grid, "test"))
    return cells[0]


def habitual() -> Net:
    """Always takes the habit."""
    one = np.ones((1, 1), np.int64)
    return Net((HABIT,), one << 24, one[0] * 0, one << 12, one[0] * 0, one[0] << 12)


@cache
def lessons(name: str, habit: str, scenario: str, first: int = 0, last: int = 12) -> Lessons:
    game = game_of(name)
    cell = cell_of(game, policies=[habit], **json.loads(scenario))
    assert isinstance(game, Teaches)
    return game.lessons(cell, cell.spec["policy"], Plan(3, 20), SEED, first, last)


def wild(name: str, habit: str, scenario: Json, start: float = 0.0) -> Net:
    """Does anything, but by what it is shown; the habit has a head start."""
    known = grown(Known(), lessons(name, habit, json.dumps(scenario)))
    layers = new_layers(len(known.shown), len(known.choices), (8, 8), SEED)
    return rounded(with_start(layers, known, start), known)


def playing(name: str, habit: str, scenario: Json, net: Net) -> Cell:
    game = game_of(name)
    beneath = cell_of(game, policies=[habit], **scenario).spec["policy"]
    policy = {"name": "trained", "parameters": {"level": 0, "net": net.data, "habit": beneath}}
    return cell_of(game, policies=[policy], **scenario)


@every_game
def test_a_network_that_never_leaves_its_habit_plays_its_games(name: str, habit: str, scenario: Json) -> None:
    game, games = game_of(name), 3
    true = game.simulate(cell_of(game, policies=[habit], **scenario), SEED, 0, games)
    found = game.simulate(playing(name, habit, scenario, habitual()), SEED, 0, games)
    assert np.array_equal(found.rows, true.rows)
    assert np.array_equal(found.pieces, true.pieces)


@every_game
def test_a_network_plays_other_games_and_the_same_ones_again(
    name: str, habit: str, scenario: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, games, net = game_of(name), 3, wild(name, habit, scenario)
    true = game.simulate(cell_of(game, policies=[habit], **scenario), SEED, 0, games)
    cell = playing(name, habit, scenario, net)
    found = game.simulate(cell, SEED, 0, games)
    assert not np.array_equal(found.rows, true.rows)
    assert game.simulate(cell, SEED, 2, 3).rows == found.rows[2:]
    folder = tmp_path / "configs" / name / "policies"
    folder.mkdir(parents=True)
    head = {"kind": KIND, "format": FORMAT, "game": name, "rules": game.grid.policies.learned_rules, "origin": ""}
    for text, works in ((habit, True), (game.grid.policies.known()[0], False)):
        (folder / "trained.json").write_text(json.dumps({**head, "habit": text, "levels": [net.data]}))
        with monkeypatch.context() as here:
            here.chdir(tmp_path)
            word = game.game_id(cell, SEED, 2)
            if works:
                assert game.find_game(word) == (cell, SEED, 2)
                assert game.replay(*game.find_game(word)).lines
            else:
                with pytest.raises(BadInput, match="another network"):
                    game.find_game(word)


def dealt_again(name: str, habit: str, scenario: Json) -> Any:
    check = import_module(f"engine.{name}.cells.checked_cells").CHECK
    games = 4 if name == "shipwreck" else 1  # its games have few decisions
    return check.redeal(playing(name, habit, scenario, wild(name, habit, scenario)), SEED, games, 2)


@every_game
def test_a_network_decides_alike_by_arrays_and_by_pairs(
    name: str, habit: str, scenario: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In arrays the view is read at once, field by field in the other way."""
    compared = 0

    def by_both(self: Any, net: Net, due: Any, world: Any) -> Any:
        nonlocal compared
        legal, players = due.legal(world), cell.spec["players"]
        given = due.decision, world, due.given, due.seat, players, legal, due.habit
        told = features.asked(*given)
        with monkeypatch.context() as here:
            here.setattr(features, "numbers_of", lambda which, *rest: np.array(which.numbers(*rest)).astype(np.int64))
            shown, choices = features.as_pairs(features.asked(*given), len(legal))
        place = net.choose_of(len(legal), *told)
        assert place == net.choose(shown, choices)
        compared += len(legal) > 1
        return legal[place]

    cell = playing(name, habit, scenario, wild(name, habit, scenario))
    monkeypatch.setattr(searching.Searching, "_by_network", by_both)
    game_of(name).simulate(cell, SEED, 0, 2)
    assert compared > 10


@every_game
def test_in_worlds_that_a_seat_cannot_tell_apart_it_decides_the_same(name: str, habit: str, scenario: Json) -> None:
    finding = dealt_again(name, habit, scenario)
    assert finding.compared > 20
    assert not finding.different


@every_game
def test_a_network_that_sees_what_is_hidden_is_caught(
    name: str, habit: str, scenario: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = decisions_of(game_of(name).played.hooks).hidden

    def peeking(decision: Any, world: Any, *rest: Any) -> Any:
        told = features.asked(decision, world, *rest)
        secret = sum(sum(getattr(world, each).tobytes()) for each in hidden)
        shown = told.thing == 0
        told.numbers[shown] = secret % 97 * 64 * (np.arange(shown.sum()) % 7 - 3)
        return told

    monkeypatch.setattr(searching, "asked", peeking)
    assert dealt_again(name, habit, scenario).different


@every_game
def test_lessons_depend_on_nothing_but_their_games(name: str, habit: str, scenario: Json) -> None:
    every, late = (lessons(name, habit, json.dumps(scenario), first) for first in (0, 9))
    assert 1 <= len(late) <= 3
    assert late.results.tolist() == every.results[-len(late.results) :].tolist()
    assert late.choices.keys.tolist() == every.choices.keys[-len(late.choices.keys) :].tolist()
    assert len(set(every.results.tolist())) > 1


@every_game
def test_each_decision_says_which_choice_is_the_habit(name: str, habit: str, scenario: Json) -> None:
    found = lessons(name, habit, json.dumps(scenario))
    is_habit = np.add.reduceat((found.choices.keys == np.uint64(HABIT)).astype(int), found.choices.first[:-1])
    assert set(np.add.reduceat(is_habit, found.first[:-1]).tolist()) <= {0, 1}
    assert is_habit.sum() > 0.9 * len(found)


@pytest.mark.parametrize("habit", ["search base=even", "trained", "", "nobody", "random " * 500])
def test_not_everything_is_a_habit(habit: str, tmp_path: Path) -> None:
    game, path = game_of("hadal"), tmp_path / "mine.json"
    head = {"kind": KIND, "format": FORMAT, "game": "hadal", "rules": game.grid.policies.learned_rules, "origin": ""}
    path.write_text(json.dumps({**head, "habit": habit, "levels": [habitual().data]}))

    def resolve() -> None:
        game.resolve({"policies": [game.policies.admit(path)], **HADAL}, "test")

    with pytest.raises(BadInput) as error:
        resolve()
    assert "habit" in error.value.line
    game.grid.policies.trained_files.clear()


def test_no_search_over_a_network(tmp_path: Path) -> None:
    policy = playing("hadal", "even", HADAL, habitual()).spec["policy"]
    search = {"name": "search", "parameters": {"base": policy, "worlds": 2, "caution": 0}}
    with pytest.raises(BadInput, match="no search over what was learned"):
        cell_of(game_of("hadal"), policies=[search], **HADAL)


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "habit", "scenario"), [("euphoria", "hunter", EUPHORIA), ("shipwreck", "literal", SHIPWRECK)]
)
def test_the_check_of_policies_finds_nothing(
    name: str, habit: str, scenario: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of(name)
    folder = tmp_path / "configs" / name / "policies"
    folder.mkdir(parents=True)
    head = {"kind": KIND, "format": FORMAT, "game": name, "rules": game.grid.policies.learned_rules, "origin": ""}
    net = wild(name, habit, scenario, 1.0)
    (folder / "trained.json").write_text(json.dumps({**head, "habit": habit, "levels": [net.data]}))
    monkeypatch.chdir(tmp_path)
    assert game.policies.check("trained", print) == []
