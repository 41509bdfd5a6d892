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
from tests.support.sample import sampled

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install 'fatecast[openspiel]'")


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


@pytest.mark.parametrize(
    "name", sampled(["tic_tac_toe", "leduc_poker", "pig(winscore=20)"], ["tic_tac_toe", "pig(winscore=20)"])
)
def test_a_search_plays_a_game_alike_wherever_it_is_played(name: str) -> None:
    """Each game has new bots; one that lived on would remember the games before."""
    game, cell = made(name, policies=["mcts simulations=8"])
    together = game.simulate(cell, 1, 0, 12).rows
    alone = np.concatenate([game.simulate(cell, 1, index, index + 1).rows for index in reversed(range(12))])[::-1]
    assert np.array_equal(together, alone)
    assert not np.array_equal(together, game.simulate(cell, 2, 0, 12).rows)


def test_a_search_beats_random_moves() -> None:
    game, cell = made("tic_tac_toe", focus=["mcts simulations=50"], field=["random"])
    rows = game.simulate(cell, 1, 0, 200).rows
    assert np.isin(rows["focus"], (2, 3)).mean() > 0.8 > 0.6 > np.isin(rows["focus"], (1, 3)).mean()


@pytest.mark.full
def test_plain_search_does_not_play_where_it_would_cheat() -> None:
    assert "mcts cannot play phantom_ttt: OpenSpiel cannot deal again" in refusal("phantom_ttt", policies=["mcts"])
    assert "mcts cannot play matrix_rps: OpenSpiel cannot deal again" in refusal("matrix_rps", policies=["mcts"])
    assert "mcts cannot play hanabi: OpenSpiel's search needs" in refusal("hanabi", policies=["mcts"])
    assert "mcts cannot play negotiation: it draws luck inside" in refusal("negotiation", policies=["mcts"])


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


def test_what_cannot_be_solved_is_refused() -> None:
    assert "a solution is for two players" in refusal("kuhn_poker(players=3)", policies=["solved"])
    assert "at most 10,000 information sets" in refusal("tic_tac_toe", policies=["solved"])
    assert "a solution is for two players" in refusal("hanabi", policies=["solved"])
    assert "does not say what a player knows" in refusal("backgammon", policies=["solved"])


def test_slips_are_that_share_of_moves() -> None:
    """A player who always slips plays like random moves; one who never does, like the policy itself."""
    game, never = made("kuhn_poker", policies=["solved iterations=100"])
    _, explicit = made("kuhn_poker", policies=["solved iterations=100 slips=0"])
    assert never.key == explicit.key
    game, always = made("kuhn_poker", policies=["solved iterations=100 slips=100"])
    bets = []
    for cell in (never, always, made("kuhn_poker")[1]):
        with_jack = [
            told for told in (game.replay(cell, 1, index) for index in range(900)) if "0" in told.events[0]["what"]
        ]
        bets.append(np.mean(["Bet" in told.events[2]["what"] for told in with_jack]))
    assert bets[0] < 0.4
    assert bets[1] == pytest.approx(0.5, abs=0.12)
    assert bets[2] == pytest.approx(0.5, abs=0.12)


@pytest.mark.full
def test_the_notes_say_what_is_promised_and_how_good_a_solution_is() -> None:
    game, plain = made("kuhn_poker")
    assert game.notes([plain]) == []
    _, solved = made("kuhn_poker", tables=["solved iterations=100,mcts"])
    notes = game.notes([plain, solved])
    assert sum("another machine may play other games" in note for note in notes) == 2
    assert sum("a perfect opponent would win 0.00119 points" in note for note in notes) == 1
    grid = game.resolve({"policies": ["solved iterations=100"]}, "test")
    assert game.provenance(grid)["openspiel"]["exploitability"]["solved iterations=100"] == pytest.approx(
        0.00119, abs=1e-5
    )


def test_slips_leave_the_other_luck_as_it_is() -> None:
    """With a slip in 20 moves, most games of Kuhn poker go as before."""
    game, never = made("kuhn_poker", policies=["solved iterations=100"])
    _, seldom = made("kuhn_poker", policies=["solved iterations=100 slips=5"])
    same = game.simulate(never, 1, 0, 400).rows == game.simulate(seldom, 1, 0, 400).rows
    assert 0.8 < same.mean() < 1


@pytest.mark.full
def test_parameters_are_changed_by_dotted_paths() -> None:
    game, _ = made("kuhn_poker")
    content = game.content
    assert content is not None
    grid = game.resolve({"focus": ["solved iterations=100"], "field": ["mcts"]}, "test")
    assert content.fields(grid, "test") == {
        "focus.iterations": 100,
        "focus.slips": 0,
        "field.simulations": 50,
        "field.slips": 0,
    }
    changed = content.changed(grid, {"focus.slips": 30, "policy.simulations": 9}, "test")
    assert changed == game.resolve(
        {"focus": ["solved iterations=100 slips=30"], "field": ["mcts simulations=9"]}, "test"
    )
    for changes in ({"focus.simulations": 3}, {"policy.colour": 3}, {"options.focus": 1}, {"policy.slips": 300}):
        with pytest.raises(BadInput):
            content.changed(grid, changes, "test")
    for found in (content.alterations(grid, "parameters", "test"), content.rehearsals(grid, "test")):
        assert found
        assert all(content.changed(grid, each.changes, "test") != grid for each in found)
    text = content.extension({"policies": ["solved"]}, {"policy.slips": 4}, ["why"], Path("x.toml"))
    assert text == '# why\n\ngame = "openspiel:kuhn_poker"\npolicies = ["solved slips=4"]\n'


def test_policies_are_listed_and_files_refused() -> None:
    game, _ = made("kuhn_poker")
    assert game.policies is not None
    listed = game.policies.sheets()[0]
    assert [row[0] for row in listed.rows] == ["random", "mcts", "solved", "search", "trained"]
    assert "mine.py" not in listed.title
    with pytest.raises(BadInput, match="not by a file"):
        game.policies.admit(Path("mine.py"))
    assert game.policies.check("mcts simulations=4", print) == []
