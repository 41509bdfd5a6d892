"""A block of games as one Parquet file, made where the games were played.

Polars writes Parquet well, but it must not run in a forked worker, and in the parent its dictionary search would take
about 120 ns for each row, more than all other work of the parent. Our columns are small counts, and for these Parquet
has an encoding that is nearly a copy: with the dictionary 0, 1, 2, … and 8 bits for each index, the bytes of the column
are the encoded page; with 4 bits, two of them share a byte. A constant, or consecutive numbers, take only a few bytes.
The fewer bytes there are, the less time it takes to write and to sum them. Every Parquet reader reads the result.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.rows.distinct import distinct

Buffer = bytes | memoryview

REMEMBERED = 1024
"""Descriptions of columns and pages that are remembered: those of the next block are mostly the same."""


MAGIC = b"PAR1"
PLAIN, RLE, DELTA_BINARY_PACKED, RLE_DICTIONARY = 0, 3, 5, 8
DATA_PAGE, DICTIONARY_PAGE = 0, 2
INT32, INT64 = 1, 2
STRUCT = 12
UNSIGNED = {1: 11, 2: 12, 4: 13, 8: 14}
"""Parquet's old codes of unsigned integers, by their bytes; some readers know no others."""
TO_SIGNED = 4
"""How much larger the codes of signed integers are."""


class Thrift(NamedTuple):
    """A value in Thrift's compact protocol and the code of its type."""

    kind: int
    data: bytes


class Page(NamedTuple):
    """The values of one column, encoded."""

    encoding: int
    data: list[Buffer]
    """In pieces, which nobody copies before they are written."""
    dictionary: bytes = b""


class Chunk(NamedTuple):
    """One column of the file: its name, the bytes of its type, and its page."""

    name: str
    width: int
    page: Page
    signed: bool = False


def constant(name: str, width: int, value: int) -> Chunk:
    """A column with the same value in every row."""
    return Chunk(name, width, Page(RLE_DICTIONARY, [], _physical(np.array([value], np.uint64), width).tobytes()))


def counting(name: str, first: int, rows: int) -> Chunk:
    """A column with the values first, first + 1, …: every difference is 1, so the packed differences take no room."""
    head = varint(128) + varint(4) + varint(rows) + zigzag(first)
    block = zigzag(1) + bytes(4)
    return Chunk(name, 8, Page(DELTA_BINARY_PACKED, [head + block * -(-(rows - 1) // 128)]))


def column(name: str, width: int, parts: Sequence[NDArray[np.integer]], largest: int, same: bool) -> Chunk:
    """A column of unsigned integers of so many bytes, which come in parts: nothing for each value if all are the same,
    one to eight bits if they are small, the number of each value if few are distinct, else uncompressed."""
    if same:
        return constant(name, width, largest)
    if largest > 0xFF:
        return wide_column(name, width, parts)
    return Chunk(name, width, Page(RLE_DICTIONARY, _packed(_joined(parts), largest), _up_to(largest, width)))


def wide_column(name: str, width: int, parts: Sequence[NDArray[np.integer]]) -> Chunk:
    """A column of larger values: each as its number, if few are distinct."""
    few = distinct(parts)
    if few is not None and len(few.values) == 1:
        return constant(name, width, int(few.values[0]))
    whole: list[Buffer] = [_physical(part, width).data for part in parts]
    if few is not None:
        dictionary = _physical(few.values, width).tobytes()
        packed = _packed(few.numbers, len(few.values) - 1)
        if len(dictionary) + _size(packed) < _size(whole):
            return Chunk(name, width, Page(RLE_DICTIONARY, packed, dictionary))
    return Chunk(name, width, Page(PLAIN, whole))


def signed_column(name: str, width: int, parts: Sequence[NDArray[np.integer]]) -> Chunk:
    """A column of integers that can be below 0. Their bytes are those of the unsigned ones that they wrap around to."""
    return wide_column(name, width, parts)._replace(signed=True)


def column_of(name: str, width: int, parts: Sequence[NDArray[np.integer]]) -> Chunk:
    """A column of which nothing is known."""
    if width > 2:
        return wide_column(name, width, parts)
    largest = max(int(part.max()) for part in parts)
    return column(name, width, parts, largest, same=min(int(part.min()) for part in parts) == largest)


def parquet_file(chunks: list[Chunk], rows: int) -> list[Buffer]:
    """The file, in pieces: all columns, then a footer that says what they are and where."""
    parts: list[Buffer] = [MAGIC]
    offset = len(MAGIC)
    described = []
    for chunk in chunks:
        pages, size, description = _column_chunk(chunk, rows, offset)
        parts += pages
        offset += size
        described.append(description)
    footer = _struct(
        {
            1: _i32(2),
            2: _items(
                [
                    _struct({4: _text("game"), 5: _i32(len(chunks))}),
                    *(_schema_element(chunk.name, chunk.width, chunk.signed) for chunk in chunks),
                ]
            ),
            3: _i64(rows),
            4: _items([_struct({1: _items(described), 2: _i64(offset - len(MAGIC)), 3: _i64(rows)})]),
            6: _text("fatecast"),
        }
    ).data
    return [*parts, footer + len(footer).to_bytes(4, "little") + MAGIC]


def _physical(values: NDArray[np.integer], width: int) -> NDArray[np.integer]:
    """Plain integers take at least four bytes in Parquet."""
    return values.astype("<u8" if width == 8 else "<u4", copy=False)


def _joined(parts: Sequence[NDArray[np.integer]]) -> NDArray[np.integer]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _size(pieces: Sequence[Buffer]) -> int:
    return sum(memoryview(piece).nbytes for piece in pieces)


def _packed(numbers: NDArray[np.integer], largest: int) -> list[Buffer]:
    """Places in a dictionary, bit-packed: the bits of a place, then how many groups of eight places follow, then the
    places, the first one in the lowest bits. Of the widths that Parquet knows these take the least work."""
    bits = next(bits for bits in (1, 4, 8, 16) if largest < 1 << bits)
    groups = -(-len(numbers) // 8)
    head = bytes([bits]) + varint(groups << 1 | 1)
    whole = numbers.astype("<u2" if bits > 8 else "u1", copy=False)
    if len(whole) % 8:
        whole = np.concatenate([whole, np.zeros(groups * 8 - len(whole), whole.dtype)])
    if bits == 1:
        whole = np.packbits(whole, bitorder="little")
    elif bits == 4:
        pairs = whole.view("<u2")
        whole = (pairs | pairs >> 4).astype("u1")
    return [head, whole.data]


@lru_cache(REMEMBERED)
def _up_to(largest: int, width: int) -> bytes:
    """The dictionary 0, 1, 2, …"""
    return _physical(np.arange(largest + 1), width).tobytes()


def _type(width: int) -> Thrift:
    return _i32(INT64 if width == 8 else INT32)


@lru_cache(REMEMBERED)
def _schema_element(name: str, width: int, signed: bool) -> Thrift:
    kind = _struct({10: _struct({1: _i8(width * 8), 2: _true() if signed else _false()})})
    old = UNSIGNED[width] + (TO_SIGNED if signed else 0)
    return _struct({1: _type(width), 3: _i32(0), 4: _text(name), 6: _i32(old), 10: kind})


def _column_chunk(chunk: Chunk, rows: int, offset: int) -> tuple[list[Buffer], int, Thrift]:
    """The pages of a column, their size, and its entry in the footer."""
    page = chunk.page
    data = page.data or [b"\x08" + varint(rows << 1) + b"\0"]  # a constant: one run of the first dictionary entry
    pages: list[Buffer] = [_dictionary_header(len(page.dictionary), chunk.width), page.dictionary]
    pages = pages if page.dictionary else []
    before = sum(map(len, pages))
    length = _size(data)
    header = _data_header(length, rows, page.encoding)
    size = before + len(header) + length
    place = {9: _i64(offset + before)} | ({11: _i64(offset)} if page.dictionary else {})
    entry = _description(chunk.name, chunk.width, page.encoding, bool(page.dictionary), rows, size)
    description = Thrift(STRUCT, entry + _fields(place, after=7) + b"\0")
    return [*pages, header, *data], size, _struct({2: _i64(offset), 3: description})


@lru_cache(REMEMBERED)
def _description(name: str, width: int, encoding: int, has_dictionary: bool, rows: int, size: int) -> bytes:
    """What the footer says of a column, but for its places in the file."""
    return _fields(
        {
            1: _type(width),
            2: _items([_i32(encoding)] + ([_i32(PLAIN)] if has_dictionary else [])),
            3: _items([_text(name)]),
            4: _i32(0),
            5: _i64(rows),
            6: _i64(size),
            7: _i64(size),
        }
    )


@lru_cache(REMEMBERED)
def _dictionary_header(size: int, width: int) -> bytes:
    entries = size // (8 if width == 8 else 4)
    return _header(DICTIONARY_PAGE, size, {7: _struct({1: _i32(entries), 2: _i32(PLAIN)})})


@lru_cache(REMEMBERED)
def _data_header(size: int, rows: int, encoding: int) -> bytes:
    return _header(DATA_PAGE, size, {5: _struct({1: _i32(rows), 2: _i32(encoding), 3: _i32(RLE), 4: _i32(RLE)})})


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


def _true() -> Thrift:
    return Thrift(1, b"")


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
    return Thrift(STRUCT, _fields(fields) + b"\0")


def _fields(fields: dict[int, Thrift], after: int = 0) -> bytes:
    """Fields of a struct, after the one with this number."""
    out = bytearray()
    previous = after
    for number, value in fields.items():
        out.append((number - previous) << 4 | value.kind)
        out += value.data
        previous = number
    return bytes(out)
