"""From the file of the pieces back into the cells of the spreadsheet that they came from."""

import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.configs import read_bounded
from engine.errors import BadInput, Text, message
from engine.game.optional_parts import FieldValue, PieceTable, spreadsheets_of
from engine.game.protocol import Game
from engine.language.current import said
from sim.runs.atomic_files import write_whole, written_to
from sim.sheets.cells import MOST_BYTES, Cell
from sim.sheets.columns import NAME, is_head, shown
from sim.sheets.differences import Edit, in_words, listed, same
from sim.sheets.files import WORKBOOK, pieces_file, read_sheet
from sim.sheets.record import PulledSheet, digest_of, last_pull, write_record
from sim.sheets.rows import Reading, Skipped, read_rows
from sim.sheets.spelt_numbers import as_spelt, number_in, runs
from sim.sheets.text_file import parsed, with_cells

Texts = dict[Cell, str]


@dataclass(frozen=True)
class Pushed:
    """What a push did."""

    sheet: Path
    file: Path
    written: list[Edit]
    skipped: list[Skipped]
    """What the file says otherwise than the sheet, and was not written."""
    notes: list[str]


def push(game: Game, sheet: Path, content: str, named: Path | None) -> Pushed:
    """Write the numbers that changed since the pull into their cells. No other byte of the sheet changes; nothing is
    written if the sheet is not the one that was pulled."""
    spreadsheets_of(game)  # before anything is read
    if sheet.suffix.lower() == WORKBOOK:
        raise BadInput(
            message("fatecast only reads .xlsx files"),
            source=sheet,
            hint=message("save the sheet as CSV, pull that, and push into it"),
        )
    file = pieces_file(game, sheet, content, named)
    last = last_pull(file.path, sheet)
    pull = message("fatecast {piece}s pull reads it", piece=file.table.piece)
    if last is None:
        raise BadInput(message("never pulled into {file}", file=file.path), source=sheet, hint=pull)
    if sheet.is_symlink():
        raise BadInput(message("a link; expected a file, because it is written anew"), source=sheet)
    cells = read_sheet(sheet, last.mapped)
    if digest_of(cells.raw) != last.sha256:
        raise BadInput(message("changed since it was pulled; nothing is written"), source=sheet, hint=pull)
    reading = read_rows(cells, file.table, last.mapped)
    written, skipped, texts = _edits(reading, file.table, last)
    if texts:
        raw = with_cells(cells, texts)
        again = read_rows(parsed(sheet, raw, lambda row: is_head(row, last.mapped)), file.table, last.mapped)
        _check_read_again(again, reading, written)
        _write(sheet, cells.raw, raw)
        reading = again
    write_record(file.path, reading, last.mapped, file.table)
    return Pushed(sheet, file.path, written, skipped, _notes(reading, file.table))


def _edits(reading: Reading, table: PieceTable, last: PulledSheet) -> tuple[list[Edit], list[Skipped], Texts]:
    """What is written, what is not, and the new texts of cells."""
    written: list[Edit] = []
    skipped: list[Skipped] = []
    texts: Texts = {}
    for key, field, before, after in _changed(reading, table, last):
        piece = reading.pieces[key]
        cells = piece.cells.get(field, [])
        reason, new = _new_texts(reading, field, cells, after)
        if reason:
            head = next(
                (reading.columns.head(at) for at, each in reading.columns.fields.items() if each == field), field
            )
            what = f"{shown(str(piece.values.get(NAME, key)))}, {head}"
            unwritten = message("{reason}; {value} is not written", reason=reason, value=in_words(after))
            skipped.append(Skipped(piece.rows[0], what, unwritten))
        else:
            written.append(Edit(key, field, before, after))
            texts |= new
    return written, skipped, texts


def _changed(reading: Reading, table: PieceTable, last: PulledSheet) -> Iterator[Edit]:
    """The fields of pieces that the file says otherwise than the sheet; where its cell says nothing, otherwise than it
    did at the pull."""
    for key, piece in reading.pieces.items():
        present = table.pieces.get(key, {})
        for field in dict.fromkeys([*piece.cells, *piece.values]):
            after, once = present.get(field), last.values.get(key, {}).get(field)
            before = piece.values.get(field, once)
            if after is not None and not same(before, after) and (field != NAME or table.is_open):
                yield Edit(key, field, before, after)


def _new_texts(reading: Reading, field: str, cells: Sequence[Cell], value: FieldValue) -> tuple[Text, Texts]:
    """Why a value cannot be written; or the new texts of its cells."""
    if isinstance(value, bool | str):
        return message("only numbers are written"), {}
    if not cells:
        return message("the sheet has a row for each copy"), {}
    if any(cell.is_formula or runs(cell.text) for cell in cells):
        return message("it holds a formula"), {}
    if any(cell.start < 0 for cell in cells):
        return message("the row ends before this column"), {}
    way = reading.ways.get(field)
    if way is None or any(cell.text and number_in(cell.text, way) is None for cell in cells):
        return message("{text!r} is not a number", text=shown(cells[0].text)), {}
    texts = {cell: as_spelt(value, way, cell.text) for cell in cells}
    if None in texts.values():
        return message("the number is too long for a cell"), {}
    return "", {cell: text for cell, text in texts.items() if text is not None}


def _check_read_again(again: Reading, before: Reading, written: Sequence[Edit]) -> None:
    """Find out before it is written that the sheet would be read as something else: where the only number with a
    fraction goes, 1,234 may become a thousand."""
    wanted = {key: dict(piece.values) for key, piece in before.pieces.items()}
    for each in written:
        wanted[each.piece][each.field] = each.after
    for key, values in wanted.items():
        for field, value in values.items():
            if not same(again.pieces[key].values.get(field) if key in again.pieces else None, value):
                raise BadInput(
                    message(
                        "after this push, {field} of {key} could be read in another way than {value}",
                        field=field,
                        key=key,
                        value=in_words(value),
                    ),
                    source=before.sheet.path,
                    hint=message("write its number in the sheet without marks between thousands, and pull again"),
                )


def _write(sheet: Path, before: bytes, after: bytes) -> None:
    """Write the sheet anew, with the rights that it has."""
    with written_to(sheet):
        mode = stat.S_IMODE(sheet.stat().st_mode)
        if read_bounded(sheet, MOST_BYTES) != before:
            raise BadInput(message("it is being changed by somebody else; nothing is written"), source=sheet)
        write_whole(sheet, after)
        sheet.chmod(mode)


def _notes(reading: Reading, table: PieceTable) -> list[str]:
    """What is only on one side."""
    here = [key for key in table.pieces if key not in reading.pieces and key not in reading.without]
    there = [key for key in reading.pieces if key not in table.pieces]
    return [
        *([said("no row in the sheet: {names}", names=listed(here))] if here and table.is_open else []),
        *([said("only in the sheet: {names}", names=listed(there))] if there else []),
    ]
