"""What the tables of the page are made of: entries that are read one way and sorted another."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game.presentation import Ratio
from sim.display.figure_parts import colour_at, ink_at
from sim.display.figure_style import SCALE
from sim.display.number_format import NOTHING, digits_for, number, number_digits, percent, points_digits, signed, span
from sim.report.run_data import Material

FAINT = "color:var(--muted)"
INKS = {"white": "#fff", "black": "#000"}

Value = float | int | str | None


@dataclass(frozen=True)
class Entry:
    """One entry of a table: what is read, and what it sorts by."""

    text: str
    value: Value = None
    style: str = ""
    note: str = ""
    """A second, smaller line."""


@dataclass(frozen=True)
class View:
    """A table of the page."""

    heads: list[tuple[str, str]]
    """The head of each column, and what it means."""
    rows: list[list[Entry]] = field(default_factory=list)


def share_entry(share: float | None, interval: tuple[float | None, float | None], style: str = "") -> Entry:
    """A share in per cent, its interval below."""
    low, high = interval
    if share is None:
        return Entry(NOTHING)
    if low is None or high is None:
        return Entry(percent(share, digits_for(share, share)), share, style)
    digits = digits_for(low, high)
    return Entry(percent(share, digits), share, style, span((low, high), digits))


def heat_style(rate: float) -> str:
    """The colour of a rate, as in every heat map."""
    return f"background:{colour_at(SCALE, rate)};color:{INKS[ink_at(SCALE, rate)]}"


def ratio_entry(ratio: Ratio, row: Mapping[str, float | None]) -> Entry:
    """A number with its interval, if it has one."""
    value, low, high = row["value"], row.get("low"), row.get("high")
    if ratio.kind == "share":
        return share_entry(value, (low, high))
    if value is None:
        return Entry(NOTHING)
    if low is None or high is None:
        return Entry(number(value), value)
    digits = number_digits((low, high))
    return Entry(number(value, digits), value, note=f"{number(low, digits)} to {number(high, digits)}")


def effect_entry(row: Mapping[str, float] | None) -> Entry:
    """An effect in points; faint if it was not measured after correction."""
    if row is None:
        return Entry(NOTHING)
    interval = row["low"], row["high"]
    digits = points_digits(interval)
    faint = "" if row["marked"] else FAINT
    return Entry(signed(row["effect"], digits), row["effect"], faint, span(interval, digits))


def named(text: str, style: str = "", note: str = "") -> Entry:
    """A name; it sorts by its letters."""
    return Entry(text, text, style, note)


def count(games: int) -> Entry:
    """A whole number."""
    return Entry(f"{games:,}", games)


def where_heads(material: Material, one_table: bool = False) -> list[tuple[str, str]]:
    """The heads of the columns that say which cell a line is of; where all are of one table, that is left out."""
    story = material.story
    who = [] if one_table and (story.difficulty or story.size) else [(story.who or "table", "")]
    return who + [(head, "") for head in (story.difficulty, story.size) if head]


def where(material: Material, row: dict[str, str], one_table: bool = False) -> list[Entry]:
    story, axes = material.story, material.axes
    entries = [] if one_table and (story.difficulty or story.size) else [Entry(row["table"], row["table"])]
    if story.difficulty:
        level = next(level for level in axes.levels if str(level) == row["level"])
        entries.append(Entry(axes.level_name(level), axes.levels.index(level)))
    if story.size:
        entries.append(Entry(row["size"], next(at for at, size in enumerate(axes.sizes) if str(size) == row["size"])))
    return entries
