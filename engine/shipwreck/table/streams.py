"""The random streams of the game. Each draws its own numbers, so that no draw changes the luck of another.

Deck and bag are drawn under the seed. The dice of a policy have a key of their own in every game, which leads back
neither to the seed nor to the game's index: who holds the dice cannot compute what the bag will give.
"""

from hashlib import sha256

import numpy as np

from engine.kernel.compiled import inlined
from engine.kernel.rng import HALF, WORD, below, philox
from engine.shipwreck.table.state import Dice, Luck

DECK, BAG = np.uint64(1), np.uint64(2)
"""For the order of the arcana, and the draws from the bag."""
NOTHING = np.uint64(0)


def seed_luck(luck: Luck, seed: int) -> None:
    """Writes the keys for all games of a seed."""
    luck.key0, luck.key1 = np.uint64(seed) & WORD, np.uint64(seed) >> HALF
    seed_dice(luck, seed)


def seed_dice(luck: Luck, seed: int) -> None:
    """Writes the key from which each game's dice get theirs: a hash of the seed, which no one can turn back."""
    digest = sha256(b"dice of seed %d" % seed).digest()
    luck.dice0, luck.dice1 = (np.uint64(int.from_bytes(digest[at : at + 4], "little")) for at in (0, 4))


@inlined
def start_luck(luck: Luck, dice: Dice, index: int) -> None:
    """Starts the streams of one game. The dice get half of a block of the generator, so that even somebody who knew
    the key it was made with could not turn it back."""
    luck.game_low = np.uint64(index) & WORD
    luck.game_high = np.uint64(index) >> HALF
    luck.stacked_drawn = 0
    words = philox(luck.game_low, luck.game_high, NOTHING, NOTHING, luck.dice0, luck.dice1)
    dice.key0 = words[0]
    dice.key1 = words[1]


@inlined
def roll_die(dice: Dice, turn: int, die: int, n: int) -> int:
    """A random number from 0 to n − 1, always the same for the same turn and die."""
    return below(philox(np.uint64(turn), np.uint64(die), NOTHING, NOTHING, dice.key0, dice.key1)[0], n)
