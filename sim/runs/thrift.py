"""As much of Thrift's compact protocol as the footer of a Parquet file needs."""

from typing import NamedTuple


class Value(NamedTuple):
    """An encoded value and the code of its type."""

    kind: int
    data: bytes


def varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first, the top bit set on all but the last."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number: int) -> bytes:
    """A signed integer, small in both directions."""
    return varint(number << 1 if number >= 0 else (-number << 1) - 1)


def false() -> Value:
    return Value(2, b"")


def i8(number: int) -> Value:
    return Value(3, bytes([number]))


def i32(number: int) -> Value:
    return Value(5, zigzag(number))


def i64(number: int) -> Value:
    return Value(6, zigzag(number))


def text(string: str) -> Value:
    raw = string.encode()
    return Value(8, varint(len(raw)) + raw)


def items(values: list[Value]) -> Value:
    """A list; its members are of one kind."""
    size = len(values)
    head = bytes([size << 4 | values[0].kind]) if size < 15 else bytes([0xF0 | values[0].kind]) + varint(size)
    return Value(9, head + b"".join(value.data for value in values))


def struct(fields: dict[int, Value]) -> Value:
    """A struct; the field numbers ascend in steps of at most 15."""
    out = bytearray()
    previous = 0
    for number, value in fields.items():
        out.append((number - previous) << 4 | value.kind)
        out += value.data
        previous = number
    return Value(12, bytes(out) + b"\0")
