"""Numbers as a spreadsheet spells them: `1.5` or `1,5`, `1,234.5` or `1.234,5`. A column spells all of its numbers in
one way."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from sim.text.escapes import FORMULA

Spelling = Literal["point", "comma"]
"""The mark before the fraction."""

WAYS: dict[Spelling, re.Pattern[str]] = {
    "point": re.compile(r"[+-]?(?:[0-9]{1,15}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.[0-9]{1,20})?"),
    "comma": re.compile(r"[+-]?(?:[0-9]{1,15}|[0-9]{1,3}(?:\.[0-9]{3}){1,4})(?:,[0-9]{1,20})?"),
}
LARGEST = 10**15
IN_TWO_WAYS = re.compile(r"[+-]?[0-9]{1,3}[.,][0-9]{3}")
"""A thousand, or one and a fraction."""


class Spelt(NamedTuple):
    """How a column spells its numbers."""

    way: Spelling
    doubt: str = ""
    """A number of it that could be meant in the other way, if nothing in the sheet says which."""


def is_number(text: str) -> bool:
    """Whether it is a number in one of the ways."""
    return any(way.fullmatch(text) for way in WAYS.values())


def runs(text: str) -> bool:
    """Whether a spreadsheet would compute it: it begins like a formula, and is no number."""
    return text.startswith(FORMULA) and not is_number(text)


def ways_of(texts: Iterable[str]) -> set[Spelling]:
    """In which ways all numbers among these texts can be read."""
    numbers = [text for text in texts if is_number(text)]
    return {name for name, way in WAYS.items() if all(way.fullmatch(text) for text in numbers)}


def spelt(columns: Sequence[Sequence[str]], separator: str) -> list[Spelt]:
    """How each column spells its numbers: by its own numbers; if these fit both ways, as the other columns do; if they
    do not say either, with a comma where semicolons separate the cells, because commas then do not."""
    ways = [ways_of(texts) for texts in columns]
    sure = {next(iter(each)) for each in ways if len(each) == 1}
    usual: Spelling = next(iter(sure)) if len(sure) == 1 else "comma" if separator == ";" else "point"
    found = []
    for texts, possible in zip(columns, ways, strict=True):
        if len(possible) == 1:
            found.append(Spelt(next(iter(possible))))
        else:
            doubtful = next((text for text in texts if IN_TWO_WAYS.fullmatch(text)), "") if possible else ""
            found.append(Spelt(usual, "" if len(sure) == 1 else doubtful))
    return found


def number_in(text: str, way: Spelling) -> int | float | None:
    """The number that a text is; None if it is none."""
    if not WAYS[way].fullmatch(text):
        return None
    groups, point = (",", ".") if way == "point" else (".", ",")
    plain = text.replace(groups, "").replace(point, ".")
    return float(plain) if "." in plain else int(plain)


def as_spelt(number: int | float, way: Spelling, before: str = "") -> str | None:
    """A number as a column spells it, with a plus sign if there was one before; None if it is too long for a cell. A
    fraction of three digits gets a zero, so that nobody reads it as thousands."""
    if not -LARGEST < number < LARGEST:
        return None
    plain = str(number) if isinstance(number, int) else f"{Decimal(repr(number)):f}"
    if IN_TWO_WAYS.fullmatch(plain):
        plain += "0"
    text = plain.replace(".", "," if way == "comma" else ".")
    text = f"+{text}" if before.startswith("+") and number > 0 else text
    return text if number_in(text, way) == number else None
