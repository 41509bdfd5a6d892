"""Lessons from games of OpenSpiel: a decision of each game, and what each choice gets when a policy plays on.

A fork begins in the true state: a network sees only what its player sees, so nothing of it can be learned that the
player could not know; and the true state has what others' moves betray. Luck that OpenSpiel draws inside is not the
same for each choice.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell, Json
from engine.outside.openspiel.forks.tensors import pairs_of, tensor_of
from engine.outside.openspiel.loading import Loaded, Spiel
from engine.outside.openspiel.luck import GAMES_AT_ONCE, BlockLuck, Draws, GameLuck
from engine.outside.openspiel.play import seat_players
from engine.outside.openspiel.policy_set import Player
from engine.outside.openspiel.results import MOST_MOVES
from engine.outside.openspiel.slips import with_slips
from engine.players.learning.lessons import Asked, Lessons, Plan, lessons_of, tried
from engine.players.world_numbers import world_number, world_numbers
from engine.policy.kernel import indices_of
from engine.policy.seats.trained_policy import is_trained

WORLDS = b", lessons"
FEWEST_SLIPS = 80
"""Per cent of the decisions before that are made at random where nobody draws anything: else a few games come again and
again, and nothing is learned of the others."""


def lessons_from(loaded: Loaded, cell: Cell, policy: Json, plan: Plan, seed: int, first: int, last: int) -> Lessons:
    """See `engine.players.learning.lessons.Teaches`."""
    return lessons_of(_asked(loaded, policy, plan, seed, indices_of(cell, first, last)))


class _Made(NamedTuple):
    """A decision of a game that was played."""

    state: Spiel
    legal: list[int]


def _asked(loaded: Loaded, policy: Json, plan: Plan, seed: int, indices: NDArray[np.int64]) -> Iterator[Asked]:
    slips = max(plan.slips, FEWEST_SLIPS) if _is_certain(loaded, policy) else plan.slips
    for start in range(0, len(indices), GAMES_AT_ONCE):
        block = BlockLuck(seed, indices[start : start + GAMES_AT_ONCE])
        for at, index in enumerate(indices[start : start + GAMES_AT_ONCE].tolist()):
            luck = GameLuck(block, at)
            game = loaded.copy_for(luck.copy_number) if loaded.has_own_luck else loaded.game
            made = _decisions(loaded, game, policy, slips, luck)
            for place in plan.places(index, len(made)):
                if plan.is_asked(made[place].state.current_player()):
                    yield _lesson(loaded, game, policy, plan, seed, made[place], world_number(index, place))
                    break


def _decisions(loaded: Loaded, game: Spiel, policy: Json, slips: int, luck: GameLuck) -> list[_Made]:
    """All decisions of a game; a share of them is made at random."""
    players = [
        with_slips(player, slips, luck.of_seat(seat))
        for seat, player in enumerate(seat_players(loaded, game, policy, luck))
    ]
    made = []
    state = game.new_initial_state()
    for _ in range(MOST_MOVES):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(luck.chance.one_of(state.chance_outcomes()))
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            made.append(_Made(state.clone(), legal))
        state.apply_action(players[state.current_player()](state, legal))
    return made


def _lesson(loaded: Loaded, game: Spiel, policy: Json, plan: Plan, seed: int, made: _Made, decision: int) -> Asked:
    state, legal = made
    seat = state.current_player()
    shown, choices = pairs_of(loaded, seat, tensor_of(loaded, state), legal)
    places = tried(len(legal), decision)
    worlds = 1 if _is_certain(loaded, policy) else plan.worlds
    block = BlockLuck(seed, world_numbers(decision, 0, worlds), WORLDS)
    results = [
        sum(_played(loaded, game, policy, state, legal[place], GameLuck(block, world))[seat] for world in range(worlds))
        / worlds
        for place in places
    ]
    return Asked(shown, [choices[place] for place in places], results)


def _is_certain(loaded: Loaded, policy: Json) -> bool:
    """Whether all worlds would be the same: nobody draws anything."""
    return loaded.type.chance_mode.name == "DETERMINISTIC" and all(map(is_trained, policy.get("seats", [policy])))


def _played(loaded: Loaded, game: Spiel, policy: Json, state: Spiel, action: int, luck: GameLuck) -> list[float]:
    """What each seat gets."""
    state = state.clone()
    state.apply_action(action)
    players: list[Player] = seat_players(loaded, game, policy, luck)
    chance: Draws | None = None
    for _ in range(MOST_MOVES):
        if state.is_terminal():
            break
        if state.is_chance_node():
            chance = chance or luck.chance
            state.apply_action(chance.one_of(state.chance_outcomes()))
            continue
        legal = state.legal_actions()
        state.apply_action(players[state.current_player()](state, legal))
    returns: list[float] = state.returns()
    return returns
