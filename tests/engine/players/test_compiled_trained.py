"""Networks that play compiled games: they sit upon a habit, by which the kernel plays on."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.cell import Cell, Json
from engine.hadal.cells.checked_cells import CHECK
from engine.hadal.game import HADAL
from engine.kernel.compiled import INTERPRETED
from engine.players.learning.columns import Known, grown, rounded
from engine.players.learning.features import HABIT
from engine.players.learning.fit import new_layers
from engine.players.learning.lessons import Plan, Teaches
from engine.policy.seats.trained_net import Net
from engine.policy.seats.trained_policy import FORMAT, KIND

SEED = 36
GAME: Any = HADAL
HABIT_OF_MANY = "even"
SCENARIO: Json = {"missions": ["A"], "players": [3]}
"""A kernel takes 20 to 60 s to compile; that of Hadal is there for searches."""
HEAD = {"kind": KIND, "format": FORMAT, "game": "hadal", "rules": GAME.grid.policies.learned_rules, "origin": ""}
pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes minutes as plain Python")


def cell_of(policy: str | Json) -> Cell:
    found: Cell = GAME.cells(GAME.resolve({**SCENARIO, "policies": [policy]}, "test"))[0]
    return found


def habitual() -> Net:
    """Always takes the habit."""
    one = np.ones((1, 1), np.int64)
    return Net((HABIT,), one << 24, one[0] * 0, one << 12, one[0] * 0, one[0] << 12)


@pytest.fixture(scope="module")
def wild() -> Net:
    """Does anything, but by what it is shown."""
    assert isinstance(GAME, Teaches)
    cell = cell_of(HABIT_OF_MANY)
    lessons = GAME.lessons(cell, cell.spec["policy"], Plan(3, 20), SEED, 0, 12)
    known = grown(Known(), lessons)
    return rounded(new_layers(len(known.shown), len(known.choices), (8, 8), SEED), known)


def playing(net: Net) -> Cell:
    beneath = cell_of(HABIT_OF_MANY).spec["policy"]
    return cell_of({"name": "trained", "parameters": {"level": 0, "net": net.data, "habit": beneath}})


def test_a_network_that_never_leaves_its_habit_plays_its_games() -> None:
    true = GAME.simulate(cell_of(HABIT_OF_MANY), SEED, 0, 3)
    found = GAME.simulate(playing(habitual()), SEED, 0, 3)
    assert np.array_equal(found.rows, true.rows)
    assert np.array_equal(found.pieces, true.pieces)


def test_a_network_plays_other_games_and_the_same_ones_again(
    wild: Net, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = playing(wild)
    found = GAME.simulate(cell, SEED, 0, 3)
    assert not np.array_equal(found.rows, GAME.simulate(cell_of(HABIT_OF_MANY), SEED, 0, 3).rows)
    assert GAME.simulate(cell, SEED, 2, 3).rows == found.rows[2:]
    folder = tmp_path / "configs/hadal/policies"
    folder.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    (folder / "trained.json").write_text(json.dumps({**HEAD, "habit": HABIT_OF_MANY, "levels": [wild.data]}))
    word = GAME.game_id(cell, SEED, 2)
    assert GAME.find_game(word) == (cell, SEED, 2)
    assert GAME.replay(*GAME.find_game(word)).lines
    other = GAME.grid.policies.known()[0]
    (folder / "trained.json").write_text(json.dumps({**HEAD, "habit": other, "levels": [wild.data]}))
    with pytest.raises(BadInput, match="another network"):
        GAME.find_game(word)


def test_in_worlds_that_a_seat_cannot_tell_apart_it_decides_the_same(wild: Net) -> None:
    finding = CHECK.redeal(playing(wild), SEED, 1, 2)
    assert finding.compared > 20
    assert not finding.different


@pytest.mark.parametrize("habit", ["search base=even", "trained", "", "nobody", "random " * 500])
def test_not_everything_is_a_habit(habit: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**HEAD, "habit": habit, "levels": [habitual().data]}))

    def resolve() -> None:
        GAME.resolve({**SCENARIO, "policies": [GAME.policies.admit(path)]}, "test")

    with pytest.raises(BadInput) as error:
        resolve()
    assert "habit" in error.value.line
    GAME.grid.policies.trained_files.clear()
