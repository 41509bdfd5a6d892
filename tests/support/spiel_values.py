"""Exact values of small games of OpenSpiel, and what a search gains by them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engine.game.cell import Json
from engine.outside.openspiel.loading import Loaded
from engine.outside.openspiel.luck import BlockLuck, GameLuck
from engine.outside.openspiel.policies import search

Chances = Sequence[tuple[int, float]]
Mixed = Callable[[Any], Chances]
"""What a policy does in a state: actions and their chances."""


def luck_of(number: int, seed: int = 35) -> GameLuck:
    return GameLuck(BlockLuck(seed, np.array([number])), 0)


def uniform(state: Any) -> Chances:
    legal = state.legal_actions()
    return [(action, 1 / len(legal)) for action in legal]


class Values:
    """What the first player gets if everybody plays by a policy; the second one loses it."""

    def __init__(self, mixed: Mixed) -> None:
        self.mixed, self._found = mixed, dict[str, float]()

    def __call__(self, state: Any) -> float:
        known = str(state)
        if known not in self._found:
            if state.is_terminal():
                self._found[known] = state.returns()[0]
            else:
                chances = state.chance_outcomes() if state.is_chance_node() else self.mixed(state)
                self._found[known] = sum(chance * self(state.child(action)) for action, chance in chances)
        return self._found[known]

    def of_choice(self, state: Any, action: int) -> float:
        """For who is about to move."""
        worth = self(state.child(action))
        return -worth if state.current_player() else worth


def asked(loaded: Loaded, state: Any, base: Json, number: int, worlds: int, caution: float) -> tuple[int, int]:
    """What a search decides, and what its base does, with the dice of a game of this number."""
    parameters = {"base": base, "worlds": worlds, "caution": caution}
    seat, legal = state.current_player(), state.legal_actions()
    policies: Any = vars(search)["POLICIES"]  # a test may have added one
    dice = luck_of(number).of_seat(seat)
    habit = policies.module(base["name"]).player(loaded, loaded.game, base["parameters"], dice)
    found = search.player(loaded, loaded.game, parameters, luck_of(number).of_seat(seat))
    return found(state, legal), habit(state, legal)


def played_gains(
    loaded: Loaded, base: Json, values: Values, games: range, worlds: int, caution: float = 3.0
) -> Iterator[float]:
    """Of each game of one who searches against the base: the exact advantages of the choices in which it left its base,
    summed up. The mean is what it gains."""
    for number in games:
        luck, state, total = luck_of(number), loaded.game.new_initial_state(), 0.0
        while not state.is_terminal():
            seat = state.current_player()
            if seat == number % 2:
                dice = 100 * number + len(state.history())
                action, habit = asked(loaded, state, base, dice, worlds, caution)
                total += values.of_choice(state, action) - values.of_choice(state, habit)
            else:
                action = luck.of_stream(900 + len(state.history())).one_of(values.mixed(state))
            state.apply_action(action)
        yield total


def exact_gains(
    loaded: Loaded, base: Json, mixed: Mixed, dice: range, worlds: int, caution: float = 3.0
) -> Iterator[float]:
    """Of each dice, for both seats in turn: what one who searches with these dice wherever he decides gets more than
    his base with the same dice, over all deals and all that the other does."""
    every = dict(_situations(loaded.game.new_initial_state()))
    for number in dice:
        taken = {
            known: asked(loaded, state, base, 100 * number + len(state.history()), worlds, caution)
            for known, state in every.items()
            if state.current_player() == number % 2
        }
        found, habits = (
            Values(_forced(mixed, {known: each[at] for known, each in taken.items()}))(loaded.game.new_initial_state())
            for at in (0, 1)
        )
        yield (1 - 2 * (number % 2)) * (found - habits)


def _forced(mixed: Mixed, actions: Mapping[str, int]) -> Mixed:
    def decides(state: Any) -> Chances:
        known = state.information_state_string()
        return [(actions[known], 1.0)] if known in actions else mixed(state)

    return decides


def _situations(state: Any) -> Iterator[tuple[str, Any]]:
    """What a player can know, each with a state."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state.information_state_string(), state
    for action in state.legal_actions():
        yield from _situations(state.child(action))
