"""Whole numbers as people write them: 5000, 10k, 1.5M, 1e4, 1_000 and 10,000."""

import re
from decimal import Decimal

from engine.errors import BadText, message

FORM = re.compile(r"([-+]?)((?:\d{1,3}(?:,\d{3})+|\d+(?:_\d+)*)(?:\.\d+)?)(?:([kKmM])|[eE]\+?(\d{1,2}))?", re.ASCII)
"""Sign, digits, and what they are multiplied by. No exponent of three digits: such a number would fill the memory."""
LONGEST = 60
"""Characters of a number that somebody has written."""
THOUSANDS = {"k": 3, "m": 6}
EXPECTED = message("a whole number, such as 5000, 10k, 1.5M or 1e4")
EXACT = 2**53
"""From here on, a float need not be the number that was written."""


def whole_number(text: str) -> int | None:
    """The number that was written; None if it is no whole number."""
    found = FORM.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if found is None:
        return None
    sign, digits, unit, exponent = found.groups()
    zeros = THOUSANDS[unit.lower()] if unit else int(exponent or 0)
    number = Decimal(digits.replace("_", "").replace(",", "")).scaleb(zeros)
    whole = int(number)
    return None if whole != number else -whole if sign == "-" else whole


def as_count(value: object) -> object:
    """A value of a file or a keyword, with `1e4` and `"10k"` as whole numbers. Whatever else it is stays as it is."""
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return int(value)
    if isinstance(value, float | str):
        number = whole_number(value) if isinstance(value, str) else None
        if number is None:
            raise BadText(message("expected {expected}", expected=EXPECTED))
        return number
    return value
