"""Tables of text and figures as plain data. A game makes them; `sim/` draws them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

Numbers = Sequence[float | None]
"""None: nothing to show."""


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
    """One list per row; None if there is nothing to have a share of."""


@dataclass(frozen=True)
class Bars:
    """Groups of bars, one group per label and one bar per series."""

    title: str
    along: str
    """What the labels are; empty if they need no explanation."""
    unit: str
    """What the length of a bar means; `%` for shares from 0 to 1."""
    labels: Sequence[str]
    series: Mapping[str, Numbers]
    lying: bool = False
    """Whether the bars are horizontal, for long labels."""


Panel = Shares | Bars


class Sheet(NamedTuple):
    """A table of text."""

    title: str
    header: list[str]
    rows: list[list[str]]

    def data(self) -> dict[str, object]:
        """For another program: each row with the heads of its columns."""
        return {"title": self.title, "rows": [dict(zip(self.header, row, strict=True)) for row in self.rows]}


class PieceSheet(NamedTuple):
    """What can be said about one piece before any game is played."""

    title: str
    lines: list[str]
    tables: list[Sheet]
    notes: list[str]
    """Notes below the tables: how to read the numbers."""
    panels: list[Panel]

    def data(self) -> dict[str, object]:
        """For another program."""
        tables, panels = [table.data() for table in self.tables], [asdict(panel) for panel in self.panels]
        return {**self._asdict(), "tables": tables, "panels": panels}
