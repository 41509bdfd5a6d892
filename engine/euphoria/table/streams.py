"""The random numbers of the game. Each stream draws its own, so that no draw changes the luck of another.

Recruits, the order of the artifacts and the random parts of effects are drawn under the seed; the focus has a stream of
its own in `engine.game.seats`. The order of the artifacts is keyed by artifact and copy: with a card more or less, all
others keep their order. The dice of the policies begin anew in every turn.
"""

import numpy as np

from engine.euphoria.table.state import Dice, Luck
from engine.kernel.compiled import compiled, inlined
from engine.kernel.rng import NOTHING, STREAM_SHIFT, Word, number_below, philox
from engine.policy.compiled_game.records import start_dice

RECRUITS, DECK, EFFECTS = (np.uint64(stream) << STREAM_SHIFT for stream in (1, 2, 3))


@inlined
def start_turn(luck: Luck, dice: Dice, turn: int) -> None:
    """Starts the streams of one turn."""
    luck.turn = turn
    luck.drawn = 0
    start_dice(dice, turn)


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
