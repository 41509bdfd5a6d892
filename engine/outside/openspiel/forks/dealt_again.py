"""Worlds that a player cannot tell from the true one: OpenSpiel deals again what the player does not know.

OpenSpiel's own word for it is not enough. In some of its games, what is dealt depends on how the hidden cards lie,
or some of them stay where they are: who looks at many such worlds sees through the cards. So it is tried out first.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from engine.errors import Text, message
from engine.outside.openspiel.loading import Loaded, Spiel, load, run_elsewhere
from engine.outside.openspiel.luck import ONE, BlockLuck, Draws, GameLuck

TRIED_STATES = 200
"""Steps of one random game at which a player's knowledge is tried out."""
EXCHANGED = 24
"""Other pasts that are tried at each decision."""
COMPARED = 60
"""Decisions with another past, after which it is enough."""
TRIED_GAMES = 12
NOT_SAID, NOT_DEALT, SEEN_THROUGH = (
    message("OpenSpiel does not say what a player knows in it, and a search would see what is hidden"),
    message("OpenSpiel cannot deal again what is hidden in it, and a search would see what is hidden"),
    message("what OpenSpiel deals again in it depends on what is hidden, so a search would see what is hidden"),
)
SEES = 3
"""The exit code of a process that has seen through a deal."""


def known(loaded: Loaded, state: Spiel) -> tuple[int, str]:
    """Who moves, and what this player knows."""
    if loaded.type.provides_information_state_string:
        return state.current_player(), state.information_state_string()
    return state.current_player(), state.observation_string()


def dealt_again(loaded: Loaded, state: Spiel, deals: Draws) -> Spiel | None:
    """The state as it may be, as far as the player knows who moves; None if he would know that it is another."""
    other = state.resample_from_infostate(state.current_player(), lambda: deals.number() / ONE)
    is_same = known(loaded, other) == known(loaded, state) and other.legal_actions() == state.legal_actions()
    return other if is_same else None


@cache
def why_not_dealt_again(loaded: Loaded) -> Text:
    """Why what is hidden in a game cannot be dealt again so that nothing of it shows; empty if it can."""
    if not (loaded.type.provides_information_state_string or loaded.type.provides_observation_string):
        return NOT_SAID
    ended = run_elsewhere(f"import sys; from {__name__} import try_out; sys.exit(try_out(sys.argv[1]))", loaded.name)
    if ended == 0:
        return ""
    return SEEN_THROUGH if ended == SEES else NOT_DEALT


def try_out(name: str) -> int:
    """An exit code: 0 if all is well. For some games OpenSpiel raises an error, for some it takes forever: call it in a
    process that can be ended."""
    loaded, compared = load(name), 0
    for number in range(TRIED_GAMES):
        luck = GameLuck(BlockLuck(0, np.array([number])), 0)
        for state in _decisions(loaded, luck):
            if dealt_again(loaded, state, luck.of_seat(1)) is None:
                return 1
            seen_through, others = _is_seen_through(loaded, state, luck)
            if seen_through:
                return SEES
            compared += others > 0
            if compared >= COMPARED:
                return 0
    return 0 if compared else 1


def _decisions(loaded: Loaded, luck: GameLuck) -> Iterator[Spiel]:
    """Of a random game."""
    state, draws = loaded.game.new_initial_state(), luck.of_seat(0)
    for _ in range(TRIED_STATES):
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(luck.chance.one_of(state.chance_outcomes()))
            continue
        yield state
        legal = state.legal_actions()
        state.apply_action(legal[draws.below(len(legal))])


def _is_seen_through(loaded: Loaded, state: Spiel, luck: GameLuck) -> tuple[bool, int]:
    """Whether another past that the player cannot tell from the true one leads to another deal, by the same numbers;
    and how many such pasts there were."""
    dealt, others = _all_of(loaded, dealt_again(loaded, state, luck.of_seat(2))), 0
    for other in _other_pasts(loaded, state, luck.of_seat(3)):
        others += 1
        if _all_of(loaded, dealt_again(loaded, other, luck.of_seat(2))) != dealt:
            return True, others
    return False, others


def _other_pasts(loaded: Loaded, state: Spiel, draws: Draws) -> Iterator[Spiel]:
    """States that the player cannot tell from this one: two things that happened are exchanged, or one is another."""
    history, mine = state.history(), known(loaded, state)
    for _ in range(EXCHANGED if history else 0):
        one, two = draws.below(len(history)), draws.below(len(history))
        past = list(history)
        past[one], past[two] = past[two], past[one]
        other = _replayed(loaded, past, draws, one if past == history else -1)
        if other is None or other.history() == history or other.is_terminal() or other.is_chance_node():
            continue
        if known(loaded, other) == mine:
            yield other


def _replayed(loaded: Loaded, past: list[int], draws: Draws, changed: int) -> Spiel | None:
    """The state after these actions, but for one that is drawn; None if one of them is impossible."""
    state = loaded.game.new_initial_state()
    for at, action in enumerate(past):
        if state.is_terminal():
            return None
        legal = state.legal_actions()
        if at == changed:
            action = legal[draws.below(len(legal))]
        if action not in legal:
            return None
        state.apply_action(action)
    return state


def _all_of(loaded: Loaded, state: Spiel | None) -> Any:
    """All that can be seen of a state, by anybody."""
    if state is None:
        return None
    seats = range(loaded.seats)
    if loaded.type.provides_information_state_string:
        return str(state), [state.information_state_string(seat) for seat in seats]
    return str(state), [state.observation_string(seat) for seat in seats]
