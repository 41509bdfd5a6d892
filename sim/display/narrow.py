"""Tables and commands in the width of the terminal: a table whose columns would be too narrow to read is shown row by
row, and a command that is too long for a line is broken as a shell allows."""

from collections.abc import Iterator, Sequence
from copy import copy
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from engine.game.cell import Json
from engine.language.current import said, word
from sim.display.messages import continued
from sim.experiment.labels import labelled
from sim.experiment.replay_command import replay_command
from sim.text.number_format import listed

if TYPE_CHECKING:
    from sim.experiment.experiment import ResolvedExperiment

COLUMN = 12
"""Characters that a column of words needs to be read."""
FRAME = 3
"""Characters between two columns."""
INDENT = "  "


def fits(table: Table, width: int) -> bool:
    """Whether every column of a table would have enough room."""
    return sum(_least(column) + FRAME for column in _columns(table)) + 1 <= width


def leave_out(table: Table, spare: Sequence[str], width: int) -> tuple[Table, list[str]]:
    """The table without as many of its spare columns, the last first, as it takes to make it fit; and their heads. If
    that does not help, the whole table."""
    left: list[str] = []
    fewer = copy(table)
    for head in reversed(spare):
        if fits(fewer, width):
            break
        fewer.columns = [column for column in fewer.columns if column.header != head]
        left.insert(0, head)
    return (fewer, left) if fits(fewer, width) else (table, [])


def row_by_row(table: Table, width: int) -> str:
    """The rows below each other: what a row is about, and below it each of its values after the head of its column."""
    columns = [*_columns(table)]
    heads = [", ".join(filter(None, head.split("\n"))) for head, *_ in columns]
    about = _labels(table)
    indent = INDENT if about else ""
    margin = max(map(len, heads[about:]), default=0) + 2
    lines = [str(table.title)] if table.title else []
    for row in zip(*(entries for _, *entries in columns), strict=True):
        named = [*zip(heads, (" ".join(entry.split()) for entry in row), strict=True)]
        if about:
            lines += _pieces(" · ".join(labelled(head, entry).strip() for head, entry in named[:about]), width)
        for head, entry in named[about:]:
            first, *more = _pieces(entry, max(width - margin - 2, COLUMN)) or [""]
            if entry:
                lines += [f"{indent}{head:<{margin}}{first}", *(f"{indent}{'':<{margin}}{piece}" for piece in more)]
    return "\n".join(lines)


def _labels(table: Table) -> int:
    """How many of the first columns say what a row is about: those before the numbers, or else the first one."""
    numbers = [at for at, column in enumerate(table.columns) if column.justify == "right"]
    return numbers[0] if numbers else 1


def _pieces(text: str, width: int) -> list[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False)


def command_lines(lead: str, command: str, width: int) -> list[str]:
    """`lead: command`, on one line if it fits; else the command on lines of its own."""
    if len(lead) + 2 + len(command) <= width:
        return [f"{lead}: {command}"]
    lines = continued(command, width - len(INDENT)).split("\n")
    return [f"{lead}:", *(f"{INDENT}{line}" for line in lines)]


def notable_lines(experiment: "ResolvedExperiment", cell: int, notable: Json, run: str, width: int) -> list[str]:
    """The games of a cell that are worth reading, each with the command that replays it. A game that is worth it for
    two reasons is one line."""
    kinds: dict[int, list[str]] = {}
    for kind, found in notable.items():
        kinds.setdefault(found["game"], []).append(kind)
    lines = []
    for index, reasons in kinds.items():
        command = replay_command(experiment, cell, index, run, width=width - len(INDENT))
        what = said("{reasons} of {cell}", reasons=listed([*map(word, reasons)]), cell=experiment.cells[cell].name)
        lines += command_lines(what, command, width)
    return lines


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
