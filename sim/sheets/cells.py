"""A spreadsheet as rows of cells, whatever its file looks like; and how much of one is read."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine.errors import BadInput, message
from engine.language.current import said

MOST_BYTES = 4_000_000
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 10_000, 256, 4_096
MOST_CELLS = 250_000


class Cell(NamedTuple):
    """What a cell shows, without the space around it."""

    text: str
    start: int = -1
    """Where that text begins and ends in the text of the file; -1 if it cannot be written."""
    end: int = -1
    is_quoted: bool = False
    is_formula: bool = False
    """A formula whose value the file does not hold."""


@dataclass(frozen=True)
class CellSheet:
    """All cells of a sheet, and what is needed to write some of them anew."""

    path: Path
    raw: bytes
    rows: Sequence[Sequence[Cell]]
    """The first one is row 1 of the spreadsheet."""
    text: str = ""
    """The text that the places of cells are meant in; empty if the file is no text."""
    encoding: str = ""
    separator: str = ""
    notes: tuple[str, ...] = ()
    """How the file was read, where that could be wrong."""


def check_size(path: Path, row: int, columns: int, longest: int, cells: int) -> None:
    """Refuse what is larger than any sheet of cards, as soon as it is seen: in a row, its columns and its longest cell,
    and all cells up to here."""
    if row > MOST_ROWS:
        raise BadInput(source=path, expected=message("at most {most:,} rows", most=MOST_ROWS))
    if columns > MOST_COLUMNS:
        raise BadInput(
            source=path, place=said("row {row}", row=row), expected=message("at most {most} columns", most=MOST_COLUMNS)
        )
    if cells > MOST_CELLS:
        raise BadInput(source=path, expected=message("at most {most:,} cells", most=MOST_CELLS))
    if longest > LONGEST_CELL:
        raise BadInput(
            source=path,
            place=said("row {row}", row=row),
            expected=message("at most {most:,} characters in a cell", most=LONGEST_CELL),
        )
