"""The digest of a run: the sum, modulo 2^64, of a hash of every logical row.

A sum has no order, so blocks, workers and interruptions cannot change it. A row is read as little-endian words of eight
bytes, the last one padded with zeros. Each word is multiplied by an odd constant of its place, and the products are
added. The key of the cell and the index of the game are mixed in, and the finaliser of MurmurHash3 (Appleby) spreads
the bits. All of this is NumPy's wrapping arithmetic on whole columns.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.game.results import Rows

MODULUS = 1 << 64
_ODD = 0x9E3779B97F4A7C15
_SHIFT = np.uint64(33)
_FACTORS = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)


def indices(first: "int | NDArray[np.uint64]", count: int) -> NDArray[np.uint64]:
    """The indices of games: consecutive from a first index, or as given."""
    return np.arange(first, first + count, dtype=np.uint64) if isinstance(first, int) else first


def digest_rows(key: str, first: "int | NDArray[np.uint64]", rows: Rows) -> int:
    """The digest of games of one cell. `first` is the index of the first game, or the indices of all."""
    words = _words(rows)
    games = indices(first, len(rows)) * np.uint64(_ODD)
    games ^= np.uint64(int(key, 16))
    hashes = words @ _constants(words.shape[1])
    hashes ^= games
    _spread(hashes)
    return int(hashes.sum(dtype=np.uint64))


def hash_rows(rows: Rows) -> NDArray[np.uint64]:
    """A hash of each row alone: equal rows have equal hashes, whatever their cells and indices."""
    words = _words(rows)
    hashes = words @ _constants(words.shape[1])
    _spread(hashes)
    return hashes


def digest_text(digest: int) -> str:
    """A digest as 16 hexadecimal digits."""
    return f"{digest:016x}"


def _words(rows: Rows) -> NDArray[np.uint64]:
    """The rows as words of eight bytes."""
    size = rows.dtype.itemsize
    padded = np.zeros((len(rows), -(-size // 8) * 8), np.uint8)
    padded[:, :size] = rows.view(np.uint8).reshape(len(rows), size)
    return padded.view("<u8")


@cache
def _constants(words: int) -> NDArray[np.uint64]:
    """The constant of each place: 2, 3, 4, … times the golden ratio, spread, made odd."""
    constants = np.array([place * _ODD % MODULUS for place in range(2, words + 2)], np.uint64)
    _spread(constants)
    return constants | np.uint64(1)


def _spread(hashes: NDArray[np.uint64]) -> None:
    """Make every bit of each hash depend on all its bits, in place."""
    shifted = hashes >> _SHIFT
    hashes ^= shifted
    for factor in _FACTORS:
        hashes *= factor
        np.right_shift(hashes, _SHIFT, out=shifted)
        hashes ^= shifted
