"""What follows from the bytes of rows: one compiled pass finds most of it.

Numba takes about half a second to load. A process that has not loaded it plays games that are slower than NumPy, or
plays none: there NumPy finds the same, column by column.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.results import Rows
from engine.rows.digest import constants, digest_rows, indices, words_in
from engine.rows.distinct import distinct_by_hash
from engine.rows.one_pass import VALUES, WAYS, compiles, pass_over
from engine.rows.signed import counts_of

CountArray = NDArray[np.int64]


@dataclass(frozen=True)
class Columns:
    """Rows, column by column: each is side by side in memory, because it is read several times."""

    row: "np.dtype[np.void]"
    games: int
    packed: Mapping[str, NDArray[np.integer]]
    """A column that has two bytes for a value takes only one if all values fit."""

    def __getitem__(self, name: str, /) -> NDArray[Any]:
        return self.packed[name].astype(self.row[name], copy=False)

    def __len__(self) -> int:
        return self.games


class RowSums(NamedTuple):
    """What follows from the bytes of some rows."""

    digest: int
    columns: Columns
    counts: Mapping[str, CountArray]
    """For the columns that are counted: how many rows have 0, 1, 2, …; see `signed` for those that can be below 0."""


def sum_rows(key: str, first: int | NDArray[np.uint64], rows: Rows, counted: Collection[str]) -> RowSums:
    """The sums of games of one cell. `first` is the index of the first game, or the indices of all."""
    if compiles():
        return sums_in_one_pass(key, first, rows, counted)
    return sums_by_column(key, first, rows, counted)


def load_passes() -> None:
    """Load what this process will need for rows, if games are compiled: processes that it forks need not do it."""
    if compiles():
        sums_in_one_pass("0", 0, np.zeros(0, [("column", "<u1")]), [])
        distinct_by_hash([np.zeros(0, "<u8")])


def sums_by_column(key: str, first: int | NDArray[np.uint64], rows: Rows, counted: Collection[str]) -> RowSums:
    """The sums, by NumPy."""
    columns = columns_of(rows)
    return RowSums(digest_rows(key, first, rows), columns, {name: counts_of(columns[name]) for name in counted})


def columns_of(rows: Rows) -> Columns:
    """Rows as columns."""
    return Columns(rows.dtype, len(rows), {name: _column(rows, name) for name in rows.dtype.names or ()})


def _column(rows: Rows, name: str) -> NDArray[np.integer]:
    return np.ascontiguousarray(rows[name])


class _Layout(NamedTuple):
    """The columns of a row that are at most two bytes wide."""

    names: tuple[str, ...]
    offsets: NDArray[np.uint64]
    widths: NDArray[np.uint64]


@cache
def _layout(row: "np.dtype[np.void]") -> _Layout:
    fields = [(name, offset, dtype.itemsize) for name, (dtype, offset, *_) in (row.fields or {}).items()]
    narrow = [field for field in fields if field[2] <= 2]
    names, offsets, widths = zip(*narrow, strict=True) if narrow else ((), (), ())
    return _Layout(names, np.array(offsets, np.uint64), np.array(widths, np.uint64))


def sums_in_one_pass(key: str, first: int | NDArray[np.uint64], rows: Rows, counted: Collection[str]) -> RowSums:
    """The sums, by compiled code. NumPy does the rest: columns that are wider than two bytes, or in which a value needs
    more than one."""
    names, offsets, widths = _layout(rows.dtype)
    size, games = rows.dtype.itemsize, len(rows)
    low_bytes = np.empty((len(names), games), np.uint8)
    counts = np.zeros((len(names), WAYS, VALUES), np.uint64)
    high = np.zeros(len(names), np.uint64)
    digest = pass_over(
        np.ascontiguousarray(rows).view(np.uint8),
        np.uint64(size),
        np.ascontiguousarray(indices(first, games)),
        np.uint64(int(key, 16)),
        constants(words_in(size)),
        np.empty(words_in(size), np.uint64),
        offsets,
        widths,
        low_bytes.ravel(),
        counts.ravel(),
        high,
    )
    fits = (widths == 1) | (high == 0)
    numbers = {name: number for number, name in enumerate(names) if fits[number] and rows.dtype[name].kind == "u"}
    packed = {
        name: low_bytes[numbers[name]] if name in numbers else _column(rows, name) for name in rows.dtype.names or ()
    }
    both = counts.sum(axis=1, dtype=np.int64)
    lengths = VALUES - (both[:, ::-1] != 0).argmax(axis=1) if games else np.zeros(len(names), np.int64)
    found = {
        name: both[numbers[name], : lengths[numbers[name]]] if name in numbers else counts_of(packed[name])
        for name in counted
    }
    return RowSums(int(digest), Columns(rows.dtype, games, packed), found)
