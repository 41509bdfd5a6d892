"""Workbooks: what a spreadsheet program writes is read; what a stranger made is one line, soon."""

from datetime import datetime, time, timedelta
from pathlib import Path
from time import process_time

import openpyxl
import pytest
from openpyxl.styles import Font, PatternFill

from engine.errors import BadInput
from sim.sheets.pull import pull
from sim.sheets.workbook import read_workbook
from tests.sim.sheets.hostile_books import EEL, HEAD, MAIN, METHODS, SECONDS, SHAPES, SHEET, Contents, book, sheet
from tests.support.card_sheets import card_game, cards_in


def shown(path: Path, worksheet: str = "") -> list[list[str]]:
    return [[cell.text for cell in row] for row in read_workbook(path, worksheet).rows]


def saved(path: Path, contents: bytes) -> Path:
    path.write_bytes(contents)
    return path


def test_a_workbook_is_read(tmp_path: Path) -> None:
    file, sheet = tmp_path / "cards.toml", tmp_path / "cards.xlsx"
    made = openpyxl.Workbook()
    made.active.title = "Cards"
    for row in (["My game"], [], ["Name", "Qty", "Power", "Rare"], ["Eel", 2.0, 1.5, True], ["Ray", 1, "=C2*2", False]):
        made.active.append(row)
    made.save(sheet)
    found = pull(card_game(file), sheet, "", None, None, False)
    assert cards_in(file) == {
        "eel": {"name": "Eel", "power": 1.5, "copies": 2, "rare": True},
        "ray": {"name": "Ray", "copies": 1, "rare": False},
    }
    assert list(map(str, found.reading.skipped)) == ["row 5, Ray, Power: it holds a formula"]
    assert not pull(card_game(file), sheet, "", None, None, False).found
    mapping = tmp_path / "columns.toml"
    mapping.write_text('worksheet = "Drafts"\n')
    with pytest.raises(BadInput, match=r"unknown worksheet 'Drafts': expected one of Cards"):
        pull(card_game(file), sheet, "", mapping, None, False)


@pytest.mark.parametrize("rows", [40, pytest.param(9_998, marks=pytest.mark.full)])
def test_formats_merged_heads_dates_and_a_second_sheet_change_nothing(rows: int, tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    cards = made.active
    cards.append(["My game"])
    cards.merge_cells("A1:J1")
    cards.append(["Name", "Qty", "Power", "When", "Time", "Span", "Share", "Money", "Rare", "Twice"])
    wanted = []
    for at in range(1, rows + 1):
        day, hour, span = datetime(2026, 1, 1) + timedelta(hours=at), time(at % 24, 5, 7), timedelta(hours=1.5 * at)
        cards.append([f"Card {at} & <é>", at, at + 0.5, day, hour, span, 0.25, 3.5, bool(at % 2), "=B2*2"])
        cards.cell(at + 2, 3).number_format = "[Red]0.0;[Blue]-0.0"
        cards.cell(at + 2, 4).number_format = "yyyy-mm-dd" if at % 7 else "[$-409]d. mmm"
        cards.cell(at + 2, 8).number_format = '[$EUR ]#,##0.00_-"days"'
        for column in range(11, 41):  # that is formatted, and empty
            cards.cell(at + 2, column).fill = PatternFill("solid", fgColor="FFEE00")
        texts = [f"Card {at} & <é>", f"{at}", f"{at + 0.5}", f"{day}", f"{hour}", f"{span}", "0.25", "3.5"]
        wanted.append([*texts, "true" if at % 2 else "false", ""])
    for cell in cards[2]:
        cell.font = Font(bold=True)
    made.create_sheet("Second")["B2"] = 5
    path = tmp_path / "cards.xlsx"
    made.save(path)
    assert shown(path)[2:] == wanted
    assert read_workbook(path, "").rows[2][9].is_formula
    assert shown(path, "Second") == [[], ["", "5"]]


def test_what_other_programs_write_is_read(tmp_path: Path) -> None:
    """A prefix before each tag, shared texts in pieces with their sound, saved values of formulas, days from 1904."""
    cells = (
        '<c r="B3" t="s"><v>0</v></c><c r="D3" t="str"><f>B3</f><v>Ee</v></c><c r="E3" t="e"><v>#N/A</v></c>'
        '<c r="F3" s="1"><v>1.5</v></c><c r="G3" s="2"><v>1e300</v></c><c r="H3" s="9"><v>1E3</v></c>'
    )
    formats = '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs>'
    contents: Contents = {
        SHEET: sheet(f'<row r="3">{cells}</row>')
        .replace("<", "<x:")
        .replace("<x:/", "</x:")
        .replace("xmlns=", "xmlns:x="),
        "xl/sharedStrings.xml": f"<sst {MAIN}><si><r><t>E</t></r><r><t>el</t></r><rPh><t>il</t></rPh></si></sst>",
        "xl/styles.xml": f"<styleSheet {MAIN}>{formats}</styleSheet>",
    }
    path = saved(tmp_path / "cards.xlsx", book(contents))
    assert shown(path) == [[], [], ["", "Eel", "", "Ee", "#N/A", "1900-01-01 12:00:00", "#VALUE!", "1000"]]
    days = '<workbookPr date1904="1"/><sheets><sheet name="a" r:id="r0"/></sheets>'
    contents["xl/workbook.xml"] = f'<workbook {MAIN} xmlns:r="r">{days}</workbook>'
    assert shown(saved(path, book(contents)))[2][5] == "1904-01-02 12:00:00"


def test_what_nobody_reads_may_be_large(tmp_path: Path) -> None:
    picture = book({"xl/media/a.png": bytes(30_000_000), "docProps/a.xml": "<!DOCTYPE a>"})
    assert shown(saved(tmp_path / "cards.xlsx", picture)) == [["Name", "Power"], ["Eel", "2"]]
    below = book({SHEET: sheet(f'{HEAD}{EEL}<row r="1048576"><c s="1"/></row>')})
    assert len(shown(saved(tmp_path / "cards.xlsx", below))) == 2


LINES = {
    "a far row": "expected at most 10,000 rows",
    "a far column": "row 3: expected at most 256 columns",
    "empty cells in a row": "row 3: expected at most 256 columns",
    "empty cells in rows": "expected at most 1,000,000 XML tags",
    "tags within tags": "expected at most 100 XML tags within each other",
    "zeros in the sheet": "expected at most 24,000,000 bytes when it is unpacked",
    "entities elsewhere": "its XML defines entities of its own",
    "files": "expected at most 1,000 files inside",
    "no book": "expected a workbook with a sheet",
    "a tag without end": "expected at most 262,144 bytes in an XML tag",
    "styles": "expected at most 100,000 formats",
    "named sheets": "expected at most 1,000 worksheets",
    "empty rows": "expected at most 1,000,000 XML tags",
    "names of tags": "expected at most 10,000 different names of XML tags",
    "a text before the first": "cannot be read as an .xlsx file (-3)",
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("shape", [*LINES, *(name for name in SHAPES if name not in LINES)])
def test_a_workbook_of_a_stranger_is_one_line(shape: str, tmp_path: Path) -> None:
    made: Contents = {SHEET: sheet(HEAD) + " " * 24_000_000} if shape == "zeros in the sheet" else SHAPES[shape](3)
    path = saved(tmp_path / "sheet.xlsx", book(made))
    began, line = process_time(), ""
    try:
        read_workbook(path, "")
    except BadInput as error:
        line = error.line
    assert process_time() - began < SECONDS
    assert "\n" not in line
    assert line.endswith(LINES.get(shape, line))


@pytest.mark.parametrize("way", METHODS)
def test_a_workbook_is_packed_as_workbooks_are(way: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot be read as an \.xlsx file"):
        read_workbook(saved(tmp_path / "sheet.xlsx", book({}, METHODS[way])), "")
