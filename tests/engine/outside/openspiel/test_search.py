"""Search in games of OpenSpiel: worlds are states that are dealt again."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

from engine.errors import BadInput
from engine.game.cell import Cell
from engine.game.registry import load_game
from engine.outside.openspiel.game import OpenSpielGame
from engine.outside.openspiel.loading import load
from engine.outside.openspiel.luck import ONE, BlockLuck, Draws, GameLuck
from engine.outside.openspiel.policies import search
from engine.outside.openspiel.policy_set import POLICIES

SEED = 35


def game_of(name: str) -> OpenSpielGame:
    game = load_game(f"openspiel:{name}")
    assert isinstance(game, OpenSpielGame)
    return game


def cell_of(game: OpenSpielGame, policy: str, field: str = "random") -> Cell:
    return game.cells(game.resolve({"focus": [policy], "field": [field]}, "test"))[0]


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


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_in_worlds_that_a_player_cannot_tell_apart_it_decides_the_same(name: str) -> None:
    assert differing(name, 12) == 0


def test_a_planted_search_that_sees_the_true_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search.Worlds, "_dealt_again", lambda self, luck: self._state)
    assert differing("leduc_poker", 12) > 0


@cache
def values(history: tuple[int, ...]) -> tuple[float, dict[int, float]]:
    """Tic-tac-toe by random players: what who is about to move gets on average, and after each move."""
    state = load("tic_tac_toe").game.new_initial_state()
    for action in history:
        state.apply_action(action)
    if state.is_terminal():
        return state.returns()[len(history) % 2], {}
    after = {action: -values((*history, action))[0] for action in state.legal_actions()}
    return sum(after.values()) / len(after), after


def test_search_gains_on_tic_tac_toe_by_exact_advantages() -> None:
    """It may lose 0.1 % of the range of returns; over random moves, it gains much."""
    gains = []
    for number in range(8):
        draws = luck_of(number).of_stream(701)
        state, total = load("tic_tac_toe").game.new_initial_state(), 0.0
        for action in (4, 0):
            state.apply_action(action)  # fewer positions to solve
        while not state.is_terminal():
            legal, history = state.legal_actions(), tuple(state.history())
            if state.current_player() == number % 2:
                action = decide("tic_tac_toe", state, 100 * number + len(history), "base=random worlds=16")
                mean, after = values(history)
                total += after[action] - mean
            else:
                action = legal[draws.below(len(legal))]
            state.apply_action(action)
        gains.append(total)
    assert np.mean(gains) > 0.1


def test_games_are_the_same_again_and_ids_lead_back() -> None:
    game = game_of("kuhn_poker")
    cell = cell_of(game, "search base=random worlds=8")
    rows = game.simulate(cell, SEED, 0, 10).rows
    assert [game.simulate(cell, SEED, at, at + 1).rows[0] for at in range(10)] == list(rows)
    assert game.find_game(game.game_id(cell, 1, 3))[0].spec == cell.spec


def test_a_game_that_cannot_be_dealt_again_gets_no_search() -> None:
    with pytest.raises(BadInput, match="search cannot play liars_dice: OpenSpiel cannot deal again"):
        cell_of(game_of("liars_dice"), "search base=random")
