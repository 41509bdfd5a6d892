"""Plain data as JSON text, and back."""

import re
from json import dumps, loads
from pathlib import Path

from engine.configs import MAX_FILE_BYTES, read_bounded
from engine.errors import BadInput, FatecastError, message

NUMBERS = re.compile(r"\[[-+0-9.eE,\s]+\]")
"""A list of numbers in JSON. Text that looks like one keeps its meaning."""


MOST_MEMORY = 600_000_000
"""Bytes that the data of a JSON text may take in memory: that of the largest honest file takes half of it."""
OF_A_TABLE, OF_A_LIST, OF_A_VALUE = 200, 64, 40
"""Bytes in memory of an empty table, an empty list and a value in one of them, roughly."""


def parse_json(raw: bytes) -> object:
    """The data of a JSON text that anybody may have sent. ValueError or RecursionError if it is not JSON, or so full of
    small values that it would take many times its size in memory."""
    if len(raw) * OF_A_TABLE > MOST_MEMORY and _memory(raw) > MOST_MEMORY:
        raise ValueError("more values than any file of ours has")
    return loads(raw)


def _memory(raw: bytes) -> int:
    """Bytes that the data of a JSON text takes in memory, roughly and at most. A text with one character that is not
    Latin takes four bytes for each."""
    text = len(raw) * (1 if raw.isascii() else 4)
    values = raw.count(b",") + raw.count(b":")
    return text + raw.count(b"{") * OF_A_TABLE + raw.count(b"[") * OF_A_LIST + values * OF_A_VALUE


def read_json(path: Path, most: int = MAX_FILE_BYTES, wrong: type[FatecastError] = BadInput) -> object:
    """The data of a JSON file that anybody may have sent; a file that is too large or not JSON is `wrong`."""
    raw = read_bounded(path, most, wrong)
    try:
        return parse_json(raw)
    except (ValueError, RecursionError) as error:
        raise wrong(message("not valid JSON: {reason}", reason=error), source=path) from None


def canonical(data: object) -> bytes:
    """The same bytes for equal data: this is what is hashed."""
    return dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def readable(data: object) -> bytes:
    """Indented for people; a list of numbers is on one line."""
    text = NUMBERS.sub(lambda found: " ".join(found[0].split()), dumps(data, indent=2, ensure_ascii=False))
    return (text + "\n").encode()
