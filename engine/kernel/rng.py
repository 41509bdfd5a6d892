"""Random numbers by counter, not by sequence: the same counter always gives the same number.

The generators are Philox4x32-10 and, where speed matters, Philox4x32-7 and Philox2x32-7 (Salmon, Moraes, Dror,
Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011): with 7 rounds they pass all tests of BigCrush, too.
A number is a function of (seed, game index, stream, which draw), so two games that differ in one card still agree
on every other draw: they share their luck.

Words of 32 bits travel as np.uint64, because their products need the room and because Numba and NumPy would
both turn a mix of signed and unsigned 64-bit integers into floats.

No compiled function here takes the record of a game. Those of `engine.policy.compiled_game.records` do: there, no
record of a game begins like that of another, and so Numba does not take one for a kind of the other.
"""

from hashlib import sha256
from typing import Any

import numpy as np

from engine.kernel.compiled import inlined

Word = Any
"""A np.uint64 that holds 32 bits. NumPy's stubs and Numba disagree about scalar arithmetic, so its type is Any."""

WORD = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
MULTIPLIER_0 = np.uint64(0xD2511F53)
MULTIPLIER_1 = np.uint64(0xCD9E8D57)
WEYL_0 = np.uint64(0x9E3779B9)
WEYL_1 = np.uint64(0xBB67AE85)
MULTIPLIER_OF_TWO = np.uint64(0xD256D193)
ROUNDS, FEWER_ROUNDS = 10, 7

STREAM_SHIFT = np.uint64(16)
NOTHING = np.uint64(0)
MAX_GAMES = 1 << 48
"""Game indices are below this: 32 bits in one counter word, 16 in the next beside the stream."""


@inlined
def philox(c0: Word, c1: Word, c2: Word, c3: Word, k0: Word, k1: Word) -> tuple[Word, Word, Word, Word]:
    """Four random words for a counter of four words under a key of two."""
    return _mix(c0, c1, c2, c3, k0, k1, ROUNDS)


@inlined
def philox7(c0: Word, c1: Word, c2: Word, c3: Word, k0: Word, k1: Word) -> tuple[Word, Word, Word, Word]:
    """The same with 7 rounds."""
    return _mix(c0, c1, c2, c3, k0, k1, FEWER_ROUNDS)


@inlined
def _mix(c0: Word, c1: Word, c2: Word, c3: Word, k0: Word, k1: Word, rounds: int) -> tuple[Word, Word, Word, Word]:
    for _ in range(rounds):
        product0 = MULTIPLIER_0 * c0
        product1 = MULTIPLIER_1 * c2
        c0 = (product1 >> HALF) ^ c1 ^ k0
        c1 = product1 & WORD
        c2 = (product0 >> HALF) ^ c3 ^ k1
        c3 = product0 & WORD
        k0 = (k0 + WEYL_0) & WORD
        k1 = (k1 + WEYL_1) & WORD
    return c0, c1, c2, c3


@inlined
def philox7_of_two(c0: Word, c1: Word, key: Word) -> tuple[Word, Word]:
    """Two random words for a counter of two words under a key of one, with 7 rounds."""
    for _ in range(FEWER_ROUNDS):
        product = MULTIPLIER_OF_TWO * c0
        c0 = (product >> HALF) ^ c1 ^ key
        c1 = product & WORD
        key = (key + WEYL_0) & WORD
    return c0, c1


@inlined
def below(word: Word, n: int) -> int:
    """A number from 0 to n − 1. Off uniform by less than n / 2³², far less than any run could notice."""
    return int((word * np.uint64(n)) >> HALF)


@inlined
def number_below(word: Word, n: int) -> int:
    """The same as a signed number: Numba would turn a mix of signed and unsigned numbers into floats."""
    signed: int = np.int64(below(word, n))  # type: ignore[assignment]
    return signed


def seed_luck(luck: Any, seed: int) -> None:
    """Writes the keys for all games of a seed into the luck of a game."""
    luck.key0, luck.key1 = np.uint64(seed) & WORD, np.uint64(seed) >> HALF
    seed_dice(luck, seed)


def seed_dice(luck: Any, seed: int) -> None:
    """Writes the key from which each game's dice for policies get theirs: a hash of the seed, which no one can turn
    back. So a policy cannot compute from its own dice what else will happen."""
    digest = sha256(b"dice of seed %d" % seed).digest()
    luck.dice0, luck.dice1 = (np.uint64(int.from_bytes(digest[at : at + 4], "little")) for at in (0, 4))
