"""search: tries each choice in imagined worlds, and leaves its base only where another choice is surely better.

A world is a copy of the state. What the player cannot know is dealt again by OpenSpiel, and the player must know the
same afterwards; a deal that shows is thrown away. Worlds are not weighted by what others' moves betray.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from engine.errors import Text, message
from engine.outside.openspiel.forks.dealt_again import dealt_again, why_not_dealt_again
from engine.outside.openspiel.loading import Loaded, Spiel
from engine.outside.openspiel.luck import BlockLuck, Draws, GameLuck
from engine.outside.openspiel.policy_set import POLICIES, Player
from engine.outside.openspiel.results import MOST_MOVES, SCALE
from engine.players.search import choose, plan_of
from engine.players.world_numbers import world_number, world_numbers
from engine.policy.seats.search_policy import NUMBERS, SEARCH, base_of

PARAMETERS = NUMBERS
SHOWN = ("worlds",)
TRIES, MORE_TRIES = 4, 16
"""Worlds that are tried for each one that is wanted, and beside that."""
AT_ONCE = 64
"""Worlds whose luck is drawn at once."""
DEALS = 1 << 9
"""The stream of luck by which what is hidden is dealt again."""


@cache
def why_not(loaded: Loaded) -> Text:
    if loaded.has_own_luck:
        return message("it draws luck inside, which a search would know beforehand")
    return why_not_dealt_again(loaded) if loaded.hides_something else ""


def player(loaded: Loaded, game: Spiel, parameters: Mapping[str, Any], draws: Draws) -> Player:
    base = base_of({"parameters": dict(parameters)})
    habit = POLICIES.module(base["name"]).player(loaded, game, base["parameters"], draws)
    plan, decided = plan_of({"name": SEARCH, "parameters": dict(parameters)}), 0

    def decide(state: Spiel, legal: list[int]) -> int:
        nonlocal decided
        own: int = habit(state, legal)
        if len(legal) < 2:
            return own
        decided += 1
        worlds = Worlds(loaded, game, base, draws, state, decided, TRIES * plan.worlds + MORE_TRIES)
        return legal[choose(range(len(legal)), legal.index(own), plan, worlds)]

    return decide


class Worlds:
    """The worlds of a decision, one after the other: `engine.players.search.Results`."""

    def __init__(
        self, loaded: Loaded, game: Spiel, base: Mapping[str, Any], draws: Draws, state: Spiel, decided: int, most: int
    ) -> None:
        self._loaded, self._game, self._base, self._state, self._most = loaded, game, base, state, most
        self._module = POLICIES.module(base["name"])
        self._seat: int = state.current_player()
        self._seed, index = draws.of_game
        self._decision = world_number(index, self._seat, decided)
        self._tried = 0

    def __call__(self, choices: Sequence[int], first: int, last: int) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in choices]
        while len(found[0]) < last - first and self._tried < self._most:
            luck = self._luck(self._tried)
            self._tried += 1
            world = self._dealt_again(luck())
            if world is not None:
                for each, choice in zip(found, choices, strict=True):
                    each.append(self._played(world, choice, luck()))
        return found

    def _luck(self, number: int) -> Any:
        """Makes the luck of a world, from its first draw on."""
        if number % AT_ONCE == 0:
            self._block = BlockLuck(self._seed, world_numbers(self._decision, number, number + AT_ONCE), b", in worlds")
        block = self._block
        return lambda: GameLuck(block, number % AT_ONCE)

    def _dealt_again(self, luck: GameLuck) -> Spiel | None:
        """The state as it may be, as far as the player knows; nothing if he would know that it is another."""
        if not self._loaded.hides_something:
            return self._state
        return dealt_again(self._loaded, self._state, luck.of_stream(DEALS))

    def _played(self, world: Spiel, choice: int, luck: GameLuck) -> int:
        """What the player gets, in parts of a unit."""
        state = world.clone()
        state.apply_action(state.legal_actions()[choice])
        players = [
            self._module.player(self._loaded, self._game, self._base["parameters"], luck.of_seat(seat))
            for seat in range(self._loaded.seats)
        ]
        for _ in range(MOST_MOVES):
            if state.is_terminal():
                break
            if state.is_chance_node():
                state.apply_action(luck.chance.one_of(state.chance_outcomes()))
            else:
                legal = state.legal_actions()
                state.apply_action(players[state.current_player()](state, legal))
        return int(np.rint(state.returns()[self._seat] * SCALE))
