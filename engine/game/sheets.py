"""What a game has to show, as data: tables in words, and figures without a word about ink. `sim/` lays them out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Numbers = Sequence[float | None]
"""None where there is nothing to show."""


@dataclass(frozen=True)
class Shares:
    """A grid of shares from 0 to 1."""

    title: str
    down: str
    """What the rows are."""
    across: str
    """What the columns are."""
    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Numbers]
    """One line a row; None where there is nothing to have a share of."""


@dataclass(frozen=True)
class Bars:
    """Groups of bars, one group a label and one bar a series."""

    title: str
    along: str
    """What the labels are; nothing where they speak for themselves."""
    unit: str
    """What the length of a bar means; `%` for shares from 0 to 1."""
    labels: Sequence[str]
    series: Mapping[str, Numbers]
    lying: bool = False
    """Whether the bars lie on their side, as long labels need it."""


Panel = Shares | Bars


class Sheet(NamedTuple):
    """A table in words."""

    title: str
    header: list[str]
    rows: list[list[str]]


class PieceSheet(NamedTuple):
    """All there is to say of one piece of a game before any game is played."""

    title: str
    lines: list[str]
    tables: list[Sheet]
    notes: list[str]
    """How the numbers are to be read, below them."""
    panels: list[Panel]
