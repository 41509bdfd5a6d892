"""The random numbers of the game: the die, and the dice of the policies.

A roll is a function of the seed, the game, the seat, the turn of that seat and the number of the roll in that turn. So
a player's luck does not depend on what the others do, and two policies in the same seat roll the same numbers for as
long as they decide alike.
"""

import numpy as np

from engine.kernel.compiled import inlined
from engine.kernel.rng import HALF, NOTHING, STREAM_SHIFT, WORD, below, philox
from engine.pig.table.state import FACES, Dice, Luck

DIE = np.uint64(1) << STREAM_SHIFT
SEAT_SHIFT = np.uint64(16)


@inlined
def start_luck(luck: Luck, dice: Dice, index: int) -> None:
    """Starts the streams of one game."""
    luck.game_low = np.uint64(index) & WORD
    luck.game_high = np.uint64(index) >> HALF
    words = philox(luck.game_low, luck.game_high, NOTHING, NOTHING, luck.dice0, luck.dice1)
    dice.key0 = words[0]
    dice.key1 = words[1]


@inlined
def roll_die(luck: Luck, seat: int, turn: int, roll: int) -> int:
    """The face of one roll, from 1 to 6."""
    place = (np.uint64(seat) << SEAT_SHIFT) | np.uint64(turn)
    words = philox(luck.game_low, luck.game_high | DIE, place, np.uint64(roll), luck.key0, luck.key1)
    return 1 + below(words[0], FACES)


@inlined
def policy_die(dice: Dice, seat: int, turn: int, roll: int, n: int) -> int:
    """A random number from 0 to n − 1 for a decision."""
    place = (np.uint64(seat) << SEAT_SHIFT) | np.uint64(turn)
    return below(philox(place, np.uint64(roll), NOTHING, NOTHING, dice.key0, dice.key1)[0], n)
