"""Sheets of .xlsx files, which are only read. No formula is computed: a cell shows the value that was saved with it."""

import warnings
from collections.abc import Iterator
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from engine.configs import read_bounded, unknown_word
from engine.errors import BadInput, first_line, message
from sim.sheets.cells import MOST_BYTES, Cell, CellSheet, check_size
from sim.sheets.columns import shown

MOST_INSIDE, MOST_FILES = 24_000_000, 1_000
"""Bytes and files that a workbook holds when it is unpacked."""
PIECE = 1 << 16


def read_workbook(path: Path, worksheet: str) -> CellSheet:
    """The cells of one sheet of a workbook: the one of this name, or the first."""
    raw = read_bounded(path, MOST_BYTES)
    try:
        from openpyxl.reader.excel import load_workbook
    except ImportError:
        raise BadInput(
            message("to read .xlsx files, fatecast needs openpyxl"),
            source=path,
            hint=message("pip install 'fatecast[xlsx]', or save the sheet as CSV"),
        ) from None
    _check_inside(path, raw)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what it would lose, if it wrote the file
            saved, formulas = (
                load_workbook(BytesIO(raw), read_only=True, data_only=values, keep_links=False)
                for values in (True, False)
            )
            name = _name(path, saved, worksheet)
            rows = [*_rows(path, saved[name], formulas[name])]
    except BadInput:
        raise
    except Exception as error:  # whatever the package makes of a file that is none
        raise BadInput(
            message(
                "cannot be read as an .xlsx file ({reason})", reason=shown(first_line(error)) or type(error).__name__
            ),
            source=path,
        ) from None
    return CellSheet(path, raw, rows)


def _check_inside(path: Path, raw: bytes) -> None:
    """Unpack everything once and forget it: the sizes that are written in a file may be lies. Refuse definitions in its
    XML, too: a workbook has none, and a few of them can become gigabytes."""
    try:
        with ZipFile(BytesIO(raw)) as packed:
            inside = packed.infolist()
            if len(inside) > MOST_FILES:
                raise BadInput(source=path, expected=message("at most {most:,} files inside", most=MOST_FILES))
            size = 0
            for each in inside:
                last = b""
                with packed.open(each) as file:
                    while piece := file.read(PIECE):
                        size += len(piece)
                        if size > MOST_INSIDE:
                            raise BadInput(
                                source=path,
                                expected=message("at most {most:,} bytes when it is unpacked", most=MOST_INSIDE),
                            )
                        if each.filename.endswith((".xml", ".rels")) and _defines(last + piece):
                            raise BadInput(message("its XML defines entities of its own"), source=path)
                        last = piece[-20:]
    except (BadZipFile, OSError, ValueError, EOFError, NotImplementedError, RuntimeError) as error:
        raise BadInput(
            message("not an .xlsx file ({reason})", reason=shown(first_line(error)) or type(error).__name__),
            source=path,
        ) from None


def _defines(piece: bytes) -> bool:
    return any(word in piece.replace(b"\0", b"") for word in (b"<!DOCTYPE", b"<!ENTITY"))


def _name(path: Path, book: Any, worksheet: str) -> str:
    names = [sheet.title for sheet in book.worksheets]
    if worksheet and worksheet not in names:
        raise unknown_word("worksheet", shown(worksheet), map(shown, names), source=path)
    if not names:
        raise BadInput(source=path, expected=message("a workbook with a sheet"))
    return worksheet or str(names[0])


def _rows(path: Path, saved: Any, formulas: Any) -> Iterator[list[Cell]]:
    for sheet in (saved, formulas):
        sheet.reset_dimensions()  # what the file says about its size may be a lie
    pairs = zip_longest(saved.iter_rows(values_only=True), formulas.iter_rows(values_only=True), fillvalue=())
    cells, empty = 0, 0
    for number, (values, typed) in enumerate(pairs, 1):
        check_size(path, 1, len(values), 0, 0)  # of the row, before more is made of it
        row = [_cell(value, text) for value, text in zip_longest(values, typed)]
        while row and not row[-1].text and not row[-1].is_formula:
            row.pop()
        if not row:  # formats often go on below the last row
            empty += 1
            continue
        cells += len(row)
        check_size(path, number, len(row), max(len(cell.text) for cell in row), cells)
        yield from ([] for _ in range(empty))
        yield row
        empty = 0


def _cell(value: object, typed: object) -> Cell:
    """A cell by the value that was saved with it."""
    is_formula = (isinstance(typed, str) and typed.startswith("=")) or not isinstance(typed, _PLAIN)
    if value is None:
        return Cell("", is_formula=is_formula and typed is not None)
    return Cell(_in_words(value).strip())


_PLAIN = (str, bool, int, float, type(None))


def _in_words(value: object) -> str:
    """A value as a text sheet would show it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
