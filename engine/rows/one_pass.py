"""One compiled pass over the rows of many games. In NumPy the same takes many passes, and a tenth of the time of the
games of a fast policy.

It knows no game, so it is compiled once for all. Rows are bytes, and a column is the place of its first byte in a row
and how many bytes it takes, little-endian.
"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kernel.compiled import INTERPRETED, compiled, inlined

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]
Word = Any
"""A np.uint64, also as an index: Numba adds an array's length to a signed one that is below 0, and has to compare."""

ODD = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(33)
FACTOR_0, FACTOR_1 = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)

TOGETHER = np.uint64(512)
"""Rows that are read column by column while they are in the fastest cache."""

VALUES = 256
"""The values of a byte."""

WAYS = 2
"""Even and odd rows are counted apart: to add 1 to a number that was just written takes longer than to another."""

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
IN_A_WORD, TO_WORDS, TO_BITS = np.uint64(8), np.uint64(3), np.uint64(3)
EVEN, BOTH = np.uint64(VALUES), np.uint64(WAYS * VALUES)
LOW_BYTE = np.uint64(VALUES - 1)


def compiles() -> bool:
    """Whether compiled passes are worth their while: this process has loaded Numba to play games."""
    return "numba" in sys.modules and not INTERPRETED


def spread(hashed: Any) -> Any:
    """Make every bit of a word depend on all its bits: the finaliser of MurmurHash3 (Appleby). Or of an array of
    words."""
    hashed = (hashed ^ hashed >> SHIFT) * FACTOR_0
    hashed = (hashed ^ hashed >> SHIFT) * FACTOR_1
    return hashed ^ hashed >> SHIFT


_spread = inlined(spread)


@inlined
def word_at(rows: Bytes, at: Word, size: Word) -> Word:
    """The word of at most eight bytes that begins here."""
    word = ZERO
    for byte in range(size):  # the optimiser reads eight at once
        word |= np.uint64(rows[at + np.uint64(byte)]) << (np.uint64(byte) << TO_BITS)
    return word


@inlined
def digest_of(
    rows: Bytes, size: Word, first: Word, last: Word, games: Words, key: Word, places: Words, unlike: Words
) -> Word:
    """The sum of the hashes of the rows [first, last); see `digest`. `unlike` gets the bits, word by word, in which any
    of these rows is not like the first of them: to find them costs nothing while the products are computed."""
    digest = ZERO
    words, rest = size >> TO_WORDS, size % IN_A_WORD
    for place in range(np.uint64(len(unlike))):
        unlike[place] = ZERO
    for row in range(first, last):
        at, like = np.uint64(row) * size, first * size
        added = ZERO
        for place in range(words):
            word = word_at(rows, at, IN_A_WORD)
            unlike[place] |= word ^ word_at(rows, like, IN_A_WORD)
            added += word * places[place]
            at += IN_A_WORD
            like += IN_A_WORD
        if rest:
            word = word_at(rows, at, rest)
            unlike[words] |= word ^ word_at(rows, like, rest)
            added += word * places[words]
        digest += _spread(games[row] * ODD ^ key ^ added)
    return digest


@inlined
def byte_of(words: Words, at: Word) -> Word:
    """One byte of some words."""
    return words[at >> TO_WORDS] >> (at % IN_A_WORD << TO_BITS) & LOW_BYTE


@inlined
def take_columns(
    rows: Bytes,
    size: Word,
    first: Word,
    last: Word,
    many: Word,
    unlike: Words,
    offsets: Words,
    widths: Words,
    columns: Bytes,
    counts: Words,
    high: Words,
) -> None:
    """Put the low bytes of each column side by side, and count them; in the rows [first, last)."""
    for column in range(np.uint64(len(offsets))):
        offset = offsets[column]
        at = first * size + offset
        to = np.uint64(column) * many + first
        even = np.uint64(column) * BOTH
        if widths[column] > ONE:
            high[column] |= np.uint64(rows[at + ONE]) | byte_of(unlike, offset + ONE)
        if byte_of(unlike, offset) == ZERO:
            counts[even + np.uint64(rows[at])] += last - first
            columns[to : to + last - first] = rows[at]
            continue
        odd = even + EVEN
        for _ in range((last - first) >> ONE):
            one, other = np.uint64(rows[at]), np.uint64(rows[at + size])
            columns[to] = one
            columns[to + ONE] = other
            counts[even + one] += ONE
            counts[odd + other] += ONE
            at += size + size
            to += TWO
        if (last - first) % TWO:
            one = np.uint64(rows[at])
            columns[to] = one
            counts[even + one] += ONE


@compiled
def pass_over(
    rows: Bytes,
    size: Word,
    games: Words,
    key: Word,
    places: Words,
    unlike: Words,
    offsets: Words,
    widths: Words,
    columns: Bytes,
    counts: Words,
    high: Words,
) -> Word:
    """The digest of rows of `size` bytes with the indices `games`, in a cell with this key.

    Of the columns at these offsets, one or two bytes wide, `columns` gets the low bytes, `counts` how often each low
    byte occurs (in even rows, in odd rows), and `high` is 0 if no row has a bit in the upper byte. Then the low bytes
    are the column. `unlike` has room for the words of a row."""
    digest = ZERO
    many = np.uint64(len(games))
    first = ZERO
    while first < many:
        last = min(first + TOGETHER, many)
        digest += digest_of(rows, size, first, last, games, key, places, unlike)
        take_columns(rows, size, first, last, many, unlike, offsets, widths, columns, counts, high)
        first = last
    return digest
