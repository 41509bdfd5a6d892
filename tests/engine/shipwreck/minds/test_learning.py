"""Learning: planted weights are found again, files store them, and the same games always give the same weights."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.special import expit
from typer.testing import CliRunner

from engine.errors import BadInput
from engine.game.cell import Cell, Json
from engine.shipwreck.cells.play_cell import TABLES
from engine.shipwreck.deck.files import load_deck
from engine.shipwreck.minds.learning import self_play
from engine.shipwreck.minds.learning.self_play import train
from engine.shipwreck.minds.learning.value_fit import HELD_OUT, Floats, Positions, Shape, fit, log_loss
from engine.shipwreck.minds.planning.memory import CARD_FACTS, KINDS, SAMPLE
from engine.shipwreck.table.state import GOING_ON, SEATS, SLOTS
from engine.shipwreck.weights import KIND_NAMES, LEFT, STAGES, Weights, hash_of, read_weights
from sim.cli.app import app
from tests.support.shipwreck.stepping import Sitting
from tests.support.shipwreck.weighed import Judge, shape_of, table_of

SMALL = Shape(["comet", "tall", "wide"], 3, 4, 2)


def drawn(shape: Shape, games: int, seed: int, results: Callable[[Positions], Floats] | None = None) -> Positions:
    """Random positions, four per game; `results` gives the probability of a win for each."""
    dice = np.random.default_rng(seed)
    count = 4 * games
    facts = np.zeros((count, SAMPLE), np.int64)
    facts[:, 0] = np.arange(count) // 4
    facts[:, 1] = dice.integers(0, shape.goal, count)
    facts[:, 2] = dice.integers(0, shape.limit, count)
    for slot in range(SLOTS):
        card = dice.integers(0, len(shape.cards), count)
        facts[:, 3 + 2 * slot] = card
        facts[:, 4 + 2 * slot] = np.where(card == 0, 0, dice.integers(1, LEFT, count))
    facts[:, 3 + CARD_FACTS : 3 + CARD_FACTS + KINDS] = dice.integers(0, 3, (count, KINDS))
    squares = np.zeros((count, SEATS + 1))
    for distance in range(1, shape.seats + 1):
        holds = dice.integers(0, 2, count)
        facts[:, 3 + CARD_FACTS + KINDS + distance] = holds
        squares[:, distance] = holds * dice.uniform(0.1, 1.0, count)
    positions = Positions(facts, squares, np.zeros(count, np.int64), facts[:, 0] % HELD_OUT == 0)
    chances = results(positions) if results else np.full(count, 0.5)
    return positions._replace(won=(dice.random(count) < chances).astype(np.int64))


def test_positions_belong_to_their_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for every turn except the last, over several batches, with the result of its game."""
    monkeypatch.setattr(self_play, "BATCH", 8)
    cell = table_of("expert depth=1 rounds=1", doom=4)
    positions, rows = self_play.play_positions(cell, 3, 5, 25), TABLES.play_batch(cell, 3, 5, 25).rows
    game = np.repeat(np.arange(5, 25), rows["turns"] - 1)
    assert (positions.won == rows["won"][game - 5]).all()
    assert (positions.held_out == (game % HELD_OUT == 0)).all()
    assert (positions.facts[:, 0] == (game - 5) % 8).all()
    assert len({tuple(fact) for fact in positions.facts}) > len(game) / 2


def planted(shape: Shape, seed: int) -> Floats:
    """Weights different from the start, with about as many wins as losses."""
    vector = shape.start() + np.random.default_rng(seed).normal(0.0, 0.3, shape.size)
    vector[: shape.goal * shape.limit] -= 5.0
    return vector


@pytest.mark.full
def test_planted_weights_are_found_again() -> None:
    truth = planted(SMALL, 4)
    positions = drawn(SMALL, 12_000, 5, lambda drawn: expit(SMALL.matrix(drawn) @ truth))
    found, loss = fit(SMALL, positions, SMALL.start())
    matrix = SMALL.matrix(positions)
    error = matrix @ (found - truth)
    before = matrix @ (SMALL.start() - truth)
    assert np.sqrt(np.mean(error**2)) < 0.2 * np.sqrt(np.mean(before**2))
    stage = SMALL.goal * SMALL.limit + 2 + len(SMALL.cards) * LEFT
    for at in range(STAGES):
        kinds = slice(stage + at * SMALL.per_stage, stage + at * SMALL.per_stage + KINDS)
        # stage 0 is five steps from the doom limit, and this track has only four
        assert at == 0 or np.abs(found[kinds] - truth[kinds]).max() < 0.25
    held_out = np.flatnonzero(positions.held_out)
    rows, won = matrix[held_out], positions.won[held_out]
    assert loss == pytest.approx(log_loss(rows, won, found), abs=1e-12)
    assert loss < log_loss(rows, won, SMALL.start()) - 0.05
    assert loss < log_loss(rows, won, truth) + 0.01


# Weights as vectors and as files.


@pytest.mark.parametrize("shape", [SMALL, shape_of("base", 3), shape_of("full", 5)])
def test_reading_is_writing_backwards(shape: Shape) -> None:
    vector = np.random.default_rng(1).normal(0.0, 1.0, shape.size)
    data = shape.written(vector)
    Weights.model_validate(json.loads(json.dumps(data)))
    np.testing.assert_array_equal(shape.read(data), vector.round(4))
    assert shape.written(shape.read(data)) == data


def test_a_set_for_fewer_seats_and_other_cards_is_read() -> None:
    """A seat farther away than the file knows counts like its farthest seat, an unknown card has no weights of its own,
    and a longer track keeps its starting values."""
    small = SMALL.written(planted(SMALL, 9))
    larger = Shape(["new", "tall"], 4, 5, 4)
    data = larger.written(larger.read(small))
    assert data["held"] == [*small["held"], small["held"][1], small["held"][1]]
    assert data["known"] == [*small["known"], small["known"][1], small["known"][1]]
    assert data["cards"]["tall"] == small["cards"]["tall"]
    assert data["cards"]["new"] == [[0.0] * STAGES] * LEFT
    assert data["spare"] == small["spare"]
    assert data["powers"] == small["powers"]
    assert [row[:4] for row in data["track"][:3]] == small["track"]
    first = larger.written(larger.start())["track"]
    assert data["track"][3] == first[3]
    assert [row[4] for row in data["track"]] == [row[4] for row in first]
    fewer = Shape(SMALL.cards, 3, 4, 1)
    assert fewer.written(fewer.read(small))["held"] == small["held"][:1]


def test_what_is_fitted_is_what_is_played() -> None:
    """The rows of the regression, for recorded positions, give the worth that is used in play."""
    sitting = Sitting(table_of("expert depth=1 rounds=1 patience=0", "base", 3, 5), 12)
    shape = shape_of("base", 3)
    judge = Judge(sitting, patience=0.0)
    vector = shape.read(judge.weights)
    expected = []
    sitting.mind.learns, sitting.mind.game = 1, -1
    for step in sitting.steps(0):
        table = sitting.world.table
        if step == "fade" and table.end == GOING_ON:
            own = float((table.belief[table.seat] ** 2).sum()) if table.holds[table.seat] else None
            expected.append(judge.worth(judge.position(table, table.belief, own)))
    mind = sitting.mind
    assert mind.samples == len(expected) > 2
    facts, squares = mind.sample[: mind.samples], mind.square[: mind.samples]
    nothing = np.zeros(mind.samples, np.int64)
    matrix = shape.matrix(Positions(facts, squares, nothing, nothing > 0))
    np.testing.assert_allclose(expit(matrix @ vector), expected, atol=1e-9)
    assert (facts[:, 0] == 0).all()


# The trainer.

Played = list[tuple[str, int, int, int]]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Played:
    """Games are drawn at random instead of played; what they teach depends on seed and indices."""
    asked: Played = []
    truth = planted(shape_of("base", 5), 3)

    def play_positions(cell: Cell, seed: int, first: int, last: int) -> Positions:
        weights = cell.spec["policy"]["parameters"]["weights"]
        asked.append((hash_of(weights), seed, first, last))
        seats = len(weights["set"]["held"])
        shape = shape_of("base", seats)
        vector = shape.read(shape_of("base", 5).written(truth))
        return drawn(shape, last - first, seed * 1000 + first, lambda drawn: expit(shape.matrix(drawn) @ vector))

    monkeypatch.setattr(self_play, "play_positions", play_positions)
    monkeypatch.setattr(self_play, "TABLES", SimpleNamespace(preparation=SimpleNamespace(prepare_one=lambda *_: None)))
    monkeypatch.setattr(self_play, "MOST_ROUNDS", 2)
    return asked


def learnt(seed: int = 1, policy: str = "expert") -> Json:
    return train(policy, load_deck("base"), "base", (3, 2), 100, seed, lambda _: None)


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves no weights to start from."""
    monkeypatch.setattr(self_play, "resolve_weights", lambda *_: {"name": "none", "sets": {}})


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.full
def test_a_pupil_learns_the_same_from_the_same_games(quick: Played) -> None:
    one = learnt()
    assert learnt() == one
    assert learnt(seed=2)["seats"] != one["seats"]
    assert one["trained"]["3"]["started_from"] == "nothing"
    for seats in ("3", "2"):
        told = one["trained"][seats]
        assert told["seed"] == 1
        assert told["games"] == 100 * len(told["fit"])
        assert len(one["seats"][seats]["held"]) == int(seats)
        assert all(0 < each["log_loss"] < 1 and 0 <= each["wins"] <= 1 for each in told["fit"])


@pytest.mark.usefixtures("quick", "nothing_known")
@pytest.mark.full
def test_the_best_round_is_kept_and_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that spoils what the one before had learned."""
    made: list[Floats] = []

    def spoiled(shape: Shape, positions: Positions, start: Floats) -> tuple[Floats, float]:
        weights, loss = fit(shape, positions, start)
        made.append(weights if len(made) % 3 < 2 else -3 * weights)
        return made[-1], loss

    monkeypatch.setattr(self_play, "MOST_ROUNDS", 3)
    monkeypatch.setattr(self_play, "ENOUGH", -9.0)
    monkeypatch.setattr(self_play, "fit", spoiled)
    said: list[str] = []
    found = train("expert", load_deck("base"), "base", (3,), 2000, 1, said.append)
    told = found["trained"]["3"]
    assert told["kept_round"] in (1, 2)
    assert found["seats"]["3"] == shape_of("base", 3).written(made[told["kept_round"] - 1])
    assert told["log_loss"]["kept"] < told["log_loss"]["start"]
    assert said[-1] == (
        f"base, 3 seats: round {told['kept_round']} of 3 kept: held-out log loss {told['log_loss']['kept']:.5f}, "
        f"with the weights at the start {told['log_loss']['start']:.5f}"
    )


@pytest.mark.usefixtures("quick", "nothing_known")
def test_if_no_round_improves_nothing_is_changed_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "fit", lambda shape, positions, start: (-3 * shape.start(), 0.5))
    said: list[str] = []
    found = train("expert", load_deck("base"), "base", (3,), 1000, 1, said.append)
    shape = shape_of("base", 3)
    assert found["trained"]["3"]["kept_round"] == 0
    assert found["seats"]["3"] == shape.written(shape.start())
    assert "warning: no round improved, the weights at the start are kept" in said[-1]


def test_who_has_nothing_to_learn_is_told_so() -> None:
    with pytest.raises(
        BadInput, match="policy certain: cannot be trained; expected a policy that plays by learned weights"
    ):
        learnt(policy="certain")


@pytest.mark.usefixtures("quick", "nothing_known")
def test_the_verb_writes_a_file_that_can_be_read(tmp_path: Path) -> None:
    words = ["train", "--games", "100", "--players", "3", "--out", str(tmp_path)]
    ran = CliRunner().invoke(app, words, catch_exceptions=False)
    assert ran.exit_code == 0
    path = tmp_path / "shipwreck/policies/expert-base.json"
    told = f"{path}: expert uses these values from now on when it plays with this content"
    assert told in ran.output.replace("\n", "")
    file = read_weights(path)
    assert (file.policy, file.deck, file.deck_hash) == ("expert", "base", load_deck("base").digest)
    assert set(file.seats) == {"3"}
    assert file.seats["3"].powers.keys() == set(KIND_NAMES)
