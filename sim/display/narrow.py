"""Tables and commands in the width of the terminal: a table whose columns would be too narrow to read is shown row by
row, and a command that is too long for a line is broken as a shell allows."""

from collections.abc import Iterator
from textwrap import wrap

from rich.table import Table
from rich.text import Text

from engine.game.cell import Json
from sim.display.messages import continued
from sim.display.number_format import listed
from sim.experiment.experiment import ResolvedExperiment
from sim.experiment.replay_command import replay_command

COLUMN = 12
"""Characters that a column of words needs to be read."""
FRAME = 3
"""Characters between two columns."""
INDENT = "  "


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


def command_lines(lead: str, command: str, width: int) -> list[str]:
    """`lead: command`, on one line if it fits; else the command on lines of its own."""
    if len(lead) + 2 + len(command) <= width:
        return [f"{lead}: {command}"]
    lines = continued(command, width - len(INDENT)).split("\n")
    return [f"{lead}:", *(f"{INDENT}{line}" for line in lines)]


def notable_lines(experiment: ResolvedExperiment, cell: int, notable: Json, run: str, width: int) -> list[str]:
    """The games of a cell that are worth reading, each with the command that replays it. A game that is worth it for
    two reasons is one line."""
    kinds: dict[int, list[str]] = {}
    for kind, found in notable.items():
        kinds.setdefault(found["game"], []).append(kind)
    lines = []
    for index, reasons in kinds.items():
        command = replay_command(experiment, cell, index, run, width=width - len(INDENT))
        lines += command_lines(f"{listed(reasons)} of {experiment.cells[cell].name}", command, width)
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
