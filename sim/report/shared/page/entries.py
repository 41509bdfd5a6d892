"""The entries of the tables of the page: a text to read, and a value to sort by."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game.presentation import Ratio
from sim.display.figure_parts import colour_at, ink_at
from sim.display.figure_style import SCALE
from sim.report.shared.run_data import RunData
from sim.text.number_format import (
    NOTHING,
    digits_for,
    number,
    number_digits,
    percent,
    points_digits,
    signed,
    signed_span,
    span,
    whole,
)

FAINT = "color:var(--muted)"
INKS = {"white": "#fff", "black": "#000"}

Value = float | int | str | None


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


def ratio_entry(ratio: Ratio, row: Mapping[str, float | None]) -> TableEntry:
    """A number with its interval, if it has one."""
    value, low, high = row["value"], row.get("low"), row.get("high")
    if ratio.kind == "share":
        return share_entry(value, (low, high))
    if value is None:
        return TableEntry(NOTHING)
    if low is None or high is None:
        return TableEntry(number(value), value)
    digits = number_digits((low, high))
    return TableEntry(number(value, digits), value, note=f"{number(low, digits)} to {number(high, digits)}")


def effect_entry(row: Mapping[str, float] | None) -> TableEntry:
    """A shrunk effect in points; faint if it is not significant after correction."""
    if row is None:
        return TableEntry(NOTHING)
    interval = row["shrunk_low"], row["shrunk_high"]
    digits = points_digits(interval)
    faint = "" if row["marked"] else FAINT
    return TableEntry(signed(row["shrunk"], digits), row["shrunk"], faint, signed_span(interval, digits))


def named(text: str, style: str = "", note: str = "") -> TableEntry:
    """A name; it sorts by its letters."""
    return TableEntry(text, text, style, note)


def count(games: int) -> TableEntry:
    """A whole number."""
    return TableEntry(whole(games), games)


def where_heads(data: RunData, one_group: bool = False) -> list[tuple[str, str]]:
    """The heads of the columns that name the cell of a row; without the group if there is only one."""
    axes = [axis for axis in (data.layout.difficulty, data.layout.size) if axis]
    who = [] if one_group and axes else [data.layout.who or "players"]
    return [(head, "") for head in (*who, *axes)]


def where(data: RunData, row: dict[str, str], one_group: bool = False) -> list[TableEntry]:
    """The entries below these heads."""
    layout = data.layout
    entries = [] if one_group and (layout.difficulty or layout.size) else [named(row["table"])]
    if layout.difficulty:
        at = [str(level) for level in layout.levels].index(row["level"])
        entries.append(TableEntry(layout.level_name(layout.levels[at]), at))
    if layout.size:
        entries.append(TableEntry(row["size"], [str(size) for size in layout.sizes].index(row["size"])))
    return entries
