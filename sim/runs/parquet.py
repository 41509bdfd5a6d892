"""A block of games as one Parquet file, made where the games were played.

Polars writes Parquet well, but it must not run in a forked worker, and in the parent its dictionary search
costs about 120 ns a row, more than the whole parent may spend. Our columns are small counts, and for these
Parquet has an encoding that is nearly a copy: with the dictionary 0, 1, 2, … and 8 bits an index, the
column's own bytes are the encoded page. A constant and a run of consecutive numbers shrink to a few bytes.
Any reader reads the result.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.runs.thrift import Value, false, i8, i32, i64, items, struct, text, varint, zigzag

MAGIC = b"PAR1"
PLAIN, RLE, DELTA_BINARY_PACKED, RLE_DICTIONARY = 0, 3, 5, 8
DATA_PAGE, DICTIONARY_PAGE = 0, 2
INT32, INT64 = 1, 2
UNSIGNED = {1: 11, 2: 12, 4: 13, 8: 14}
"""Parquet's old names of unsigned integers, by their bytes; some readers know no others."""


class Page(NamedTuple):
    """The values of one column, encoded."""

    encoding: int
    data: bytes
    dictionary: bytes = b""


class Chunk(NamedTuple):
    """One column of the file: its name, the bytes of its type, and its page."""

    name: str
    width: int
    page: Page


def constant(name: str, dtype: str, value: int) -> Chunk:
    """A column that holds one value throughout; how often is the file's number of rows."""
    width = np.dtype(dtype).itemsize
    return Chunk(name, width, Page(RLE_DICTIONARY, b"", _physical(np.array([value]), width)))


def counting(name: str, first: int, rows: int) -> Chunk:
    """A column that holds first, first + 1, …: every delta is 1, so the packed deltas take no room."""
    head = varint(128) + varint(4) + varint(rows) + zigzag(first)
    block = zigzag(1) + bytes(4)
    return Chunk(name, 8, Page(DELTA_BINARY_PACKED, head + block * -(-(rows - 1) // 128)))


def column(name: str, values: NDArray[np.unsignedinteger]) -> Chunk:
    """A column of unsigned integers: a byte a value where they fit, else as they stand."""
    values = np.ascontiguousarray(values)
    width = values.dtype.itemsize
    largest = int(values.max())
    if largest > 0xFF:
        return Chunk(name, width, Page(PLAIN, _physical(values, width)))
    groups = -(-len(values) // 8)
    padding = bytes(groups * 8 - len(values))
    data = b"\x08" + varint(groups << 1 | 1) + values.astype("u1").tobytes() + padding
    return Chunk(name, width, Page(RLE_DICTIONARY, data, _physical(np.arange(largest + 1), width)))


def parquet_file(chunks: list[Chunk], rows: int) -> bytes:
    """The file: the columns one after the other, then what they are and where."""
    parts = [MAGIC]
    offset = len(MAGIC)
    described = []
    for chunk in chunks:
        pages, description = _column_chunk(chunk, rows, offset)
        parts += pages
        offset += sum(map(len, pages))
        described.append(description)
    footer = struct(
        {
            1: i32(2),
            2: items([struct({4: text("game"), 5: i32(len(chunks))}), *map(_schema_element, chunks)]),
            3: i64(rows),
            4: items([struct({1: items(described), 2: i64(offset - len(MAGIC)), 3: i64(rows)})]),
            6: text("fatecast"),
        }
    ).data
    return b"".join([*parts, footer, len(footer).to_bytes(4, "little"), MAGIC])


def _physical(values: NDArray[np.integer], width: int) -> bytes:
    """Parquet stores no integer narrower than four bytes plainly."""
    return values.astype("<u8" if width == 8 else "<u4").tobytes()


def _type(chunk: Chunk) -> Value:
    return i32(INT64 if chunk.width == 8 else INT32)


def _schema_element(chunk: Chunk) -> Value:
    unsigned = struct({10: struct({1: i8(chunk.width * 8), 2: false()})})
    return struct({1: _type(chunk), 3: i32(0), 4: text(chunk.name), 6: i32(UNSIGNED[chunk.width]), 10: unsigned})


def _column_chunk(chunk: Chunk, rows: int, offset: int) -> tuple[list[bytes], Value]:
    """The pages of a column, and the entry of the footer that finds them."""
    page = chunk.page
    data = page.data or b"\x08" + varint(rows << 1) + b"\0"  # a constant: one run of the first dictionary entry
    pages = []
    if page.dictionary:
        size = len(page.dictionary)
        entries = size // (8 if chunk.width == 8 else 4)
        pages += [
            _header(DICTIONARY_PAGE, size, {7: struct({1: i32(entries), 2: i32(PLAIN)})}),
            page.dictionary,
        ]
    data_page_offset = offset + sum(map(len, pages))
    header = struct({1: i32(rows), 2: i32(page.encoding), 3: i32(RLE), 4: i32(RLE)})
    pages += [_header(DATA_PAGE, len(data), {5: header}), data]
    size = sum(map(len, pages))
    place = {9: i64(data_page_offset)} | ({11: i64(offset)} if page.dictionary else {})
    encodings = [i32(page.encoding)] + ([i32(PLAIN)] if page.dictionary else [])
    description = {
        1: _type(chunk),
        2: items(encodings),
        3: items([text(chunk.name)]),
        4: i32(0),
        5: i64(rows),
        6: i64(size),
        7: i64(size),
    }
    return pages, struct({2: i64(offset), 3: struct(description | place)})


def _header(kind: int, size: int, detail: dict[int, Value]) -> bytes:
    return struct({1: i32(kind), 2: i32(size), 3: i32(size)} | detail).data
