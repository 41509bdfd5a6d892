"""Tables of the page whose rows are those of a table of the report: which columns they show, under which heads."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import polars as pl

from engine.language.current import said, word
from sim.display.outcome_format import OutcomeFormat
from sim.report.shared.page.entries import (
    PageTable,
    Row,
    TableEntry,
    count,
    difference_entry,
    named,
    of_row,
    plain_entry,
    share_entry,
)
from sim.report.shared.run_data import RunData
from sim.text.axis_words import axis_word

FOUND = "\0found"
"""Where a row of a cell keeps all that a table says of it."""


class Column(NamedTuple):
    """A column of a table."""

    head: str
    says: str
    """What it means."""
    entry: Callable[[Row], TableEntry]


def view(rows: pl.DataFrame | Iterable[Row], columns: Sequence[Column]) -> PageTable:
    """The table."""
    each_row = list(rows.iter_rows(named=True) if isinstance(rows, pl.DataFrame) else rows)
    heads = [(column.head, column.says) for column in columns]
    return PageTable(heads, [[column.entry(row) for column in columns] for row in each_row])


def by(table: pl.DataFrame, key: str, *same: str) -> list[Row]:
    """One row for all rows that are the same in these columns, which keeps them by a key."""
    parts = table.partition_by(*(same or ("cell",)), maintain_order=True)
    return [{**part.row(0, named=True), FOUND: {row[key]: row for row in part.iter_rows(named=True)}} for part in parts]


def found(head: str, says: str, key: object, entry: Callable[[Row | None], TableEntry]) -> Column:
    """A column of what rows keep under a key."""
    return Column(head, says, lambda row: entry(row[FOUND].get(key)))


def names(head: str, key: str) -> Column:
    """What rows are called: words of the game, or names that stay as they are."""
    return Column(head, "", lambda row: named(word(row[key])))


def counts(key: str, says: str = "") -> Column:
    """Whole numbers."""
    heads = {
        "games": said("games"),
        "wins": said("wins"),
        "seat": said("seat"),
        "predictions": said("predictions"),
    }
    return Column(heads.get(key) or word(key), says, lambda row: count(row[key]))


def plain(head: str, key: str, says: str = "") -> Column:
    """Numbers without intervals."""
    return Column(head, says, lambda row: plain_entry(row[key]))


def shares(head: str, says: str, key: str = "share") -> Column:
    """Shares with their intervals."""
    return Column(head, says, lambda row: share_of(row, key))


def differences(head: str, says: str, form: OutcomeFormat, key: str, style: str | None = None) -> Column:
    """Differences with their intervals."""
    return Column(head, says, lambda row: difference_entry(form, row, key, style))


def share_of(row: Row | None, key: str = "share") -> TableEntry:
    """A share of a row, with its interval."""
    if row is None:
        return TableEntry("")
    value, low, high = of_row(row, key)
    return share_entry(value, (low, high))


def groups(data: RunData) -> Column:
    """The column that names the players of a row."""
    return Column(data.layout.who or said("players"), "", lambda row: named(data.layout.shown_name(row["table"])))


def places(data: RunData, one_group: bool = False) -> list[Column]:
    """The columns that name the cell of a row; without the group if there is only one."""
    layout = data.layout
    found = [] if one_group and (layout.difficulty or layout.size) else [groups(data)]
    if layout.difficulty:
        levels = {str(level): TableEntry(layout.level_name(level), at) for at, level in enumerate(layout.levels)}
        found.append(Column(axis_word(layout.difficulty), "", lambda row: levels[row["level"]]))
    if layout.size:
        sizes = {str(size): TableEntry(str(size), at) for at, size in enumerate(layout.sizes)}
        found.append(Column(axis_word(layout.size), "", lambda row: sizes[row["size"]]))
    return found
