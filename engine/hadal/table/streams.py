"""The random numbers of the game. Each stream draws its own, so that no draw changes the luck of another.

The party is drawn by a key for each receptacle, so a smaller party is a part of a larger one. The order in which the
unread cards of a location are taken is decided by a key for each card, whoever takes them and when. The Fate cards of a
shuffle are ordered by a key for each card. So two policies, or two versions of the rules, meet the same cards and draw
the same Fate for as long as they draw equally often. The dice of the policies have a key of their own in every game,
which leads back neither to the seed nor to the game's index. They begin anew in every round.
"""

import numpy as np

from engine.hadal.table.state import Dice, Luck
from engine.kernel.compiled import compiled, inlined
from engine.kernel.rng import HALF, NOTHING, STREAM_SHIFT, WORD, Word, number_below, philox

PARTY, PANORAMA, FATE = (np.uint64(stream) << STREAM_SHIFT for stream in (1, 2, 3))
ONE = np.uint64(1)
WORDS = 4
"""Random words of one call of the generator."""


@inlined
def start_luck(luck: Luck, dice: Dice, index: int) -> None:
    """Starts the streams of one game."""
    luck.game_low = np.uint64(index) & WORD
    luck.game_high = np.uint64(index) >> HALF
    words = philox(luck.game_low, luck.game_high, NOTHING, NOTHING, luck.dice0, luck.dice1)
    dice.key0 = words[0]
    dice.key1 = words[1]


@inlined
def start_round(dice: Dice, number: int) -> None:
    """Starts the dice of one round."""
    dice.round_number = np.uint64(number)
    dice.block = NOTHING
    dice.left = 0


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


@compiled
def roll(dice: Dice, n: int) -> int:
    """A random number from 0 to n − 1 for a decision. Each call gives another one."""
    if dice.left == 0:
        words = philox(dice.round_number, dice.block, NOTHING, NOTHING, dice.key0, dice.key1)
        dice.word[3] = words[0]
        dice.word[2] = words[1]
        dice.word[1] = words[2]
        dice.word[0] = words[3]
        dice.block += ONE
        dice.left = WORDS
    dice.left -= 1
    return number_below(dice.word[dice.left], n)
