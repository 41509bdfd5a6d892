"""The random streams of the game. Each draws its own numbers, so that no draw changes the luck of another.

Deck and bag are drawn under the seed. The dice of a policy have a key of their own in every game, which leads back
neither to the seed nor to the game's index: who holds the dice cannot compute what the bag will give.

The generator makes four words at a time. The bag's two draws of two turns in a row share a block, and a die of four
turns in a row has one. A block is kept at hand until another is needed: that changes no number, because each is a
function of its turn and its draw or die alone.
"""

import numpy as np

from engine.kernel.compiled import inlined
from engine.kernel.rng import HALF, NOTHING, STREAM_SHIFT, WORD, Word, below, philox7
from engine.shipwreck.table.state import DICE_KEPT, Dice, Luck

DECK, BAG = np.uint64(1), np.uint64(2)
"""For the order of the arcana, and the draws from the bag."""
FACES = 0xFFFFFFFF
"""The numbers of dice have 32 bits."""


@inlined
def start_luck(luck: Luck, dice: Dice, index: int) -> None:
    """Starts the streams of one game. The dice get half of a block of the generator, so that even somebody who knew
    the key it was made with could not turn it back."""
    luck.game_low = np.uint64(index) & WORD
    luck.game_high = np.uint64(index) >> HALF
    luck.stacked_drawn = 0
    luck.bag_block = 0
    for kept in range(DICE_KEPT):
        dice.block[kept] = 0
    words = philox7(luck.game_low, luck.game_high, NOTHING, NOTHING, luck.dice0, luck.dice1)
    dice.key0 = words[0]
    dice.key1 = words[1]


@inlined
def roll_die(dice: Dice, turn: int, die: int, n: int) -> int:
    """A random number from 0 to n − 1, always the same for the same turn and die."""
    four_turns = turn >> 2
    block = (four_turns << 32 | die & FACES) + 1
    kept = (die >> 4) & (DICE_KEPT - 1)  # 16 dice for each kind of decision
    if dice.block[kept] != block:
        words = philox7(np.uint64(four_turns), np.uint64(die & FACES), NOTHING, NOTHING, dice.key0, dice.key1)
        dice.block[kept] = block
        dice.word[kept, 0] = words[0]
        dice.word[kept, 1] = words[1]
        dice.word[kept, 2] = words[2]
        dice.word[kept, 3] = words[3]
    return below(dice.word[kept, turn & 3], n)


@inlined
def bag_word(luck: Luck, turn: int, draw: int) -> Word:
    """The random word for a draw from the bag."""
    two_turns, two_draws = turn >> 1, draw >> 1
    block = (two_turns << 8 | two_draws) + 1
    if luck.bag_block != block:
        stream = luck.game_high | (BAG << STREAM_SHIFT)
        words = philox7(luck.game_low, stream, np.uint64(two_turns), np.uint64(two_draws), luck.key0, luck.key1)
        luck.bag_block = block
        luck.bag_word[0] = words[0]
        luck.bag_word[1] = words[1]
        luck.bag_word[2] = words[2]
        luck.bag_word[3] = words[3]
    return luck.bag_word[(turn & 1) * 2 + (draw & 1)]


@inlined
def deck_key(luck: Luck) -> tuple[Word, Word]:
    """Two words from which the keys of all cards of a game are made."""
    stream = luck.game_high | (DECK << STREAM_SHIFT)
    words = philox7(luck.game_low, stream, NOTHING, NOTHING, luck.key0, luck.key1)
    return words[0], words[1]
