"""Plain data as JSON text, and back."""

import re
from json import dumps, loads
from pathlib import Path

from engine.configs import MAX_FILE_BYTES, read_bounded
from engine.errors import BadInput, FatecastError

NUMBERS = re.compile(r"\[[-+0-9.eE,\s]+\]")
"""A list of numbers in JSON. Text that looks like one keeps its meaning."""


def read_json(path: Path, most: int = MAX_FILE_BYTES, wrong: type[FatecastError] = BadInput) -> object:
    """The data of a JSON file that anybody may have sent; a file that is too large or not JSON is `wrong`."""
    raw = read_bounded(path, most, wrong)
    try:
        return loads(raw)
    except (ValueError, RecursionError) as error:
        raise wrong(f"{path}: not valid JSON: {error}") from None


def canonical(data: object) -> bytes:
    """The same bytes for equal data: this is what is hashed."""
    return dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def readable(data: object) -> bytes:
    """Indented for people; a list of numbers is on one line."""
    text = NUMBERS.sub(lambda found: " ".join(found[0].split()), dumps(data, indent=2, ensure_ascii=False))
    return (text + "\n").encode()
