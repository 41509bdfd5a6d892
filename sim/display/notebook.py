"""Results in a notebook: sentences and tables in HTML, without scripts and in the colours of the notebook."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table

from sim.display.templates import render


class Column(NamedTuple):
    """A column of a table that is shown."""

    head: str
    align: str
    cells: list[str]


def html(title: str, sentences: Sequence[str] = (), tables: Sequence[Table] = (), text: str = "") -> str:
    """A title, what was found in words, the tables that the command line would print, and text as it is written."""
    shown = [_columns(table) for table in tables]
    rows = [list(zip(*(column.cells for column in columns), strict=True)) for columns in shown]
    content = {"title": title, "sentences": sentences, "text": text, "tables": list(zip(shown, rows, strict=True))}
    return render("sim.display", "notebook.html", content)


def _columns(table: Table) -> list[Column]:
    return [
        Column(str(column.header), "right" if column.justify == "right" else "left", [*map(str, column.cells)])
        for column in table.columns
    ]
