"""What a person sees at the end: tables on the terminal, plain where it is not one."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from engine.game import Cell, Json, Sheet

PLAIN_WIDTH = 200
"""Where lines go to a file or a pipe, none is cut."""


def console() -> Console:
    """The terminal; colours and width are its own, and NO_COLOR is honoured."""
    found = Console(highlight=False)
    return found if found.is_terminal else Console(highlight=False, width=PLAIN_WIDTH)


def win_rates(cells: Sequence[Cell], rows: Sequence[Mapping[str, object]]) -> Table:
    """The win rates: the last axis across, the others down; axes with one value only go to the title."""
    labels = [dict(cell.labels) for cell in cells]
    axes = [axis for axis in labels[0] if len({str(label[axis]) for label in labels}) > 1] or [list(labels[0])[-1]]
    *down, across = axes
    fixed = " · ".join(f"{axis} {value}" for axis, value in labels[0].items() if axis not in axes)
    table = Table(title=f"win rate, 95 % interval\n{fixed}" if fixed else "win rate, 95 % interval")
    for axis in down:
        table.add_column(axis)
    columns = list(dict.fromkeys(label[across] for label in labels))
    for value in columns:
        table.add_column(f"{across} {value}", justify="right")
    lines: dict[tuple[object, ...], dict[object, str]] = {}
    for label, row in zip(labels, rows, strict=True):
        lines.setdefault(tuple(label[axis] for axis in down), {})[label[across]] = rate(row)
    for heads, entries in lines.items():
        table.add_row(*map(str, heads), *(entries.get(value, "") for value in columns))
    return table


def rate(row: Mapping[str, object]) -> str:
    """`61.2 % (60.9-61.5)`"""
    share, low, high = (float(str(row[key])) for key in ("win_rate", "win_low", "win_high"))
    return f"{share:.1%} ({low * 100:.1f}-{high * 100:.1f})"


def sheet_table(sheet: Sheet) -> Table:
    """A table in words, as the game gave it."""
    table = Table(*sheet.header, title=sheet.title)
    for row in sheet.rows:
        table.add_row(*row)
    return table


def show_run(summary: Json, cells: Sequence[Cell], path: str) -> None:
    """The end of a run."""
    out = console()
    out.print(win_rates(cells, summary["cells"]))
    out.print(f"{summary['games']:,} games · digest {summary['digest']} · {path}", soft_wrap=True)
