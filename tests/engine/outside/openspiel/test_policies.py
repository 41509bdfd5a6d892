"""The policies that play OpenSpiel's games: the same game from the same seed, no peeking, better than chance."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import BadInput
from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import load_game
from engine.outside.openspiel import solving
from engine.outside.openspiel.loading import load
from engine.outside.openspiel.luck import BlockLuck, GameLuck
from engine.outside.openspiel.policies import mcts

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATECAST_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def made(name: str, **grid: Any) -> tuple[Game, Cell]:
    game = load_game(f"openspiel:{name}")
    return game, game.cells(game.resolve(grid, "test"))[0]


def refusal(name: str, **grid: Any) -> str:
    with pytest.raises(BadInput) as refused:
        made(name, **grid)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_what_is_hidden_does_not_change_what_a_search_decides() -> None:
    """The second player of Kuhn poker holds the middle card and hears a bet. Whoever saw the other card would call
    if it is lower and fold if it is higher."""
    loaded = load("kuhn_poker")

    def answer(bettor: int, index: int) -> int:
        state = loaded.game.new_initial_state()
        for action in (bettor, 1, 1):  # two cards, and the bet
            state.apply_action(action)
        luck = GameLuck(BlockLuck(1, np.array([index])), 0)
        parameters = {"simulations": 20, "exploration": 1.4, "slips": 0}
        return mcts.player(loaded, loaded.game, parameters, luck.of_seat(1))(state, state.legal_actions())

    assert [answer(0, index) for index in range(30)] == [answer(2, index) for index in range(30)]


def test_a_solution_of_kuhn_poker_has_its_known_value() -> None:
    """−1/18 for the first seat. Against a strategy that can be exploited by ε on average, both seats together lose 2 ε
    at most, so the value of the strategy against itself is off by no more than that."""
    for iterations in (20, 300):
        found = solving.solution_of(load("kuhn_poker"), iterations)
        assert abs(found.value + 1 / 18) <= 2 * found.exploitability
    assert found.exploitability < 0.001 < solving.solution_of(load("kuhn_poker"), 20).exploitability
    game, cell = made("kuhn_poker", policies=["solved iterations=300"])
    rows = game.simulate(cell, 1, 0, 4_000).rows
    outcome = next(each for each in game.outcomes if each.name == "return of seat 1")
    returns = np.array([outcome.worth(int(value)) for value in rows["return1"]]) / 1000  # type: ignore[union-attr]
    error = returns.std() / np.sqrt(len(returns))
    assert abs(returns.mean() + 1 / 18) < 4 * error + 2 * found.exploitability


def test_a_solution_is_kept_and_a_damaged_one_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATECAST_CACHE", str(tmp_path))
    loaded = load("kuhn_poker")
    fresh = solving.solution_of.__wrapped__
    made_now = fresh(loaded, 7)
    assert solving.is_solved(loaded, 7)
    (file,) = (tmp_path / "solved").iterdir()
    monkeypatch.setattr(solving, "_solve", lambda *_: pytest.fail("solved again"))
    assert fresh(loaded, 7) == made_now
    monkeypatch.undo()
    monkeypatch.setenv("FATECAST_CACHE", str(tmp_path))
    file.write_text('{"strategy": 3}')
    assert fresh(loaded, 7) == made_now


@pytest.mark.full
def test_what_cannot_be_solved_is_refused() -> None:
    assert "a solution is for two players" in refusal("kuhn_poker(players=3)", policies=["solved"])
    assert "at most 10,000 information sets" in refusal("tic_tac_toe", policies=["solved"])
    assert "does not say what a player knows" in refusal("backgammon", policies=["solved"])


def test_policies_are_listed_and_files_refused() -> None:
    game, _ = made("kuhn_poker")
    assert game.policies is not None
    listed = game.policies.sheets()[0]
    assert [row[0] for row in listed.rows] == ["random", "mcts", "solved", "search", "trained"]
    assert "mine.py" not in listed.title
    with pytest.raises(BadInput, match="not by a file"):
        game.policies.admit(Path("mine.py"))
    assert game.policies.check("mcts simulations=4", print) == []
