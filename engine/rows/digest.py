"""The digest of a run: the sum, modulo 2^64, of a hash of every logical row.

A sum has no order, so blocks, workers and interruptions cannot change it. A row is read as little-endian words of eight
bytes, the last one padded with zeros. Each word is multiplied by an odd constant of its place, and the products are
added. The key of the cell and the index of the game are mixed in, and the finaliser of MurmurHash3 (Appleby) spreads
the bits. Here all of this is NumPy's wrapping arithmetic on whole columns; `one_pass` does the same row by row.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.game.results import Rows
from engine.rows.one_pass import ODD, spread

MODULUS = 1 << 64


def indices(first: int | NDArray[np.uint64], count: int) -> NDArray[np.uint64]:
    """The indices of games: consecutive from a first index, or as given."""
    return np.arange(first, first + count, dtype=np.uint64) if isinstance(first, int) else first


def digest_rows(key: str, first: int | NDArray[np.uint64], rows: Rows) -> int:
    """The digest of games of one cell. `first` is the index of the first game, or the indices of all."""
    hashes = spread(_added(rows) ^ indices(first, len(rows)) * ODD ^ np.uint64(int(key, 16)))
    return int(hashes.sum(dtype=np.uint64))


def hash_rows(rows: Rows) -> NDArray[np.uint64]:
    """A hash of each row alone: equal rows have equal hashes, whatever their cells and indices."""
    hashes: NDArray[np.uint64] = spread(_added(rows))
    return hashes


def digest_text(digest: int) -> str:
    """A digest as 16 hexadecimal digits."""
    return f"{digest:016x}"


@cache
def constants(words: int) -> NDArray[np.uint64]:
    """The constant of each place: 2, 3, 4, … times the golden ratio, spread, made odd."""
    places: NDArray[np.uint64] = spread(np.arange(2, words + 2, dtype=np.uint64) * ODD)
    return places | np.uint64(1)


def words_in(size: int) -> int:
    """How many words a row of so many bytes has."""
    return -(-size // 8)


def _added(rows: Rows) -> NDArray[np.uint64]:
    """For each row, the sum of its words times the constants of their places."""
    size = rows.dtype.itemsize
    words = words_in(size)
    padded = np.zeros((len(rows), words * 8), np.uint8)
    padded[:, :size] = rows.view(np.uint8).reshape(len(rows), size)
    added: NDArray[np.uint64] = padded.view("<u8") @ constants(words)
    return added
