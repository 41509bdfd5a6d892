"""The words for the boxes of the horoscope in a layout file: `amulet:RG`, `tablet:BY`, `x`, `market`, `cleanse` and
`-`."""

import re
from typing import NamedTuple

from engine.errors import BadText, message
from engine.oracle.table.state import (
    AMULET_BOX,
    CLEANSE_BOX,
    MARKET_BOX,
    NOTHING,
    TABLET_BOX,
    X_BOX,
)

LETTERS = "RGBY"
NAMES_OF_COLOURS = ("red", "green", "blue", "yellow")
PLAIN = {"-": NOTHING, "x": X_BOX, "market": MARKET_BOX, "cleanse": CLEANSE_BOX}
GOODS = {"amulet": AMULET_BOX, "tablet": TABLET_BOX}
GOOD = re.compile(rf"(amulet|tablet):([{LETTERS}]{{1,4}})")
EXPECTED = message("-, x, market, cleanse, or amulet: or tablet: with letters of RGBY, such as amulet:RG")
VALUES = {NOTHING: 0, AMULET_BOX: 2, TABLET_BOX: 4, X_BOX: 1, MARKET_BOX: 1, CLEANSE_BOX: 1}
"""What the policies hold a reward for, in half-worth units."""


class Box(NamedTuple):
    """A box as the kernel reads it."""

    reward: int
    colours: int = 0
    """Of a good, one bit each."""


def parse_box(text: str) -> Box:
    """Raises a ValueError that says what was expected."""
    if text in PLAIN:
        return Box(PLAIN[text])
    if (found := GOOD.fullmatch(text)) and len(set(found[2])) == len(found[2]):
        return Box(GOODS[found[1]], sum(1 << LETTERS.index(letter) for letter in found[2]))
    raise BadText(message("expected {expected}, got {text!r}", expected=EXPECTED, text=text[:40]))
