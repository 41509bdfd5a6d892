"""The random numbers of the game. Each stream draws its own, so that no draw changes the luck of another.

The party is drawn by a key for each receptacle, so a smaller party is a part of a larger one. The order in which the
unread cards of a location are taken is decided by a key for each card, whoever takes them and when. The Fate cards of a
shuffle are ordered by a key for each card. So two policies, or two versions of the rules, meet the same cards and draw
the same Fate for as long as they draw equally often. The dice of the policies begin anew in every round.
"""

import numpy as np

from engine.hadal.table.state import Luck
from engine.kernel.compiled import compiled
from engine.kernel.rng import STREAM_SHIFT, Word, philox
from engine.policy.compiled_game.records import WORDS

PARTY, PANORAMA, FATE = (np.uint64(stream) << STREAM_SHIFT for stream in (1, 2, 3))


@compiled
def draw_keys(luck: Luck, stream: Word, place: int, number: int, count: int) -> None:
    """Writes the keys of `count` things into `luck.key`: the numbers 0, 1, 2, … sorted by them are a shuffle."""
    where = np.uint64(place) | (np.uint64(number) << np.uint64(8))
    for block in range((count + WORDS - 1) // WORDS):
        words = philox(luck.game_low, luck.game_high | stream, where, np.uint64(block), luck.key0, luck.key1)
        at = WORDS * block
        luck.key[at] = words[0]
        luck.key[at + 1] = words[1]
        luck.key[at + 2] = words[2]
        luck.key[at + 3] = words[3]
