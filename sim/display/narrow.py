"""Tables in the width of the terminal: one whose columns would be too narrow to read is shown row by row."""

from collections.abc import Iterator
from textwrap import wrap

from rich.table import Table
from rich.text import Text

COLUMN = 12
"""Characters that a column of words needs to be read."""
FRAME = 3
"""Characters between two columns."""


def fits(table: Table, width: int) -> bool:
    """Whether every column of a table would have enough room."""
    return sum(_least(column) + FRAME for column in _columns(table)) + 1 <= width


def row_by_row(table: Table, width: int) -> str:
    """The rows below each other, each with the heads of its columns before its values."""
    columns = [*_columns(table)]
    heads = [" ".join(head.split()) for head, *_ in columns]
    margin = max(map(len, heads)) + 2
    blocks = []
    for row in zip(*(entries for _, *entries in columns), strict=True):
        first, *rest = zip(heads, (" ".join(entry.split()) for entry in row), strict=True)
        lines = [f"{first[0]} {first[1]}".strip()]
        for head, entry in rest:
            if entry:
                room = max(width - margin - 2, COLUMN)
                told = wrap(entry, room, break_long_words=False, break_on_hyphens=False)
                lines += [f"  {head:<{margin}}{told[0]}", *(f"  {'':<{margin}}{more}" for more in told[1:])]
        blocks.append("\n".join(lines))
    return "\n".join(blocks)


def _columns(table: Table) -> Iterator[list[str]]:
    """The head and the entries of each column."""
    for column in table.columns:
        yield [_plain(column.header), *(_plain(cell) for cell in column.cells)]


def _plain(entry: object) -> str:
    return entry.plain if isinstance(entry, Text) else str(entry)


def _least(entries: list[str]) -> int:
    """The room that a column needs: for its longest word, and not less than short text needs."""
    longest = max(len(word) for entry in entries for word in [*entry.split(), ""])
    return max(longest, min(COLUMN, max(len(line) for entry in entries for line in entry.split("\n"))))
