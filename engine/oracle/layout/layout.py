"""A layout: the star map, the horoscope, the strip and the boxes, as data.

The models here say which values each key may have; `disagreements` checks what several keys must agree on. Only
`engine.oracle.layout.files`, which does both, creates layouts.
"""

import json
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any

from annotated_types import Interval
from pydantic import AfterValidator, Field, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import PydanticCustomError

from engine.content.fields import Between, Switch, Table, Title, expects, wrong
from engine.errors import BadText, Text, message
from engine.oracle.layout.boxes import LETTERS, Box, parse_box
from engine.oracle.table.state import (
    AMULET_BOX,
    MOST_BOXES,
    MOST_FUNDING,
    MOST_MODIFIER_BOXES,
    MOST_SIDE,
    MOST_STRIP,
    TABLET_BOX,
)

NO_COLOUR = "."
MOST_PAR = 999


def _known_box(text: str) -> str:
    try:
        parse_box(text)
    except BadText as error:
        raise PydanticCustomError("unexpected", "{text}", {"text": error.said}) from None
    return text


def _known_row(text: str) -> str:
    wrong = next((letter for letter in text if letter not in LETTERS + NO_COLOUR), "")
    if wrong or not text:
        got = message("got {letter!r} in {row!r}", letter=wrong, row=text[:20]) if text else message("got an empty row")
        context = {
            "text": message(
                "expected letters of {letters}, or {no_colour} for a cell without a colour, {got}",
                letters=LETTERS,
                no_colour=NO_COLOUR,
                got=got,
            )
        }
        raise PydanticCustomError("unexpected", "{text}", context)
    return text


def _list_of(what: Text, least: int, most: int) -> WrapValidator:
    """A list of so many entries, each of which answers for itself."""

    def check(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        if not isinstance(value, list):
            raise PydanticCustomError("unexpected", "{text}", {"text": wrong(what, value)})
        if not least <= len(value) <= most:
            raise PydanticCustomError(
                "unexpected", "{text}", {"text": message("expected {what}, got {count}", what=what, count=len(value))}
            )
        return handler(value)

    return WrapValidator(check)


MapRow = Annotated[str, expects(message("a row of the map in quotes")), AfterValidator(_known_row)]
BoxWord = Annotated[str, expects(message("a box in quotes")), AfterValidator(_known_box)]
Boxes = Annotated[
    list[BoxWord],
    Field(max_length=MOST_BOXES),
    _list_of(message("a list of at most {most} boxes", most=MOST_BOXES), 0, MOST_BOXES),
]


class Layout(Table):
    """What is printed on the board."""

    name: Title
    rules: Annotated[int, Interval(ge=1, le=1), expects(message("1, the only rule version known"))] = 1
    """The version of the rules that the layout is written for."""
    standin: Switch = False
    """Whether it stands in for a printed board that we do not have."""
    map: Annotated[
        list[MapRow],
        Field(min_length=2, max_length=MOST_SIDE),
        _list_of(message("a list of 2 to {most} rows", most=MOST_SIDE), 2, MOST_SIDE),
    ]
    """The star map, one text a row, one letter a cell: R G B Y, or . for no colour."""
    cross_arm: Annotated[int, Between(0, MOST_SIDE // 2)]
    """The cross runs this many edges up, down, left and right from the middle of the map."""
    upper: Boxes
    """The boxes of the upper row of the horoscope, from left to right."""
    lower: Boxes
    """The boxes of the lower row."""
    strip: Annotated[int, Between(0, MOST_STRIP)]
    """Icons of the prediction zone."""
    boxes: Annotated[int, Between(0, MOST_MODIFIER_BOXES)]
    """Modifier boxes of each kind."""
    funding: Annotated[int, Between(0, MOST_FUNDING)] = 2
    """Funding icons of each faction."""
    par: Annotated[int, Between(0, MOST_PAR)]
    """The worth that counts as reached."""

    def data(self) -> dict[str, Any]:
        """The layout as plain data that can be written as JSON, with defaults filled in."""
        return self.model_dump(mode="json")

    @cached_property
    def digest(self) -> str:
        """A hash of everything that can change a game: not of the title, nor of the order of the keys."""
        data = {key: value for key, value in self.data().items() if key not in ("name", "standin")}
        canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
        return sha256(canonical.encode()).hexdigest()

    @property
    def height(self) -> int:
        return len(self.map)

    @property
    def width(self) -> int:
        return len(self.map[0])

    @property
    def title(self) -> str:
        """What reports call it."""
        return f"stand-in layout {self.name}" if self.standin else self.name

    @property
    def rows(self) -> tuple[list[Box], list[Box]]:
        """The boxes of the horoscope as the kernel reads them."""
        return [parse_box(text) for text in self.upper], [parse_box(text) for text in self.lower]

    @property
    def edges(self) -> int:
        """Of the grid of points, the outline included."""
        return self.height * (self.width + 1) + self.width * (self.height + 1)


def disagreements(layout: Layout) -> Iterator[tuple[tuple[str, ...], Text]]:
    """Yields the keys of a layout that do not fit each other: the field, and what is wrong with it."""
    for number, row in enumerate(layout.map, start=1):
        if len(row) != layout.width:
            yield (
                ("map",),
                message(
                    "expected rows of one length, got {width} cells in row 1 and {count} in row {number}",
                    width=layout.width,
                    count=len(row),
                    number=number,
                ),
            )
            return
    if layout.width > MOST_SIDE:
        yield (
            ("map",),
            message("expected at most {most_side} cells a row, got {width}", most_side=MOST_SIDE, width=layout.width),
        )
        return
    for what, number in (
        (message("cells a row"), layout.width),
        (message("rows"), layout.height),
    ):
        if number % 2:
            yield (
                ("map",),
                message(
                    "expected an even number of {what}, because the cross is in the middle, got {number}",
                    what=what,
                    number=number,
                ),
            )
    least = min(layout.width, layout.height) // 2
    if layout.cross_arm > least:
        yield (
            ("cross_arm",),
            message(
                "expected at most {least}, so that the cross fits on a map of {width} × {height} cells, got {arm}",
                least=least,
                width=layout.width,
                height=layout.height,
                arm=layout.cross_arm,
            ),
        )


def most_worth(layout: Layout, amulets: int, tablets: int, days: int) -> int:
    """More than this no play can make: everything that the supply, the map, the boxes and the strip could pay."""
    supply = 4 * days * (amulets + 2 * tablets)
    cells = sum(letter != NO_COLOUR for row in layout.map for letter in row)
    paid = {AMULET_BOX: 1, TABLET_BOX: 2}
    boxes = sum(paid.get(box.reward, 0) for row in layout.rows for box in row)
    hits = 2 * (layout.strip // 3) + (1 if layout.strip % 3 == 2 else 0)
    return min(supply, cells + boxes + hits)
