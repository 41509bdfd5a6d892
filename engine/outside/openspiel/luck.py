"""Luck by number: a draw is a function of the seed, the game, who draws and the number of the draw.

The same chance events come out alike whoever plays, for as long as the games go alike. Draws are made for many games at
once, because NumPy takes as long for one as for hundreds.
"""

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from engine.kernel.rng import HALF, STREAM_SHIFT, WORD, philox

BITS = 53
"""Of a draw: a number from 0 to 2⁵³ − 1, which a float holds exactly."""
ONE = 1 << BITS
FIRST_DRAWS = 32
"""Draws made at once for all games of a block."""
GAMES_AT_ONCE = 64

CHANCE, COPIES = 0, 1
"""Streams: the chance events of a game, the seed of a game with luck of its own. Those of the seats come after them."""

BESIDE = 1 << 8
"""From a seat's stream to its second one."""

_words = getattr(philox, "py_func", philox)


class BlockLuck:
    """The luck of some games of one seed."""

    def __init__(self, seed: int, indices: NDArray[np.int64], stream: bytes = b"") -> None:
        self.seed, self.indices = seed, indices
        digest = sha256(b"openspiel with seed %d%s" % (seed, stream)).digest()
        self._key = [np.uint64(int.from_bytes(digest[at : at + 4], "little")) for at in (0, 4)]
        self._games = indices.astype(np.uint64)[:, None]
        self._first: dict[int, NDArray[np.uint64]] = {}

    def first_draws(self, at: int, stream: int) -> list[int]:
        """The first draws of the game at this place of the block."""
        if stream not in self._first:
            self._first[stream] = self._drawn(self._games, stream, 0)
        found: list[int] = self._first[stream][at].tolist()
        return found

    def next_draws(self, at: int, stream: int, first: int) -> list[int]:
        """As many again, from number `first` on."""
        found: list[int] = self._drawn(self._games[at : at + 1], stream, first)[0].tolist()
        return found

    def _drawn(self, games: NDArray[np.uint64], stream: int, first: int) -> NDArray[np.uint64]:
        draws = np.arange(first, first + FIRST_DRAWS, dtype=np.uint64)[None, :]
        high = games >> HALF | np.uint64(stream) << STREAM_SHIFT
        one, other, *_ = _words(games & WORD, high, draws, np.zeros_like(draws), *self._key)
        found: NDArray[np.uint64] = (one << HALF | other) >> np.uint64(64 - BITS)
        return found


class Draws:
    """One stream of one game, from its first draw on."""

    def __init__(self, block: BlockLuck, at: int, stream: int) -> None:
        self._block, self._at, self._stream = block, at, stream
        self._drawn = block.first_draws(at, stream)
        self._next = 0

    @property
    def of_game(self) -> tuple[int, int]:
        """The seed and the index of the game that it is a stream of."""
        return self._block.seed, int(self._block.indices[self._at])

    def beside(self) -> "Draws":
        """Another stream of the same game and the same seat."""
        return Draws(self._block, self._at, self._stream + BESIDE)

    def number(self) -> int:
        """The next draw, from 0 to 2⁵³ − 1."""
        if self._next == len(self._drawn):
            self._drawn += self._block.next_draws(self._at, self._stream, self._next)
        self._next += 1
        return self._drawn[self._next - 1]

    def below(self, n: int) -> int:
        """A number from 0 to n − 1."""
        return self.number() * n >> BITS

    def one_of(self, chances: Sequence[tuple[int, float]]) -> int:
        """One of some actions, each with its chance; they add up to 1, but for what floats lose."""
        left = self.number() / ONE
        for action, chance in chances:
            left -= chance
            if left < 0:
                return action
        return max(chances, key=lambda each: each[1])[0]


class GameLuck:
    """All streams of one game."""

    def __init__(self, block: BlockLuck, at: int) -> None:
        self._block, self._at = block, at

    @cached_property
    def chance(self) -> Draws:
        return Draws(self._block, self._at, CHANCE)

    @property
    def copy_number(self) -> int:
        """A seed for a game that draws luck of its own."""
        return Draws(self._block, self._at, COPIES).below(1 << 31)

    def of_stream(self, stream: int) -> Draws:
        return Draws(self._block, self._at, stream)

    def of_seat(self, seat: int) -> Draws:
        """For the decisions of a player."""
        return Draws(self._block, self._at, COPIES + 1 + seat)
