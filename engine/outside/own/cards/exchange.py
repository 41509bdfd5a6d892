"""A game that is played again with one card exchanged: just before a seat draws the card, it changes places with
another one of the same deck, drawn at random among those that nobody has seen. The rest of the luck is the same.

Draws are numbered in a game, from 1 on. Which one is exchanged, and for which card, follows from the seed and the index
of the game alone, by arithmetic that a kernel does, too."""

from typing import NamedTuple

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
"""2⁶⁴ divided by the golden ratio. With the factors below it makes SplitMix64 (Steele, Lea and Flood 2014)."""
FIRST_FACTOR, SECOND_FACTOR = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

NOTHING = 0
"""In place of the number of a draw: none is exchanged."""


def scrambled(word: int) -> int:
    """64 bits that look random, of a word."""
    word = (word + STEP) & MASK
    word = ((word ^ word >> 30) * FIRST_FACTOR) & MASK
    word = ((word ^ word >> 27) * SECOND_FACTOR) & MASK
    return word ^ word >> 31


def chosen_draw(key: int, index: int, draws: int) -> int:
    """The draw of a game that is exchanged, of so many; NOTHING if there are none."""
    return 1 + scrambled(key ^ scrambled(index)) % draws if draws else NOTHING


def partner(key: int, index: int, cards: int) -> int:
    """The place of the card that comes instead, among the so many below the top of the deck."""
    return scrambled(key ^ scrambled(index) ^ STEP) % cards


class Exchanged(NamedTuple):
    """What a game that was played again says about the card."""

    card: int
    """Its number, or −1 if the exchange came to nothing: somebody had seen the other card, or the game could not be
    played."""
    seat: int
    """Who drew it in the game as it was."""


CAME_TO_NOTHING = Exchanged(-1, 0)
