"""The events of a game, as the kernel writes them: a kind and up to four numbers. `words.telling` turns them into
sentences."""

from collections.abc import Callable
from typing import cast

import numpy as np

from engine.kernel.compiled import inlined
from engine.pig.table.state import MOST_EVENTS, Log

plain = cast(Callable[[int], int], np.int64)
"""Event kinds must not be literals for Numba: it would compile `note` again for each of them."""

(
    BEGAN,  # turn, seat, score
    ROLLED,  # face, points of the turn after it
    HELD,  # points banked, score
    ENDED,  # how, winner
) = map(plain, range(4))


@inlined
def note(log: Log, event: tuple[int, ...]) -> None:
    """Writes an event into the log, its kind first, if logging is on."""
    if log.listens and log.count < MOST_EVENTS:
        for place in range(len(event)):
            log.event[log.count, place] = event[place]
        log.count += 1
