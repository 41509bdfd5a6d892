"""The digest of a run: the sum, modulo 2^64, of a hash of every logical row.

A sum has no order, so blocks, workers and interruptions cannot change it. A row's hash starts from the key of
its cell and its game index and takes in the packed row as little-endian words of eight bytes, the last one
padded with zeros. The mixing is the finaliser of MurmurHash3 (Appleby), written with NumPy's wrapping
arithmetic.
"""

import numpy as np
from numpy.typing import NDArray

from engine.game import Rows

MODULUS = 1 << 64
_ODD = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xFF51AFD7ED558CCD)
_SECOND = np.uint64(0xC4CEB9FE1A85EC53)
_SHIFT = np.uint64(33)


def digest_rows(key: str, first: int, rows: Rows) -> int:
    """The digest of consecutive games of one cell, the first of them with index `first`."""
    hashes = np.arange(first, first + len(rows), dtype=np.uint64)
    hashes *= _ODD
    hashes ^= np.uint64(int(key, 16))
    for word in _words(rows):
        _mix(hashes)
        hashes ^= word
    _mix(hashes)
    return int(hashes.sum(dtype=np.uint64))


def written(digest: int) -> str:
    """A digest as people compare it."""
    return f"{digest:016x}"


def _words(rows: Rows) -> NDArray[np.uint64]:
    """The rows as words of eight bytes, one line a word."""
    size = rows.dtype.itemsize
    padded = np.zeros((len(rows), -(-size // 8) * 8), np.uint8)
    padded[:, :size] = rows.view(np.uint8).reshape(len(rows), size)
    return padded.view("<u8").T


def _mix(hashes: NDArray[np.uint64]) -> None:
    """Spread every bit of each hash over all of it, in place."""
    hashes ^= hashes >> _SHIFT
    hashes *= _FIRST
    hashes ^= hashes >> _SHIFT
    hashes *= _SECOND
    hashes ^= hashes >> _SHIFT
