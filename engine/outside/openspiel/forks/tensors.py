"""What a player of OpenSpiel's games sees, as the input of a network: the tensor of the player who moves, entry by
entry, in sixteenths; the seat; and each action as a category. In small games each action has entries of its own, too,
so that a small network need not find out which places matter to which action.

Most games of OpenSpiel are small or come to the same positions again, so decisions are remembered.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import Text, message
from engine.outside.openspiel.loading import Loaded, Spiel
from engine.players.learning.features import (
    CHOICE,
    LARGEST,
    PARTS_OF_ONE,
    SEAT,
    VIEW,
    key_of_text,
    mixed,
    mixed_words,
)
from engine.policy.seats.trained_net import Net

Whole = NDArray[np.int64]
Words = NDArray[np.uint64]

TENSOR = mixed(VIEW, key_of_text("tensor"))
LONGEST = 1 << 14
"""Entries of a tensor."""
MOST_OF_ACTIONS = 1 << 10
"""Entries of all actions, up to which each action has its own."""
REMEMBERED, SHORT = 1 << 16, 1 << 10
"""Decisions of a network that are remembered, and the entries of a tensor up to which they are."""
NO_TENSOR = message("OpenSpiel has no numbers for what a player sees in it, and a player learns by those")
TOO_LONG = message("expected at most {most:,} numbers for what a player sees, it has more", most=LONGEST)


class Keys(NamedTuple):
    """The words that entries are known by."""

    entries: Words
    """Of the tensor."""
    actions: Words
    of_actions: Words
    """A row for each action; no rows if there are too many."""


@cache
def why_not_learned(loaded: Loaded) -> Text:
    """Why nobody can learn a game; empty if one can."""
    kind = loaded.type
    if not (kind.provides_information_state_tensor or kind.provides_observation_tensor):
        return NO_TENSOR
    return TOO_LONG if size_of(loaded) > LONGEST else ""


def size_of(loaded: Loaded) -> int:
    """The length of the tensor."""
    if loaded.type.provides_information_state_tensor:
        return int(np.prod(loaded.game.information_state_tensor_shape()))
    return int(np.prod(loaded.game.observation_tensor_shape()))


def tensor_of(loaded: Loaded, state: Spiel) -> list[float]:
    """What the player knows who moves; what he sees, if OpenSpiel has no more."""
    seen: list[float]
    if loaded.type.provides_information_state_tensor:
        seen = state.information_state_tensor(state.current_player())
    else:
        seen = state.observation_tensor(state.current_player())
    return seen


@cache
def keys_of(loaded: Loaded) -> Keys:
    entries = np.arange(size_of(loaded), dtype=np.uint64)
    actions = np.arange(loaded.game.num_distinct_actions(), dtype=np.uint64)
    of_actions = mixed_words(np.full(len(actions), CHOICE, np.uint64), actions)
    rows = actions if len(entries) * len(actions) <= MOST_OF_ACTIONS else actions[:0]
    return Keys(
        mixed_words(np.full(len(entries), TENSOR, np.uint64), entries),
        of_actions,
        mixed_words(mixed_words(of_actions[: len(rows), None], np.uint64(TENSOR)), entries[None, :]),
    )


def whole(tensor: list[float]) -> Whole:
    """In sixteenths."""
    seen = np.nan_to_num(np.array(tensor, np.float64), nan=0.0)
    found: Whole = np.floor(np.clip(seen, -LARGEST, LARGEST) * PARTS_OF_ONE + 0.5).astype(np.int64)
    return found


Pairs = list[tuple[int, int]]


def pairs_of(loaded: Loaded, seat: int, tensor: list[float], legal: list[int]) -> tuple[Pairs, list[Pairs]]:
    """What is shown, and each of the actions."""
    keys, numbers = keys_of(loaded), whole(tensor)
    at = np.flatnonzero(numbers)
    given = numbers[at].tolist()
    shown = [(mixed(SEAT, seat), 1), *zip(keys.entries[at].tolist(), given, strict=True)]
    choices = []
    for action in legal:
        pairs = [(int(keys.actions[action]), 1)]
        if len(keys.of_actions):
            pairs += zip(keys.of_actions[action, at].tolist(), given, strict=True)
        choices.append(pairs)
    return shown, choices


class Mind:
    """A network that plays one game."""

    def __init__(self, loaded: Loaded, net: Net) -> None:
        self._loaded, self._net = loaded, net
        keys, where = keys_of(loaded), {key: at for at, key in enumerate(net.columns)}
        rows = np.concatenate([net.first, np.zeros((1, net.first.shape[1]), np.int64)])

        def rows_of(words: Words) -> Whole:
            found: Whole = rows[[where.get(key, -1) for key in words.ravel().tolist()]]
            return found.reshape((*words.shape, rows.shape[1]))

        seats = np.array([mixed(SEAT, seat) for seat in range(loaded.seats)], np.uint64)
        self._starts = net.first_bias + rows_of(seats)
        self._entries, self._actions, self._of_actions = map(rows_of, keys)
        self._known: dict[Any, int] = {}

    def decide(self, state: Spiel, legal: list[int]) -> int:
        """One of the legal actions."""
        tensor = tensor_of(self._loaded, state)
        seat = state.current_player()
        if len(tensor) > SHORT:
            return self._decide(seat, tensor, legal)
        key = seat, tuple(tensor), tuple(legal)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._decide(seat, tensor, legal)
        return found

    def _decide(self, seat: int, tensor: list[float], legal: list[int]) -> int:
        numbers = whole(tensor)
        at = np.flatnonzero(numbers)
        given = numbers[at]
        flows = self._starts[seat] + given @ self._entries[at] + self._actions[legal]
        if len(self._of_actions):
            flows += given @ self._of_actions[np.array(legal)[:, None], at]
        return legal[int(np.argmax(self._net.after_first(flows)))]


_minds: dict[tuple[int, Loaded], tuple[Net, Mind]] = {}


def mind_of(loaded: Loaded, net: Net) -> Mind:
    """Made once for a network, as long as it is the same object."""
    found = _minds.get((id(net), loaded))
    if found is None or found[0] is not net:
        if len(_minds) > 16:
            _minds.clear()
        found = _minds[id(net), loaded] = net, Mind(loaded, net)
    return found[1]
