"""The events of a game, as the kernel writes them: a kind and up to seven numbers. `words.telling` turns them into
sentences."""

from collections.abc import Callable
from typing import cast

import numpy as np

from engine.hadal.table.state import MOST_EVENTS, Log
from engine.kernel.compiled import inlined

plain = cast(Callable[[int], int], np.int64)
"""Event kinds must not be literals for Numba: it would compile `note` again for each of them."""

(
    SEATED,  # seat, receptacle, level
    ROUND,  # round, captain, location, points, Vortex, return card, slack
    RESERVES,  # reserve of each seat, free refreshes left
    ENTERED,  # seat, location, 1 if the Azrak stays on the location
    TOOK,  # seat, card
    READ,  # seat, card, kind, attribute, difficulty, 1 if for the first time
    PUT_BACK,  # seat, card, 1 if it was expelled
    EXPLORED,  # seat, card put back or NONE, card taken, 1 if free
    STAYED,  # seat
    BEGAN_TEST,  # seat, kind, attribute, difficulty, attribute's value
    PAID_EXTRA,  # seat, how many, tester
    FATE,  # value, sum, difficulty, result, cards left in the pile
    SHUFFLED,  #
    SCORED,  # points, points in all
    LOST_AZRAK,  # seat
    EMERGENCY_REFRESH,  # seat, Azrak taken, 1 if free
    LOST_CONNECTION,  # seat
    FIGHT,  # life
    DAMAGE,  # damage, life
    REFRESHED,  # 1 if free
    DEALT,  # reserve of each seat, Vortex, return card
    ENDED,  # how, points, return card
) = map(plain, range(22))


@inlined
def note(log: Log, event: tuple[int, ...]) -> None:
    """Writes an event into the log, its kind first, if logging is on."""
    if log.listens and log.count < MOST_EVENTS:
        for place in range(len(event)):
            log.event[log.count, place] = event[place]
        log.count += 1
