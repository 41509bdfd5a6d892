"""A block of games as one Parquet file, made where the games were played.

Polars writes Parquet well, but it must not run in a forked worker, and in the parent its dictionary search would take
about 120 ns for each row, more than all other work of the parent. Our columns are small counts, and for these Parquet
has an encoding that is nearly a copy: with the dictionary 0, 1, 2, … and 8 bits for each index, the bytes of the column
are the encoded page. A constant, or consecutive numbers, take only a few bytes. Every Parquet reader reads the result.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MAGIC = b"PAR1"
PLAIN, RLE, DELTA_BINARY_PACKED, RLE_DICTIONARY = 0, 3, 5, 8
DATA_PAGE, DICTIONARY_PAGE = 0, 2
INT32, INT64 = 1, 2
UNSIGNED = {1: 11, 2: 12, 4: 13, 8: 14}
"""Parquet's old codes of unsigned integers, by their bytes; some readers know no others."""


class Thrift(NamedTuple):
    """A value in Thrift's compact protocol and the code of its type."""

    kind: int
    data: bytes


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
    """A column with the same value in every row."""
    width = np.dtype(dtype).itemsize
    return Chunk(name, width, Page(RLE_DICTIONARY, b"", _physical(np.array([value]), width)))


def counting(name: str, first: int, rows: int) -> Chunk:
    """A column with the values first, first + 1, …: every difference is 1, so the packed differences take no room."""
    head = varint(128) + varint(4) + varint(rows) + zigzag(first)
    block = zigzag(1) + bytes(4)
    return Chunk(name, 8, Page(DELTA_BINARY_PACKED, head + block * -(-(rows - 1) // 128)))


def column(name: str, values: NDArray[np.unsignedinteger]) -> Chunk:
    """A column of unsigned integers: nothing for each value if all are the same, one byte if they fit, else
    uncompressed."""
    values = np.ascontiguousarray(values)
    width = values.dtype.itemsize
    largest = int(values.max())
    if values[0] == largest and int(values.min()) == largest:
        return constant(name, values.dtype.str, largest)
    if largest > 0xFF:
        return Chunk(name, width, Page(PLAIN, _physical(values, width)))
    groups = -(-len(values) // 8)
    padding = bytes(groups * 8 - len(values))
    data = b"\x08" + varint(groups << 1 | 1) + values.astype("u1").tobytes() + padding
    return Chunk(name, width, Page(RLE_DICTIONARY, data, _physical(np.arange(largest + 1), width)))


def parquet_file(chunks: list[Chunk], rows: int) -> bytes:
    """The file: all columns, then a footer that says what they are and where."""
    parts = [MAGIC]
    offset = len(MAGIC)
    described = []
    for chunk in chunks:
        pages, description = _column_chunk(chunk, rows, offset)
        parts += pages
        offset += sum(map(len, pages))
        described.append(description)
    footer = _struct(
        {
            1: _i32(2),
            2: _items([_struct({4: _text("game"), 5: _i32(len(chunks))}), *map(_schema_element, chunks)]),
            3: _i64(rows),
            4: _items([_struct({1: _items(described), 2: _i64(offset - len(MAGIC)), 3: _i64(rows)})]),
            6: _text("fatecast"),
        }
    ).data
    return b"".join([*parts, footer, len(footer).to_bytes(4, "little"), MAGIC])


def _physical(values: NDArray[np.integer], width: int) -> bytes:
    """Plain integers take at least four bytes in Parquet."""
    return values.astype("<u8" if width == 8 else "<u4").tobytes()


def _type(chunk: Chunk) -> Thrift:
    return _i32(INT64 if chunk.width == 8 else INT32)


def _schema_element(chunk: Chunk) -> Thrift:
    unsigned = _struct({10: _struct({1: _i8(chunk.width * 8), 2: _false()})})
    return _struct({1: _type(chunk), 3: _i32(0), 4: _text(chunk.name), 6: _i32(UNSIGNED[chunk.width]), 10: unsigned})


def _column_chunk(chunk: Chunk, rows: int, offset: int) -> tuple[list[bytes], Thrift]:
    """The pages of a column, and its entry in the footer."""
    page = chunk.page
    data = page.data or b"\x08" + varint(rows << 1) + b"\0"  # a constant: one run of the first dictionary entry
    pages = []
    if page.dictionary:
        size = len(page.dictionary)
        entries = size // (8 if chunk.width == 8 else 4)
        pages += [
            _header(DICTIONARY_PAGE, size, {7: _struct({1: _i32(entries), 2: _i32(PLAIN)})}),
            page.dictionary,
        ]
    data_page_offset = offset + sum(map(len, pages))
    header = _struct({1: _i32(rows), 2: _i32(page.encoding), 3: _i32(RLE), 4: _i32(RLE)})
    pages += [_header(DATA_PAGE, len(data), {5: header}), data]
    size = sum(map(len, pages))
    place = {9: _i64(data_page_offset)} | ({11: _i64(offset)} if page.dictionary else {})
    encodings = [_i32(page.encoding)] + ([_i32(PLAIN)] if page.dictionary else [])
    description = {
        1: _type(chunk),
        2: _items(encodings),
        3: _items([_text(chunk.name)]),
        4: _i32(0),
        5: _i64(rows),
        6: _i64(size),
        7: _i64(size),
    }
    return pages, _struct({2: _i64(offset), 3: _struct(description | place)})


def _header(kind: int, size: int, detail: dict[int, Thrift]) -> bytes:
    return _struct({1: _i32(kind), 2: _i32(size), 3: _i32(size)} | detail).data


# The part of Thrift's compact protocol that the footer of a Parquet file needs.


def varint(number: int) -> bytes:
    """Seven bits in each byte, the lowest first; the top bit is set in all bytes but the last."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number: int) -> bytes:
    """A signed integer, as an unsigned one that is small if the absolute value is."""
    return varint(number << 1 if number >= 0 else (-number << 1) - 1)


def _false() -> Thrift:
    return Thrift(2, b"")


def _i8(number: int) -> Thrift:
    return Thrift(3, bytes([number]))


def _i32(number: int) -> Thrift:
    return Thrift(5, zigzag(number))


def _i64(number: int) -> Thrift:
    return Thrift(6, zigzag(number))


def _text(string: str) -> Thrift:
    raw = string.encode()
    return Thrift(8, varint(len(raw)) + raw)


def _items(values: list[Thrift]) -> Thrift:
    """A list of values of one kind."""
    size = len(values)
    head = bytes([size << 4 | values[0].kind]) if size < 15 else bytes([0xF0 | values[0].kind]) + varint(size)
    return Thrift(9, head + b"".join(value.data for value in values))


def _struct(fields: dict[int, Thrift]) -> Thrift:
    """A struct; the field numbers ascend in steps of at most 15."""
    out = bytearray()
    previous = 0
    for number, value in fields.items():
        out.append((number - previous) << 4 | value.kind)
        out += value.data
        previous = number
    return Thrift(12, bytes(out) + b"\0")
