"""What a person sees at the end: tables on the terminal, plain where it is not one."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from engine.game import Cell, Json, Sheet

PLAIN_WIDTH = 200
"""Where lines go to a file or a pipe, none is cut."""


def console() -> Console:
    """The terminal; colours and width are its own, and NO_COLOR is honoured."""
    found = Console(highlight=False, emoji=False, markup=False)  # else `base:mute:3p` would become a picture
    if not found.is_terminal:
        found.width = PLAIN_WIDTH
    return found


def win_rates(cells: Sequence[Cell], rows: Sequence[Mapping[str, object]]) -> Table:
    """The win rates of a grid."""
    return crossed([cell.labels for cell in cells], [rate(row) for row in rows])


def crossed(labels: Sequence[Mapping[str, object]], entries: Sequence[str]) -> Table:
    """Entries of a grid: the last axis that varies across, the others down."""
    *down, across = varying(labels)
    columns = list(dict.fromkeys(label[across] for label in labels))
    table = Table()
    for axis in down:
        table.add_column(axis)
    for value in columns:
        table.add_column(f"{across} {value}", justify="right")
    lines: dict[tuple[object, ...], dict[object, str]] = {}
    for label, entry in zip(labels, entries, strict=True):
        lines.setdefault(tuple(label[axis] for axis in down), {})[label[across]] = entry
    for heads, found in lines.items():
        table.add_row(*map(str, heads), *(found.get(value, "") for value in columns))
    return table


def varying(labels: Sequence[Mapping[str, object]]) -> list[str]:
    """The axes on which the cells differ; of a single cell, the last."""
    return [axis for axis in labels[0] if len({str(label[axis]) for label in labels}) > 1] or [list(labels[0])[-1]]


def heading(cells: Sequence[Cell]) -> str:
    """What all cells have in common."""
    labels = [dict(cell.labels) for cell in cells]
    axes = varying(labels)
    fixed = [f"{axis} {value}" for axis, value in labels[0].items() if axis not in axes and value is not False]
    return " · ".join(["Win rate with its 95 % interval", *fixed])


def rate(row: Mapping[str, object]) -> str:
    """`61.2% (60.9-61.5)`, with one digit more where a point is much: near 0 and near 100."""
    share, low, high = (float(str(row[key])) for key in ("win_rate", "win_low", "win_high"))
    digits = 1 if 0.02 <= share <= 0.98 else 2
    return f"{share:.{digits}%} ({low * 100:.{digits}f}-{high * 100:.{digits}f})"


def sheet_table(sheet: Sheet) -> Table:
    """A table in words, as the game gave it."""
    table = Table()
    for head in sheet.header:
        table.add_column(head, overflow="fold")
    for row in sheet.rows:
        table.add_row(*row)
    return table


def show_run(summary: Json, cells: Sequence[Cell], path: str) -> None:
    """The end of a run: the win rates, and a few games to look at from the cell that is most in the balance."""
    out = console()
    out.print(heading(cells), soft_wrap=True)
    out.print(win_rates(cells, summary["cells"]))
    even = min(range(len(cells)), key=lambda at: abs(summary["cells"][at]["win_rate"] - 0.5))
    for kind, game in summary["cells"][even]["notable"].items():
        out.print(f"{kind} of {cells[even].name}: fatecast replay {game['id']}", soft_wrap=True)
    out.print(f"{summary['games']:,} games · digest {summary['digest']} · {path}", soft_wrap=True)
