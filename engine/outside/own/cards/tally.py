"""Counts about cards, of many games at once: from the notes of each game, its winners, and the game that was played
again with one card exchanged."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.presentation import Exchanges, Fate, Fates
from engine.game.results import Column
from engine.outside.own.cards.notes import DRAWN, HELD, IN_GAME, LEFT, USED
from engine.outside.own.hidden.zones import EVERYBODY

Ints = NDArray[np.int64]

FATES = Fates(
    in_game="in_game",
    kinds=(
        Fate("drawn", "a seat drew it", "table.deck"),
        Fate("held", "a seat held it at the end", "table.hand"),
        Fate("left", "it left the hand of a seat", "table.hand"),
        Fate("used", "a seat used it", "table.use"),
    ),
    unused="unused",
    exchanges=Exchanges(),
    gain="wins",
)
BITS = dict(zip((fate.name for fate in FATES.kinds), (DRAWN, HELD, LEFT, USED), strict=True))

COUNTERS = tuple(
    Column(name, "<u8", meaning)
    for name, meaning in {
        FATES.in_game: "games in which it was there",
        **{name: f"{fate.meaning}: {name}" for fate in FATES.kinds for name in fate.counters},
        FATES.unused: "games in which it was there, and nobody used it",
        **{name: f"games played again with it exchanged: {name}" for name in FATES.exchanges.counters},
    }.items()
)
"""One row a card; see `Fates`."""


class Games(NamedTuple):
    """What games tell about cards."""

    notes: Ints
    """One row a game, one column a card."""
    winners: Ints
    """One bit a seat; all seats if all have won together."""
    weights: Ints
    """How many draws the one that was exchanged stands for; 0 if none was."""
    exchanged: Ints
    """The number of the card that was, or −1."""
    gain: Ints
    """What it was worth to the seat that drew it: the result as it was less that of the other game."""


def counted(games: Games) -> Ints:
    """The counters, one row a card."""
    notes, won = games.notes, games.winners[:, None].astype(np.int16)
    there = notes & IN_GAME
    found = [there.sum(0)]
    for bits in BITS.values():
        at = (notes >> bits).astype(np.int16) & np.int16(EVERYBODY)  # numbers of seats, and their squares, are small
        seats, winners = np.bitwise_count(at), np.bitwise_count(at & won)
        values = seats, winners, seats * seats, seats * winners, winners * winners
        found += [value.sum(0, dtype=np.int64) for value in values]
    found.append((there * (notes >> USED & EVERYBODY == 0)).sum(0))
    return np.stack([*found, *_exchanges(games)], axis=1)


def _exchanges(games: Games) -> list[Ints]:
    cards = games.notes.shape[1]
    here = games.exchanged >= 0
    card, weight, gain = games.exchanged[here], games.weights[here], games.gain[here]
    one = np.ones_like(weight)
    moved = [one, np.maximum(gain, 0), np.maximum(-gain, 0)]
    values = [one, *(weight * each for each in moved), *(weight * weight * each for each in (*moved, gain * gain))]
    found = []
    for value in values:
        sums = np.zeros(cards, np.int64)
        np.add.at(sums, card, value)
        found.append(sums)
    return found
