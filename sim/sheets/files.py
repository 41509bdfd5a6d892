"""Which files a pull and a push are about: the sheet, the file of the pieces beside it, and reading both."""

from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput, message
from engine.game.optional_parts import PieceTable, spreadsheets_of
from engine.game.protocol import Game
from sim.sheets.cells import CellSheet
from sim.sheets.columns import Mapped, is_head
from sim.sheets.text_file import read_text_sheet
from sim.sheets.workbook import read_workbook

TEXTS, WORKBOOK = (".csv", ".tsv"), ".xlsx"
ENDINGS = (*TEXTS, WORKBOOK)


def is_sheet(word: str) -> bool:
    """Whether a word is the file of a spreadsheet."""
    return word.lower().endswith(ENDINGS)


def read_sheet(path: Path, mapped: Mapped) -> CellSheet:
    """The cells of a sheet, of any kind that is read."""
    if not is_sheet(path.name):
        raise BadInput(source=path, expected=message("a spreadsheet: a file that ends in .csv, .tsv or .xlsx"))
    if path.suffix.lower() == WORKBOOK:
        return read_workbook(path, mapped.worksheet)
    if mapped.worksheet:
        raise BadInput(message("a text file has only one sheet"), source=path, place="worksheet")
    return read_text_sheet(path, lambda row: is_head(row, mapped))


@dataclass(frozen=True)
class PiecesFile:
    """The file that the pieces are in, or will be in."""

    path: Path
    content: str
    """What a new file extends."""
    is_new: bool
    table: PieceTable
    """The pieces as they are now."""


def pieces_file(game: Game, sheet: Path, content: str, named: Path | None) -> PiecesFile:
    """The file that was named; else the game's own; else one beside the sheet that is called like it."""
    part = spreadsheets_of(game)
    table = part.table_of(content)
    path = named or table.file or sheet.with_suffix(".toml")
    if path.suffix != ".toml":
        raise BadInput(source=path, expected=message("a file that ends in .toml"))
    if path.is_symlink():
        raise BadInput(message("a link; expected a file, because it is written anew"), source=path)
    is_new = not path.exists()
    if not is_new and path != table.file:
        table = part.table_of(str(path))
    return PiecesFile(path, content, is_new, table)
