"""The random numbers of the game. Each stream draws its own, so that no draw changes the luck of another.

Recruits, the order of the artifacts and the random parts of effects are drawn under the seed; the focus has a stream of
its own in `engine.game.seats`. The order of the artifacts is keyed by artifact and copy: with a card more or less, all
others keep their order. The dice of the policies have a key of their own in every game, which leads back neither to the
seed nor to the game's index. They begin anew in every turn, so games that differ in one turn agree again in the next.
"""

import numpy as np

from engine.euphoria.table.state import Dice, Luck
from engine.kernel.compiled import compiled, inlined
from engine.kernel.rng import HALF, NOTHING, STREAM_SHIFT, WORD, Word, number_below, philox

RECRUITS, DECK, EFFECTS = (np.uint64(stream) << STREAM_SHIFT for stream in (1, 2, 3))
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
def start_turn(luck: Luck, dice: Dice, turn: int) -> None:
    """Starts the streams of one turn."""
    luck.turn = turn
    luck.drawn = 0
    dice.turn = np.uint64(turn)
    dice.block = NOTHING
    dice.left = 0


@inlined
def recruit_words(luck: Luck, block: int) -> tuple[Word, Word, Word, Word]:
    """Four words for the deal of the recruits."""
    return philox(luck.game_low, luck.game_high | RECRUITS, np.uint64(block), NOTHING, luck.key0, luck.key1)


@inlined
def card_words(luck: Luck, word: Word, copies: Word, shuffle: int) -> tuple[Word, Word, Word, Word]:
    """Four words for the places of four copies of a card in a shuffle of the deck; `copies` numbers these fours."""
    place = (copies << STREAM_SHIFT) | np.uint64(shuffle)
    return philox(luck.game_low, luck.game_high | DECK, word, place, luck.key0, luck.key1)


@compiled
def effect_luck(luck: Luck, n: int) -> int:
    """A random number from 0 to n − 1 for the effect of an artifact."""
    number = np.uint64(luck.drawn)
    luck.drawn += 1
    words = philox(luck.game_low, luck.game_high | EFFECTS, np.uint64(luck.turn), number, luck.key0, luck.key1)
    return number_below(words[0], n)


@inlined
def roll(dice: Dice, n: int) -> int:
    """A random number from 0 to n − 1 for a decision. Each call gives another one."""
    if dice.left == 0:
        refill(dice)
    dice.left -= 1
    return number_below(dice.word[dice.left], n)


@compiled
def refill(dice: Dice) -> None:
    words = philox(dice.turn, dice.block, NOTHING, NOTHING, dice.key0, dice.key1)
    dice.word[3] = words[0]
    dice.word[2] = words[1]
    dice.word[1] = words[2]
    dice.word[0] = words[3]
    dice.block += ONE
    dice.left = WORDS
