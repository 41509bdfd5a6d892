"""The rows of a sheet as pieces: an id for each, and what its cells say of its fields. What cannot be used is listed
with the reason."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from unicodedata import category, normalize

from engine.errors import BadInput, Text, message
from engine.game.optional_parts import FieldKind, FieldValue, PieceTable
from engine.language.current import said, word
from sim.sheets.cells import Cell, CellSheet
from sim.sheets.columns import NAME, Columns, Mapped, columns_of, shown
from sim.sheets.spelt_numbers import Spelling, is_number, number_in, runs, spelt

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_ID = 40
COMMENTS = ("#", "//")
YES, NO = ("true", "yes", "ja", "oui", "x"), ("false", "no", "nein", "non")


class Skipped(NamedTuple):
    """What of a sheet is not used, and why."""

    row: int
    """As the spreadsheet counts, from 1 on."""
    what: str
    reason: Text

    def __str__(self) -> str:
        if not self.what:
            return said("row {row}: {reason}", row=self.row, reason=self.reason)
        return said("row {row}, {what}: {reason}", row=self.row, what=self.what, reason=self.reason)

    def data(self) -> dict[str, object]:
        """For another program."""
        return {**self._asdict(), "reason": str(self.reason)}


@dataclass
class SheetPiece:
    """A piece as a sheet has it, in one row or in several."""

    rows: list[int]
    values: dict[str, FieldValue] = field(default_factory=dict)
    """What cells say. An empty cell says nothing."""
    cells: dict[str, list[Cell]] = field(default_factory=dict)
    """The cells of each field, also empty ones and formulas."""


@dataclass
class Reading:
    """What a sheet says about the pieces of a game."""

    sheet: CellSheet
    columns: Columns
    pieces: dict[str, SheetPiece]
    kinds: Mapping[str, FieldKind]
    """Of every field that has a column."""
    ways: Mapping[str, Spelling]
    """How the columns of numbers are spelt."""
    skipped: list[Skipped]
    notes: list[str]
    without: list[str]
    """Pieces of which the sheet has a row that asks for no copies."""


def id_of(name: str) -> str:
    """The id that a name stands for: `The Miner's Élan` is `the-miners-elan`. Empty if it has no letters for one."""
    letters = "".join(each for each in normalize("NFKD", name.casefold()) if category(each) != "Mn")
    words = re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", letters))
    return words.strip("-")[:LONGEST_ID].rstrip("-")


def read_rows(sheet: CellSheet, table: PieceTable, mapped: Mapped) -> Reading:
    """All that a sheet says. BadInput if it is not clear which piece a row is."""
    columns = columns_of(sheet, table, mapped)
    reading = Reading(sheet, columns, {}, {}, {}, [], list(sheet.notes), [])
    rows = _used_rows(reading, table)
    texts = {at: [row[at].text for _, row in rows.values() if at < len(row) and row[at].text] for at in columns.fields}
    reading.kinds = {field: table.fields.get(field) or _kind(texts[at]) for at, field in columns.fields.items()}
    numbers = [at for at, field in columns.fields.items() if reading.kinds[field] in ("whole", "number")]
    ways = dict(zip(numbers, spelt([texts[at] for at in numbers], sheet.separator), strict=True))
    reading.ways = {columns.fields[at]: each.way for at, each in ways.items()}
    for at, each in ways.items():
        if each.doubt:
            value = number_in(each.doubt, each.way)
            reading.notes.append(
                said(
                    "column {column}: {text} is read as {value}; if that is wrong, write it without marks",
                    column=columns.head(at),
                    text=each.doubt,
                    value=value,
                )
            )
    for row, (key, cells) in rows.items():
        _add(reading, table, row, key, cells)
    _count_rows(reading, table)
    _leave_out_without_copies(reading, table)
    if table.is_open:
        left = [columns.head(at) for at, head in enumerate(columns.heads) if _is_left_out(columns, mapped, at, head)]
        reading.notes += [
            said("column {column} is left out: no field has its name, and no rule reads one of that name", column=head)
            for head in left
        ]
    return reading


def _is_left_out(columns: Columns, mapped: Mapped, at: int, head: str) -> bool:
    return bool(head) and head not in mapped.fields and at not in (columns.name, columns.id, *columns.fields)


def _used_rows(reading: Reading, table: PieceTable) -> dict[int, tuple[str, Sequence[Cell]]]:
    """The rows of pieces by their numbers, each with the id of the piece."""
    columns, sheet = reading.columns, reading.sheet
    by_name = {_folded(fields[NAME]): key for key, fields in table.pieces.items() if NAME in fields}
    ids_count = _are_running_numbers(sheet, columns)
    used: dict[int, tuple[str, Sequence[Cell]]] = {}
    for number, row in enumerate(sheet.rows[columns.head_row + 1 :], columns.head_row + 2):
        texts = [cell.text for cell in row]
        if not any(texts):
            continue
        name = _at(row, columns.name).text
        own = "" if ids_count else _at(row, columns.id).text
        reason: Text = ""
        key = ""
        if next(filter(None, texts)).startswith(COMMENTS):
            reason = message("a comment")
        elif not name and not own:
            reason = message("it has no name")
        elif _at(row, columns.id if own else columns.name).is_formula or (own or name).startswith("="):
            reason = message("its name is a formula")
        elif own:
            key = own.lower()
            if not ID.fullmatch(key) or len(key) > LONGEST_ID:
                reason = message(
                    "{text!r} is no id: expected at most {most} letters, digits and hyphens",
                    text=shown(own),
                    most=LONGEST_ID,
                )
        else:
            key = by_name.get(_folded(name)) or id_of(name)
            reason = "" if key else message("no id can be made of its name: give it one, in a column ID")
        if not reason and key not in table.pieces and not table.is_open:
            reason = message("there is no such {piece} in the game", piece=word(table.piece))
        if reason:
            what = name or own or next(filter(None, texts))
            reading.skipped.append(Skipped(number, shown(what), reason))
        else:
            used[number] = key, row
    return used


def _folded(name: object) -> str:
    return " ".join(str(name).casefold().split())


def _at(row: Sequence[Cell], at: int | None) -> Cell:
    return row[at] if at is not None and at < len(row) else Cell("")


def _are_running_numbers(sheet: CellSheet, columns: Columns) -> bool:
    """Whether the ids only count the rows; then names say more."""
    if columns.name is None or columns.id is None:
        return False
    ids = [_at(row, columns.id).text for row in sheet.rows[columns.head_row + 1 :]]
    return all(each.isdecimal() for each in ids if each)


def _kind(texts: Sequence[str]) -> FieldKind:
    """What a column holds that the game does not know yet."""
    said = [text for text in texts if not runs(text)]
    if not said:
        return "text"
    if all(map(is_number, said)):
        return "number"
    return "switch" if all(text.casefold() in (*YES[:2], *NO[:2]) for text in said) else "text"


def _add(reading: Reading, table: PieceTable, row: int, key: str, cells: Sequence[Cell]) -> None:
    """Read the cells of a row. A second row of a piece is another copy, if it says the same and no column counts
    copies."""
    piece = SheetPiece([row])
    name = _at(cells, reading.columns.name).text
    if name:
        piece.values[NAME] = " ".join(name.split())
    for at, column in reading.columns.fields.items():
        cell = _at(cells, at)
        piece.cells[column] = [cell]
        value, reason = _value(cell, reading.kinds[column], reading.ways.get(column, "point"))
        if value is not None and not table.is_open:
            if reading.kinds[column] in ("text", "switch"):
                continue
            if column not in table.pieces[key]:
                value, reason = None, message("this {piece} has no {column}", piece=word(table.piece), column=column)
        if reason:
            reading.skipped.append(Skipped(row, f"{shown(name or key)}, {reading.columns.head(at)}", reason))
        elif value is not None:
            piece.values[column] = value
    before = reading.pieces.get(key)
    if before is None:
        reading.pieces[key] = piece
        return
    if table.copies in reading.columns.fields.values() or before.values != piece.values:
        raise BadInput(
            message(
                "rows {first} and {second} are both the {piece} {key}",
                first=before.rows[0],
                second=row,
                piece=table.piece,
                key=key,
            ),
            source=reading.sheet.path,
            hint=message("give them different names, or ids in a column ID"),
        )
    before.rows.append(row)
    for column, others in piece.cells.items():
        before.cells[column] += others


def _value(cell: Cell, kind: FieldKind, way: Spelling) -> tuple[FieldValue | None, Text]:
    """What a cell says, or why it says nothing that can be used; neither if it is empty."""
    text = cell.text
    if cell.is_formula or text.startswith("="):
        return None, message("it holds a formula")
    if not text:
        return None, ""
    if kind == "text":
        return " ".join(text.split()), ""
    if kind == "switch":
        folded = text.casefold()
        if folded not in (*YES, *NO):
            return None, message("{text!r} is neither yes nor no", text=shown(text))
        return folded in YES, ""
    number = number_in(text, way)
    if number is None:
        return None, message("it holds a formula") if runs(text) else message(
            "{text!r} is not a number", text=shown(text)
        )
    if kind == "whole" and number != int(number):
        return None, message("{text!r} is not a whole number", text=shown(text))
    return (int(number) if kind == "whole" else number), ""


def _count_rows(reading: Reading, table: PieceTable) -> None:
    """In a sheet with a row for each copy, the rows of a piece are its copies."""
    if any(len(piece.rows) > 1 for piece in reading.pieces.values()):
        for key, piece in reading.pieces.items():
            if table.is_open or table.copies in table.pieces[key]:
                piece.values[table.copies] = len(piece.rows)


def _leave_out_without_copies(reading: Reading, table: PieceTable) -> None:
    reason = message("no copies; a sheet takes no {piece} out of this game", piece=word(table.piece))
    if table.is_open:
        reason = message("it has no copies")
    for key, piece in [*reading.pieces.items()]:
        if piece.values.get(table.copies) == 0:
            reading.without.append(key)
            del reading.pieces[key]
            reading.skipped.append(Skipped(piece.rows[0], shown(str(piece.values.get(NAME, key))), reason))
