"""Sheets of .xlsx files, which are only read. No formula is computed: a cell shows the value that was saved with it."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from engine.configs import read_bounded, unknown_word
from engine.errors import BadInput, first_line, message
from sim.sheets.cells import MOST_BYTES, MOST_COLUMNS, Cell, CellSheet, check_size
from sim.sheets.columns import shown
from sim.sheets.parts import MOST_FILES, UNREADABLE, Attributes, Parts, Tag

EMPTY = Cell("")
MOST_FORMATS = 100_000
DATES, SPAN = {*map(str, range(14, 23)), "45", "46", "47"}, "46"
"""Formats that every workbook has, by their numbers: of dates and times, and that of a span of time."""
HOW_LONG = re.compile(r"\[(hh?|mm?|ss?)\]", re.IGNORECASE)
MILLISECONDS = 24 * 60 * 60 * 1000
NO_LETTERS_OF_DATES = re.compile(r'"[^"]*"|\[(?!(?:hh?|mm?|ss?)\])[^\[\]]*\]')
"""Text in a format, and its colours and languages."""


def read_workbook(path: Path, worksheet: str) -> CellSheet:
    """The cells of one sheet of a workbook: the one of this name, or the first."""
    raw = read_bounded(path, MOST_BYTES)
    try:
        parts = Parts(path, raw)
    except UNREADABLE as error:
        raise BadInput(
            message("not an .xlsx file ({reason})", reason=shown(first_line(error)) or type(error).__name__),
            source=path,
        ) from None
    try:
        rows = _Book(path, parts).rows(worksheet)
    except UNREADABLE as error:
        raise BadInput(
            message(
                "cannot be read as an .xlsx file ({reason})", reason=shown(first_line(error)) or type(error).__name__
            ),
            source=path,
        ) from None
    return CellSheet(path, raw, rows)


class _Book:
    """A workbook: which sheets it has, and what they share."""

    def __init__(self, path: Path, parts: Parts) -> None:
        self.path, self._parts = path, parts
        self.epoch = datetime(1899, 12, 30)
        """The day that numbers of dates are counted from."""
        self.texts: list[str] = []
        """What several cells show."""
        self.dates: set[str] = set()
        """Styles of cells that show dates or times, by their place."""
        self.spans: set[str] = set()
        """Those that show how long something takes."""
        self._sheets: list[tuple[str, str]] = []
        self._formats: dict[str, tuple[bool, bool]] = {}
        """Whether a format of its own shows a date or a time, and whether a span."""
        self._styles = 0

    def rows(self, worksheet: str) -> Sequence[Sequence[Cell]]:
        """The rows of one sheet: the one of this name, or the first."""
        book = next(name for kind, name in self._parts.related("").values() if kind == "officeDocument")
        sheet = Tag(begins=self._begin_sheet)
        self._parts.read(
            book, {"workbook": Tag({"workbookPr": Tag(begins=self._settings), "sheets": Tag({"sheet": sheet})})}
        )
        related = self._parts.related(book)
        kept = {name: related.get(there, ("", "")) for name, there in self._sheets}
        parts = {name: part for name, (kind, part) in kept.items() if kind == "worksheet" and part in self._parts.names}
        if worksheet and worksheet not in parts:
            raise unknown_word("worksheet", shown(worksheet), map(shown, parts), source=self.path)
        if not parts:
            raise BadInput(source=self.path, expected=message("a workbook with a sheet"))
        for kind, part in related.values():
            if kind == "sharedStrings":
                kept_text = _InlineText(self._end_text)
                self._parts.read(part, {"sst": Tag({"si": kept_text.tag})})
            elif kind == "styles":
                formats, styles = Tag({"numFmt": Tag(begins=self._format)}), Tag({"xf": Tag(begins=self._style)})
                self._parts.read(part, {"styleSheet": Tag({"numFmts": formats, "cellXfs": styles})})
        read = _Sheet(self)
        self._parts.read(parts[worksheet or next(iter(parts))], read.wanted)
        return read.rows

    def _settings(self, said: Attributes) -> None:
        if said.get("date1904") in ("1", "true"):
            self.epoch = datetime(1904, 1, 1)

    def _begin_sheet(self, said: Attributes) -> None:
        self._parts.check(len(self._sheets), MOST_FILES, message("at most {most:,} worksheets"))
        self._sheets.append((said["name"], next((value for key, value in said.items() if key.endswith(":id")), "")))

    def _end_text(self, text: str) -> None:
        self.texts.append(text.replace("x005F_", ""))

    def _format(self, said: Attributes) -> None:
        self._parts.check(len(self._formats), MOST_FORMATS, message("at most {most:,} formats"))
        code = said.get("formatCode", "").partition(";")[0]
        self._formats[said["numFmtId"]] = _shows_time(code), HOW_LONG.search(code) is not None

    def _style(self, said: Attributes) -> None:
        self._parts.check(self._styles, MOST_FORMATS, message("at most {most:,} formats"))
        number, place = said.get("numFmtId", "0"), str(self._styles)
        is_date, is_span = self._formats.get(number, (number in DATES, number == SPAN))
        if is_date:
            self.dates.add(place)
        if is_span:
            self.spans.add(place)
        self._styles += 1


class _InlineText:
    """The text of a cell, or of many: plain or in pieces, without how it is pronounced."""

    def __init__(self, end: Callable[[str], None]) -> None:
        self._pieces: list[str] = []
        self._end = end
        piece = Tag(ends=self._pieces.append)
        self.tag = Tag({"t": piece, "r": Tag({"t": piece})}, None, self._whole)

    def _whole(self, _: str) -> None:
        self._end("".join(self._pieces))
        self._pieces.clear()


class _Sheet:
    """The rows of a sheet, as they are read."""

    def __init__(self, book: _Book) -> None:
        self._book = book
        self.rows: list[list[Cell]] = []
        self._number = self._column = self._cells = 0
        self._row: dict[int, Cell] = {}
        self._said: Attributes = {}
        self._columns: dict[str, int] = {}
        self._begin_cell({})
        inside = {
            "v": Tag(ends=self._end_value),
            "f": Tag(ends=self._end_formula),
            "is": _InlineText(self._end_inline).tag,
        }
        cell = Tag(inside, self._begin_cell, self._end_cell)
        row = Tag({"c": cell}, self._begin_row, self._end_row)
        self.wanted = {"worksheet": Tag({"sheetData": Tag({"row": row})})}

    def _begin_row(self, said: Attributes) -> None:
        self._number = int(float(said["r"])) if "r" in said else self._number + 1
        self._column = 0
        self._row.clear()

    def _begin_cell(self, said: Attributes) -> None:
        self._said = said
        self._value = self._inline = ""
        self._is_formula = False

    def _end_value(self, text: str) -> None:
        self._value = text

    def _end_formula(self, text: str) -> None:
        self._is_formula = True

    def _end_inline(self, text: str) -> None:
        self._inline = text

    def _end_cell(self, _: str) -> None:
        place = self._said.get("r")
        self._column = self._column + 1 if place is None else self._column_of(place)
        if self._column > MOST_COLUMNS:
            check_size(self._book.path, max(self._number, 1), self._column, 0, 0)
        kind = self._said.get("t", "n")
        text = self._inline if kind == "inlineStr" else self._value
        if not text:
            if self._is_formula:
                self._row[self._column] = Cell("", is_formula=True)
            return
        check_size(self._book.path, max(self._number, 1), 0, len(text), 0)  # before more is made of it
        self._row[self._column] = Cell(self._shown(kind, text).strip())

    def _end_row(self, _: str) -> None:
        if not self._row:
            return
        filled = [column for column, cell in self._row.items() if cell.text or cell.is_formula]
        if not filled or self._number <= len(self.rows):  # formats often go on below the last row
            return
        width = max(filled)
        self._cells += width
        longest = max(len(self._row[column].text) for column in filled)
        check_size(self._book.path, self._number, width, longest, self._cells)
        self.rows += ([] for _ in range(self._number - 1 - len(self.rows)))
        self.rows.append([self._row.get(column, EMPTY) for column in range(1, width + 1)])

    def _column_of(self, place: str) -> int:
        """The column of a cell that is called AB12."""
        letters = place.rstrip("0123456789")
        if letters not in self._columns:
            if re.fullmatch("[A-Za-z]{1,3}", letters) is None:
                raise ValueError(place)
            self._columns[letters] = sum(26**at * (ord(each) - 64) for at, each in enumerate(reversed(letters.upper())))
        return self._columns[letters]

    def _shown(self, kind: str, text: str) -> str:
        """A value as a text sheet would show it."""
        if kind == "s":
            if not text.isdecimal():
                raise ValueError(text)
            return self._book.texts[int(text)]
        if kind == "b":
            return "true" if int(text) else "false"
        if kind == "d":
            return str(datetime.fromisoformat(text))
        if kind != "n":
            return text
        number = float(text) if any(each in text for each in ".eE") else int(text)
        if (style := self._said.get("s", "0")) in self._book.dates:
            return self._time(number, style in self._book.spans)
        return str(int(number)) if abs(number) < 1e15 and number == int(number) else str(number)

    def _time(self, number: float, is_span: bool) -> str:
        """A number of days as a date, as a time of the day, or as a span."""
        try:
            if is_span:
                return str(timedelta(milliseconds=round(number * MILLISECONDS)))
            days, part = divmod(number, 1)
            within = timedelta(milliseconds=round(part * MILLISECONDS))
            if 0 <= number < 1 and not within.days:
                return str((self._book.epoch + within).time())
            if 0 < number < 60 and self._book.epoch.year < 1900:
                days += 1  # as if 1900 had had a 29th of February
            return str(self._book.epoch + timedelta(days=days) + within)
        except (OverflowError, ValueError):
            return "#VALUE!"


def _shows_time(code: str) -> bool:
    """Whether a format shows a date or a time, by its letters."""
    return re.search(r"(?<![_\\])[dmhysDMHYS]", NO_LETTERS_OF_DATES.sub("", code)) is not None
