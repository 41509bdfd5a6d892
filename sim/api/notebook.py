"""Results as Python shows them: as text in few lines; in a notebook as sentences and tables in HTML, without scripts
and in the colours of the notebook."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table

from sim.display.templates import render

MOST_LINES = 40
"""Of a result that Python shows: more would push what was typed before off the screen."""


class Readable:
    """A result that Python shows as it reads, and not as everything that it holds."""

    def __repr__(self) -> str:
        return in_few_lines(str(self).splitlines(), "print it to see them")


def in_few_lines(lines: Sequence[str], where: str) -> str:
    """The first lines as text; if there are more, `where` says how to see them."""
    if len(lines) <= MOST_LINES:
        return "\n".join(lines)
    shown = lines[: MOST_LINES - 1]
    return "\n".join([*shown, f"… and {len(lines) - len(shown):,} more lines: {where}"])


class Column(NamedTuple):
    """A column of a table that is shown."""

    head: str
    align: str
    cells: list[str]


def as_html(title: str, sentences: Sequence[str] = (), tables: Sequence[Table] = (), text: str = "") -> str:
    """A title, what was found in words, the tables that the command line would print, and text as it is written."""
    shown = [_columns(table) for table in tables]
    rows = [list(zip(*(column.cells for column in columns), strict=True)) for columns in shown]
    content = {"title": title, "sentences": sentences, "text": text, "tables": list(zip(shown, rows, strict=True))}
    return render("sim.api", "notebook.html", content)


def _columns(table: Table) -> list[Column]:
    return [
        Column(str(column.header), "right" if column.justify == "right" else "left", [*map(str, column.cells)])
        for column in table.columns
    ]
