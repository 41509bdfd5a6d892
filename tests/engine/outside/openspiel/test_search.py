"""Search in games of OpenSpiel: worlds are states that are dealt again."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

from engine.game.protocol import Forks
from engine.game.registry import load_game
from engine.outside.openspiel.game import OpenSpielGame
from engine.outside.openspiel.loading import load
from engine.outside.openspiel.luck import ONE, BlockLuck, Draws, GameLuck
from engine.outside.openspiel.policies import mcts, search
from engine.outside.openspiel.policy_set import POLICIES
from tests.support.spiel_bases import kuhn_base
from tests.support.spiel_values import exact_gains

SEED = 35
SAFE = -0.001
"""What a search may lose, in parts of the range of returns."""
KUHN_RANGE = 4


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATECAST_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def game_of(name: str) -> OpenSpielGame:
    game = load_game(f"openspiel:{name}")
    assert isinstance(game, OpenSpielGame)
    return game


def luck_of(number: int) -> GameLuck:
    return GameLuck(BlockLuck(SEED, np.array([number])), 0)


def decide(name: str, state: Any, number: int, typed: str) -> int:
    """What a search decides in a state, with the dice of a game of this number."""
    loaded = load(name)
    policy = POLICIES.resolve("search", dict(pair.split("=") for pair in typed.split()), "test")
    draws = luck_of(number).of_seat(state.current_player())
    return search.player(loaded, loaded.game, policy["parameters"], draws)(state, state.legal_actions())


def situations(name: str, games: int) -> Iterator[tuple[int, Any, Any]]:
    """Decisions of random games: the number of the game, the state, and one that the player cannot tell from it."""
    for number in range(games):
        luck, state = luck_of(number), load(name).game.new_initial_state()
        draws, deals = luck.of_stream(700), partial(_share, luck.of_stream(702))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(luck.chance.one_of(state.chance_outcomes()))
                continue
            seat, legal = state.current_player(), state.legal_actions()
            if len(legal) > 1:
                yield number, state.clone(), state.resample_from_infostate(seat, deals)
            state.apply_action(legal[draws.below(len(legal))])


def _share(draws: Draws) -> float:
    return draws.number() / ONE


def differing(name: str, games: int) -> int:
    """Decisions that are others in a world that the player cannot tell from the true one."""
    typed = "base=random worlds=4 caution=0"
    return sum(
        decide(name, state, number, typed) != decide(name, other, number, typed)
        for number, state, other in situations(name, games)
    )


def test_in_worlds_that_a_player_cannot_tell_apart_it_decides_the_same() -> None:
    assert differing("leduc_poker", 12) == 0


def test_a_planted_search_that_sees_the_true_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search.Worlds, "_dealt_again", lambda self, luck: self._state)
    assert differing("leduc_poker", 12) > 0


def kuhn_gain(name: str, dice: int, worlds: int, caution: float = 3.0) -> tuple[float, float]:
    """In parts of the range of returns: the mean and its standard error."""
    gains = np.array(list(exact_gains(load("kuhn_poker"), *kuhn_base(name), range(dice), worlds, caution))) / KUHN_RANGE
    return gains.mean(), gains.std() / dice**0.5


@pytest.mark.parametrize(
    ("name", "worlds", "dice"),
    [
        ("random", 16, 20),
        ("solved 200 0", 16, 20),
    ],
)
def test_search_is_safe_on_kuhn_poker_by_exact_advantages(name: str, worlds: int, dice: int) -> None:
    mean, error = kuhn_gain(name, dice, worlds)
    assert mean - 3 * error > SAFE


def test_what_is_dealt_by_the_true_cards_gets_no_search() -> None:
    """OpenSpiel's euchre deals only cards that are in somebody's hand again, so it tells which are in nobody's."""
    assert "depends on what is hidden" in str(search.why_not(load("euchre")))
    assert "depends on what is hidden" in str(mcts.why_not(load("euchre")))


@pytest.mark.parametrize(
    ("name", "grid"),
    [
        ("leduc_poker", {"policies": ["random"]}),
        ("kuhn_poker", {"focus": ["search base=random worlds=2"], "field": ["random"]}),
    ],
)
def test_the_true_choice_on_the_true_luck_is_the_true_game(name: str, grid: Any) -> None:
    game = game_of(name)
    assert isinstance(game, Forks)
    cell = game.cells(game.resolve(grid, "test"))[0]
    for index in range(3):
        row = game.simulate(cell, SEED, index, index + 1).rows
        made = game.decided(cell, SEED, index)
        assert len(made) == row["decisions"][0]
        for at, each in enumerate(made[:12]):
            assert game.forked(cell, SEED, index, at, each.chosen) == row
