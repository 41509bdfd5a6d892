"""A game that is played again with one card exchanged: just before a seat draws the card, it changes places with
another one of the same deck, drawn at random among those that nobody has seen. The rest of the luck is the same.

Which draw of a game is exchanged, and for which card, follows from the seed, the index and the draws of the game alone,
by arithmetic that a kernel does, too. First one of the cards that were drawn is chosen, then one of its draws: so a card
of which there is one copy is looked at as often as one of which there are ten. The weight of the game makes up for
that."""

from collections.abc import Sequence
from typing import NamedTuple

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
"""2⁶⁴ divided by the golden ratio. With the factors below it makes SplitMix64 (Steele, Lea and Flood 2014)."""
FIRST_FACTOR, SECOND_FACTOR = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Draw(NamedTuple):
    """One of the draws of a game."""

    card: int
    """The number of the card; −1 for none."""
    time: int
    """Which time it was drawn in the game, from 1 on."""


NO_DRAW = Draw(-1, 0)


class Chosen(NamedTuple):
    """The draw of a game that is exchanged."""

    draw: Draw
    weight: int
    """One divided by the chance with which it was chosen: how many draws it stands for."""


NOTHING = Chosen(NO_DRAW, 0)


def scrambled(word: int) -> int:
    """64 bits that look random, of a word."""
    word = (word + STEP) & MASK
    word = ((word ^ word >> 30) * FIRST_FACTOR) & MASK
    word = ((word ^ word >> 27) * SECOND_FACTOR) & MASK
    return word ^ word >> 31


def chosen_draw(key: int, index: int, draws: Sequence[int]) -> Chosen:
    """The draw of a game that is exchanged, if each card was drawn so many times; NOTHING if none was."""
    drawn = [card for card, times in enumerate(draws) if times]
    if not drawn:
        return NOTHING
    word = scrambled(key ^ scrambled(index))
    card = drawn[word % len(drawn)]
    return Chosen(Draw(card, 1 + scrambled(word) % draws[card]), len(drawn) * draws[card])


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
