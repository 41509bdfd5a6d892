"""The random numbers of the game. Each stream draws its own, so that no draw changes the luck of another.

A throw is keyed by its turn. The bag of a day is one order of all tokens that there could be; rogues that are not in
the game are passed over, so games with more or fewer rogues share their adventurers. Rivals have a stream each. The
dice of the policies begin anew in every turn.
"""

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.kernel.rng import STREAM_SHIFT, Word, number_below, philox
from engine.oracle.table.state import SEATS, TOKENS, Luck
from engine.policy.compiled_game.records import ONE, WORDS

THROWS, CLUMPS, BAG, RIVALS = (np.uint64(stream) << STREAM_SHIFT for stream in (1, 2, 3, 4))
TWO_TO_32 = 4294967296.0


@inlined
def start_day(luck: Luck, day: int, players: int) -> None:
    """A full bag, and the rivals of the day."""
    for token in range(TOKENS):
        luck.token[token] = token
    luck.drawn = 0
    if players > 1:
        for seat in range(1, SEATS):
            place = np.uint64(seat)
            words = philox(luck.game_low, luck.game_high | RIVALS, np.uint64(day), place, luck.key0, luck.key1)
            luck.rival[seat] = words[0]


@compiled
def throw_words(luck: Luck, turn: int, attempt: int) -> tuple[Word, Word, Word, Word]:
    """Four words for a throw."""
    return philox(luck.game_low, luck.game_high | THROWS, np.uint64(turn), np.uint64(attempt), luck.key0, luck.key1)


@compiled
def clump_words(luck: Luck, turn: int, attempt: int, block: int) -> tuple[Word, Word, Word, Word]:
    """Four words for the runes that follow the favoured half."""
    place = (np.uint64(attempt) << ONE) | np.uint64(block)
    return philox(luck.game_low, luck.game_high | CLUMPS, np.uint64(turn), place, luck.key0, luck.key1)


@compiled
def next_token(luck: Luck, day: int) -> int:
    """The next token of the day's order, from 0 to TOKENS − 1."""
    drawn = luck.drawn
    if drawn % WORDS == 0:
        block = np.uint64(drawn // WORDS)
        words = philox(luck.game_low, luck.game_high | BAG, np.uint64(day), block, luck.key0, luck.key1)
        luck.word[0] = words[0]
        luck.word[1] = words[1]
        luck.word[2] = words[2]
        luck.word[3] = words[3]
    other = drawn + number_below(luck.word[drawn % WORDS], TOKENS - drawn)
    token = luck.token[other]
    luck.token[other] = luck.token[drawn]
    luck.token[drawn] = token
    luck.drawn = drawn + 1
    found: int = np.int64(token)  # type: ignore[assignment]
    return found


@inlined
def rival_hours(luck: Luck, seat: int) -> int:
    """1 or 2 hours for the next action of a rival."""
    hours: int = 1 + np.int64(luck.rival[seat] & ONE)  # type: ignore[assignment]
    luck.rival[seat] >>= ONE
    return hours
