"""How much a Parquet file unfolds to, told from its footer and the headers of its pages, before any of it is read.

A page can say in a few bytes that a value is repeated a hundred million times, and a compressed page can unfold to a
thousand times its size. Anybody may have sent the file, so rows and bytes are bounded first. Footer and headers are in
Thrift's compact protocol; `sim/runs/parquet.py` writes it, here it is read.
"""

import os
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

MOST_ROWS_OF_A_BLOCK = 10_000_000
MOST_ROWS_OF_A_TABLE = 50_000_000
MOST_TIMES_UNFOLDED = 2_000
"""Rows in memory, and pages unpacked, take at most this many times the bytes of the file. In our own files a row of
equal values takes 1/26 of a byte."""
MOST_BYTES_OF_A_TABLE = 3 << 28
"""A table of results takes at most this much memory; it is read as a whole, and a block in slices."""

MAGIC = b"PAR1"
LONGEST_FOOTER = 1 << 22
LONGEST_HEADER = 1 << 16
MOST_PAGES = 200_000
DEEPEST = 16
TAIL = 8
DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2 = 0, 2, 3
DETAILS = {DATA_PAGE: 5, DICTIONARY_PAGE: 7, DATA_PAGE_V2: 8}
"""The field of a page's header that says more, by the kind of the page."""

Fields = Mapping[int, Any]


class ParquetSize(NamedTuple):
    """What a file unfolds to."""

    rows: int
    unpacked: int
    """Bytes of all pages, once they are decompressed."""
    on_disk: int

    def check(self, most_rows: int, row_bytes: int) -> None:
        """ValueError if the file has more rows than this, or takes far more memory than its bytes can honestly hold."""
        if self.rows > most_rows:
            raise ValueError(f"{self.rows:,} rows, expected at most {most_rows:,}")
        unfolded = max(self.unpacked, self.rows * row_bytes)
        if unfolded > MOST_TIMES_UNFOLDED * self.on_disk:
            raise ValueError(
                f"{self.on_disk:,} bytes that unfold to {unfolded:,}, expected at most {MOST_TIMES_UNFOLDED:,} times"
            )


def size_of_file(path: Path) -> ParquetSize:
    """The size of a file on disk; ValueError or OSError if it is not Parquet."""
    with path.open("rb") as file:
        return _size(file, os.fstat(file.fileno()).st_size)


def size_of_bytes(raw: bytes) -> ParquetSize:
    """The same for the bytes of a file."""
    return _size(BytesIO(raw), len(raw))


def _size(file: BinaryIO, on_disk: int) -> ParquetSize:
    try:
        return _measured(file, on_disk)
    except (LookupError, TypeError, AttributeError, OverflowError):
        raise ValueError("not the footer of a Parquet file") from None


def _measured(file: BinaryIO, on_disk: int) -> ParquetSize:
    file.seek(max(0, on_disk - TAIL))
    tail = file.read(TAIL)
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != MAGIC or not 0 < length <= min(LONGEST_FOOTER, on_disk - TAIL):
        raise ValueError("not the end of a Parquet file")
    file.seek(on_disk - TAIL - length)
    footer = _Thrift(file.read(length)).struct()
    groups: Sequence[Fields] = footer.get(4, [])
    rows = sum(_count(group[3]) for group in groups)
    if rows != _count(footer[3]):
        raise ValueError("its groups of rows have other rows than the file")
    pages = _Pages(file, on_disk)
    unpacked = sum(pages.unpacked(column[3], _count(group[3])) for group in groups for column in group[1])
    return ParquetSize(rows, unpacked, on_disk)


class _Pages:
    """The headers of the pages of a file; their contents are skipped."""

    def __init__(self, file: BinaryIO, on_disk: int) -> None:
        self._file = file
        self._on_disk = on_disk
        self._seen = 0

    def unpacked(self, column: Fields, rows: int) -> int:
        """Bytes of the pages of a column, once they are decompressed. Its pages must have exactly these rows."""
        start = min(_count(place) for place in (column[9], column.get(11, 0) or column[9]))
        end, place, values, total = start + _count(column[7]), start, 0, 0
        while place < end and values < rows:
            header, size = self._header(place)
            unpacked, packed, kind = _count(header[2]), _count(header[3]), header[1]
            place += size + packed
            total += unpacked
            if kind in (DATA_PAGE, DATA_PAGE_V2):
                values += _count(header[DETAILS[kind]][1])
            elif kind != DICTIONARY_PAGE:
                raise ValueError("a page of an unknown kind")
        if values != rows or place > min(end, self._on_disk):
            raise ValueError("its pages have other rows than its footer says")
        return total

    def _header(self, place: int) -> tuple[Fields, int]:
        """A header, and how many bytes it takes."""
        self._seen += 1
        if self._seen > MOST_PAGES:
            raise ValueError(f"expected at most {MOST_PAGES:,} pages")
        self._file.seek(place)
        thrift = _Thrift(self._file.read(LONGEST_HEADER))
        return thrift.struct(), thrift.at


class _Thrift:
    """Reads values of Thrift's compact protocol, one after the other."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.at = 0

    def struct(self, depth: int = 0) -> dict[int, Any]:
        """The fields of a struct, by their numbers."""
        fields: dict[int, Any] = {}
        number = 0
        while (head := self._byte()) != 0:
            number = number + (head >> 4) if head >> 4 else self._zigzag()
            fields[number] = self._value(head & 15, depth)
        return fields

    def _value(self, kind: int, depth: int) -> Any:
        if depth > DEEPEST:
            raise ValueError("structs too deep inside each other")
        match kind:
            case 1 | 2:
                return kind == 1
            case 3:
                return self._byte()
            case 4 | 5 | 6:
                return self._zigzag()
            case 7:
                return self._bytes(8)
            case 8:
                return self._bytes(self._varint())
            case 9 | 10:
                return self._items(depth)
            case 11:
                return self._pairs(depth)
            case 12:
                return self.struct(depth + 1)
        raise ValueError("a value of an unknown kind")

    def _items(self, depth: int) -> list[Any]:
        head = self._byte()
        size = head >> 4 if head >> 4 < 15 else self._varint()
        return [self._item(head & 15, depth) for _ in range(self._fitting(size))]

    def _pairs(self, depth: int) -> list[Any]:
        size = self._fitting(self._varint())
        kinds = self._byte() if size else 0
        return [(self._item(kinds >> 4, depth), self._item(kinds & 15, depth)) for _ in range(size)]

    def _item(self, kind: int, depth: int) -> Any:
        """A value in a list, where a truth takes a byte of its own."""
        return self._byte() == 1 if kind in (1, 2) else self._value(kind, depth + 1)

    def _fitting(self, size: int) -> int:
        """A number of values, each of which takes at least a byte."""
        if size > len(self.raw) - self.at:
            raise ValueError("more values than bytes")
        return size

    def _byte(self) -> int:
        self.at += 1
        return self.raw[self.at - 1]

    def _bytes(self, size: int) -> bytes:
        self.at += self._fitting(size)
        return self.raw[self.at - size : self.at]

    def _varint(self) -> int:
        number, shift = 0, 0
        while shift < 70:
            byte = self._byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7
        raise ValueError("a number that is too long")

    def _zigzag(self) -> int:
        number = self._varint()
        return number >> 1 ^ -(number & 1)


def _count(value: int) -> int:
    if value < 0:
        raise ValueError("a negative count")
    return value
