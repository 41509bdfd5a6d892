"""Sheets as text: CSV and TSV as spreadsheets write them, with where each cell lies, so that a cell can be written anew
and no other byte changes."""

import codecs
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engine.configs import read_bounded
from engine.errors import BadInput, message
from engine.language.current import said
from sim.sheets.cells import MOST_BYTES, Cell, CellSheet, check_size

SEPARATORS = (",", ";", "\t", "|")
FIRST_ROWS = 20
"""Rows among which the heads of the columns must be."""

MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
WESTERN = "cp1252"
"""In which older spreadsheets of Western countries save a CSV file."""

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')
LINE_END = re.compile(r"\r\n|\n|\r")
SAID_SEPARATOR = re.compile(r"sep=([,;\t|])(?=[\r\n]|$)", re.IGNORECASE)
"""The first line of some files, for Excel."""

Row = Sequence[Cell]


def read_text_sheet(path: Path, is_head: Callable[[Row], bool]) -> CellSheet:
    """The cells of a CSV or TSV file. `is_head`: whether a row has the heads of the columns; what separates the cells
    is found by that."""
    raw = read_bounded(path, MOST_BYTES)
    return parsed(path, raw, is_head)


def parsed(path: Path, raw: bytes, is_head: Callable[[Row], bool]) -> CellSheet:
    """The cells of the bytes of such a file."""
    text, encoding, notes = _decoded(path, raw)
    if control := CONTROL.search(text):
        row = len(LINE_END.findall(text, 0, control.start())) + 1
        raise BadInput(
            message("line {row} holds the control character {code:#04x}", row=row, code=ord(control[0])),
            source=path,
            expected=message("text"),
        )
    start = 1 if text.startswith("\ufeff") else 0
    said = SAID_SEPARATOR.match(text, start)
    separator = said[1] if said else _separator(path, text, start, is_head)
    return CellSheet(path, raw, _rows(path, text, start, separator), text, encoding, separator, notes)


def with_cells(sheet: CellSheet, texts: Mapping[Cell, str]) -> bytes:
    """The bytes of the file with other texts in some cells."""
    parts, at = [], 0
    for cell, text in sorted(texts.items(), key=lambda each: each[0].start):
        needs_quotes = not cell.is_quoted and (sheet.separator in text or '"' in text)
        parts += [sheet.text[at : cell.start], f'"{text}"' if needs_quotes else text]
        at = cell.end
    return "".join([*parts, sheet.text[at:]]).encode(sheet.encoding)


def _decoded(path: Path, raw: bytes) -> tuple[str, str, tuple[str, ...]]:
    """The text of the file with its mark, so that it is written with it; how it is encoded; what to say about that."""
    encoding = next((name for mark, name in MARKS.items() if raw.startswith(mark)), "utf-8")
    try:
        return raw.decode(encoding), encoding, ()
    except UnicodeDecodeError:
        pass
    try:
        if encoding == "utf-8" and not raw.startswith(codecs.BOM_UTF8):
            return raw.decode(WESTERN), WESTERN, ("not UTF-8: read as Windows-1252",)
    except UnicodeDecodeError:
        pass
    raise BadInput(source=path, expected=message("a CSV or TSV file in UTF-8"))


def _separator(path: Path, text: str, start: int, is_head: Callable[[Row], bool]) -> str:
    """What separates the cells: where it is right, the heads are found, in the most columns."""
    best, most = SEPARATORS[0], 0
    for separator in SEPARATORS:
        try:
            rows = _rows(path, text, start, separator, FIRST_ROWS)
        except BadInput:
            continue
        heads = next((row for row in rows if is_head(row)), ())
        if len(heads) > most:
            best, most = separator, len(heads)
    return best


def _rows(path: Path, text: str, at: int, separator: str, most: int | None = None) -> list[list[Cell]]:
    plain = re.compile(rf"[^{re.escape(separator)}\r\n]*")
    rows: list[list[Cell]] = []
    row: list[Cell] = []
    cells = 0
    while at < len(text) or row:
        cell, at = _cell(path, text, at, plain, len(rows) + 1)
        row.append(cell)
        cells += 1
        check_size(path, len(rows) + 1, len(row), len(cell.text), cells)
        if text.startswith(separator, at):
            at += len(separator)
            continue
        rows.append(row)
        row = []
        if len(rows) == most:
            break
        if end := LINE_END.match(text, at):
            at = end.end()
    return rows


def _cell(path: Path, text: str, at: int, plain: re.Pattern[str], row: int) -> tuple[Cell, int]:
    """The cell that begins here, and where what follows it begins."""
    if not text.startswith('"', at):
        found = plain.match(text, at)
        assert found is not None
        return _stripped(found[0], at, False), found.end()
    quoted = QUOTED.match(text, at)
    if quoted is None:
        raise BadInput(message("a quotation mark is never closed"), source=path, place=said("row {row}", row=row))
    follows = plain.match(text, quoted.end())
    assert follows is not None
    if follows[0].strip():
        raise BadInput(message("text after a closing quotation mark"), source=path, place=said("row {row}", row=row))
    return _stripped(quoted[1], at + 1, True), follows.end()


def _stripped(inside: str, at: int, is_quoted: bool) -> Cell:
    text = inside.strip()
    start = at + len(inside) - len(inside.lstrip()) if text else at
    return Cell(text.replace('""', '"') if is_quoted else text, start, start + len(text), is_quoted)
