"""Plain data as JSON text."""

import re
from json import dumps

NUMBERS = re.compile(r"\[[-+0-9.eE,\s]+\]")
"""A list of numbers in JSON. Text that looks like one keeps its meaning."""


def canonical(data: object) -> bytes:
    """The same bytes for equal data: this is what is hashed."""
    return dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def readable(data: object) -> bytes:
    """Indented for people; a list of numbers is on one line."""
    text = NUMBERS.sub(lambda found: " ".join(found[0].split()), dumps(data, indent=2, ensure_ascii=False))
    return (text + "\n").encode()
