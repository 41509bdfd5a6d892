"""Trained players that the tests keep: what they gain, and that they decide the same everywhere."""

import json
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from engine.game.outcomes import Mean
from engine.outside.own.compiled.kernels import plain_only
from engine.rows.digest import hash_rows
from tests.training.aims import PIG, PIRATES, TIC_TAC_TOE, Aim, losses_to_random, pig_gain, player_in
from tests.training.kept import KEPT, LARGEST, kept_file

KEPT_AIMS = {aim.name: aim for aim in (PIG, PIRATES, TIC_TAC_TOE)}
MOST_LOST = 0.5
"""Per cent."""
DIGESTS = {"pig": "edcdf19cb0e1c0f4", "pirates": "77065b5305a977dd", "openspiel:tic_tac_toe": "0d52e2c6a2d6ea5d"}
"""Of the first 40 games of seed 1, in which everybody is trained."""


@pytest.mark.parametrize("name", KEPT_AIMS)
def test_a_kept_player_belongs_to_the_rules_of_today(name: str) -> None:
    aim = KEPT_AIMS[name]
    data = json.loads(kept_file(aim).read_text(encoding="utf-8"))
    assert data["rules"] == aim.game().learnable.rules, f"train it anew: python -m tests.training {name} --keep {KEPT}"  # type: ignore[attr-defined]
    assert kept_file(aim).stat().st_size < LARGEST


def test_the_player_of_pig_gains_by_exact_advantages() -> None:
    gain, error = pig_gain(kept_file(PIG), 300)
    assert gain - 3 * error > 1


def test_a_player_that_wants_the_opposite_loses(tmp_path: Path) -> None:
    gain, error = pig_gain(_contrary(PIG, tmp_path), 20)
    assert gain + 3 * error < -10


def test_the_player_of_pirates_beats_what_was_written_by_hand() -> None:
    for other, least in (("random", 15.0), ("careful", 0.0)):
        assert _gain(PIRATES, other, 150) > least


def test_the_player_of_tic_tac_toe_hardly_ever_loses() -> None:
    """Exactly: half a per cent of the games at most, in either seat."""
    assert max(losses_to_random(kept_file(TIC_TAC_TOE))) <= MOST_LOST


def _contrary(aim: Aim, folder: Path) -> Path:
    """The same player, who likes best what it liked least."""
    data = json.loads(kept_file(aim).read_text(encoding="utf-8"))
    data["levels"][-1]["out"] = [-each for each in data["levels"][-1]["out"]]
    contrary = folder / "contrary.json"
    contrary.write_text(json.dumps(data), encoding="utf-8")
    return contrary


def _gain(aim: Aim, other: str, games: int) -> float:
    game = aim.game()
    grid = {**aim.tables, "focus": [player_in(kept_file(aim))], "field": [other]}
    (cell,) = game.cells(game.resolve(grid, "test"))
    outcome = next(each for each in game.outcomes if each.name == "focus gain")
    assert isinstance(outcome, Mean)
    with plain_only():
        rows = game.simulate(cell, 5, 0, games).rows
    return float(np.mean([outcome.worth(int(value)) for value in rows[outcome.column]]))


@pytest.mark.parametrize("name", KEPT_AIMS)
def test_a_kept_player_decides_the_same_on_every_machine(name: str) -> None:
    with plain_only():
        assert _digest(name) == DIGESTS[name]


@pytest.mark.full
def test_a_kept_player_decides_the_same_in_a_kernel() -> None:
    assert _digest("pig") == DIGESTS["pig"]


def _digest(name: str) -> str:
    aim = KEPT_AIMS[name]
    game = aim.game()
    (cell,) = game.cells(game.resolve({**aim.tables, "policies": [player_in(kept_file(aim))]}, "test"))
    game.prepare([cell], lambda line: None)
    return sha256(hash_rows(game.simulate(cell, 1, 0, 40).rows).tobytes()).hexdigest()[:16]
