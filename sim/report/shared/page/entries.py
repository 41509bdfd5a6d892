"""The entries of the tables of the page: a text to read, and a value to sort by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.game.presentation import Ratio
from sim.display.figure_parts import colour_at, ink_at
from sim.display.figure_style import SCALE
from sim.display.outcome_format import POINTS, OutcomeFormat
from sim.text.number_format import NOTHING, digits_for, ends, number, number_digits, percent, plain_number, span, whole

FAINT = "color:var(--muted)"
INKS = {"white": "#fff", "black": "#000"}

Value = float | int | str | None
Row = Mapping[str, Any]
"""A row of a table of the report."""


@dataclass(frozen=True)
class TableEntry:
    """One entry of a table."""

    text: str
    value: Value = None
    """What it sorts by."""
    style: str = ""
    note: str = ""
    """A second, smaller line."""


@dataclass(frozen=True)
class PageTable:
    """A table of the page."""

    heads: list[tuple[str, str]]
    """The head of each column, and what it means."""
    rows: list[list[TableEntry]] = field(default_factory=list)

    @property
    def titles(self) -> list[str]:
        """The heads alone, for Markdown."""
        return [head for head, _ in self.heads]

    @property
    def texts(self) -> list[list[str]]:
        """The entries as text, for Markdown."""
        return [[f"{each.text} ({each.note})" if each.note else each.text for each in row] for row in self.rows]

    @property
    def words(self) -> list[bool]:
        """Which columns hold words rather than numbers."""
        return [at == 0 or all(isinstance(row[at].value, str) for row in self.rows) for at in range(len(self.heads))]

    @property
    def alignment(self) -> list[str]:
        """Words to the left, numbers to the right, as Markdown marks it."""
        return [" --- " if words else " ---: " for words in self.words]


def share_entry(share: float | None, interval: tuple[float | None, float | None], style: str = "") -> TableEntry:
    """A share in per cent, with its interval below."""
    low, high = interval
    if share is None:
        return TableEntry(NOTHING)
    if low is None or high is None:
        return TableEntry(percent(share, digits_for(share, share)), share, style)
    digits = digits_for(low, high)
    return TableEntry(percent(share, digits), share, style, span((low, high), digits))


def heat_style(rate: float) -> str:
    """The colour of a rate, as in every heat map."""
    return f"background:{colour_at(SCALE, rate)};color:{INKS[ink_at(SCALE, rate)]}"


def ratio_entry(ratio: Ratio, row: Row | None, key: str = "value") -> TableEntry:
    """A number with its interval, if it has one."""
    value, low, high = of_row(row, key) if row is not None else (None, None, None)
    if ratio.kind == "share":
        return share_entry(value, (low, high))
    if value is None:
        return TableEntry(NOTHING)
    if low is None or high is None:
        return TableEntry(number(value), value)
    digits = number_digits((low, high))
    return TableEntry(number(value, digits), value, note=ends(number(low, digits), number(high, digits)))


def of_row(row: Row, key: str) -> tuple[float | None, float | None, float | None]:
    """A number of a row and its interval: `gain`, `gain_low`, `gain_high`, or `share`, `low`, `high`."""
    return row[key], row.get(f"{key}_low", row.get("low")), row.get(f"{key}_high", row.get("high"))


def difference_entry(
    form: OutcomeFormat, row: Row | None, key: str = "difference", style: str | None = None
) -> TableEntry:
    """A difference with its interval below; faint where the interval has 0 in it, if no style is given."""
    value, low, high = of_row(row, key) if row is not None else (None, None, None)
    if value is None or low is None or high is None:
        return TableEntry(NOTHING)
    faint = FAINT if low <= 0 <= high else ""
    text, reach = form.difference(value, (low, high)), form.span((low, high))
    return TableEntry(text, value, faint if style is None else style, reach)


def effect_entry(row: Row | None, form: OutcomeFormat = POINTS) -> TableEntry:
    """A shrunk effect; faint if it is not significant after correction."""
    return difference_entry(form, row, "shrunk", "" if row is not None and row["marked"] else FAINT)


def plain_entry(value: float | None) -> TableEntry:
    """A number without an interval, in no more digits than it has."""
    return TableEntry(NOTHING) if value is None else TableEntry(plain_number(value), value)


def named(text: str, style: str = "", note: str = "") -> TableEntry:
    """A name; it sorts by its letters."""
    return TableEntry(text, text, style, note)


def count(games: int) -> TableEntry:
    """A whole number."""
    return TableEntry(whole(games), games)
