"""From the cards back into the cells: only the numbers that changed, and nothing else."""

import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from engine.errors import BadInput
from sim.sheets.pull import pull
from sim.sheets.push import Pushed, push
from tests.support.card_sheets import SHAPES, card_game, cards_in


def pulled(sheet: Path, file: Path) -> None:
    pull(card_game(file), sheet, "", None, None, False)


def pushed(sheet: Path, file: Path) -> Pushed:
    return push(card_game(file), sheet, "", None)


def changed(file: Path, card: str, field: str, value: float) -> None:
    """Write another number into the file, as a person would."""
    pattern = rf"(\[cards\.{card}\](?:\n(?!\[)[^\n]*)*?\n{field} = )[^\n]+"
    text, count = re.subn(pattern, lambda found: f"{found[1]}{value}", file.read_text())
    assert count == 1
    file.write_text(text)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cards.toml"


@pytest.mark.parametrize(
    ("shape", "card", "field", "value", "old", "new"),
    [
        ("squib", "thief", "level", 12, "Thief,2,1,", "Thief,2,12,"),
        ("squib", "thief", "level", 1.5, "Thief,2,1,", "Thief,2,1.5,"),
        ("squib, one row for each copy", "thief", "cost", 4, "Thief\t1", "Thief\t4"),
        ("nandeck", "rauber", "cost", 0.5, "Räuber;12;", "Räuber;0,5;"),
        ("excel, in German", "drache", "gold", 1300, "1.250", "1300"),
        ("excel, in German", "zwerg", "gewicht", 1.125, "0,75", "1,1250"),
        ("dextrous", "sea-witch", "copies", 5, "3,Sea", "5,Sea"),
        ("cider", "ice-wall", "cost", -3, "Back,3,true", "Back,-3,true"),
        ("cardmaker", "siani", "override_title_width", 210, ",200", ",210"),
        ("google sheets, in UTF-16", "harbour", "vp", 30, "4\t3", "4\t30"),
    ],
)
def test_no_other_byte_changes(
    shape: str, card: str, field: str, value: float, old: str, new: str, tmp_path: Path, file: Path
) -> None:
    name, raw = SHAPES[shape]
    encoding = "cp1252" if shape == "nandeck" else "utf-16-le" if "UTF-16" in shape else "utf-8"
    sheet = tmp_path / name
    sheet.write_bytes(raw)
    pulled(sheet, file)
    changed(file, card, field, value)
    cards = cards_in(file)
    found = pushed(sheet, file)
    assert [(each.piece, each.field, each.after) for each in found.written] == [(card, field, value)]
    assert sheet.read_bytes() == raw.replace(old.encode(encoding), new.encode(encoding))
    pulled(sheet, file)
    assert cards_in(file) == cards


def test_an_empty_cell_is_filled_only_if_the_card_changed(tmp_path: Path, file: Path) -> None:
    sheet = tmp_path / "cards.csv"
    file.write_text('[cards.eel]\nname = "Eel"\npower = 3\n')
    sheet.write_text("Name,Power,Qty\nEel,,2\nRay,1,1\n")
    pulled(sheet, file)
    assert pushed(sheet, file).written == []
    changed(file, "eel", "power", 4)
    assert [each.after for each in pushed(sheet, file).written] == [4]
    assert sheet.read_text() == "Name,Power,Qty\nEel,4,2\nRay,1,1\n"


def test_what_cannot_be_written_is_listed(tmp_path: Path, file: Path) -> None:
    file.write_text(
        "".join(f'[cards.{key}]\nname = "{key}"\npower = 1\nnote = "x"\n\n' for key in ("eel", "ray", "crab", "cod"))
    )
    sheet = tmp_path / "cards.csv"
    raw = "Name,Power,Note\neel,=A2*2,x\nray,+A1,x\ncrab,lots,x\ncod\n"
    sheet.write_text(raw)
    pulled(sheet, file)
    for key in ("eel", "ray", "crab", "cod"):
        changed(file, key, "power", 7)
    file.write_text(file.read_text().replace('note = "x"', 'note = "y"', 1) + '\n[cards.new]\nname = "new"\n')
    found = pushed(sheet, file)
    assert list(map(str, found.skipped)) == [
        "row 2, eel, Power: it holds a formula; 7 is not written",
        "row 2, eel, Note: only numbers are written; 'y' is not written",
        "row 3, ray, Power: it holds a formula; 7 is not written",
        "row 4, crab, Power: 'lots' is not a number; 7 is not written",
        "row 5, cod, Power: the row ends before this column; 7 is not written",
    ]
    assert found.notes == ["no row in the sheet: new"]
    assert sheet.read_text() == raw


def test_copies_that_are_rows_are_not_written(tmp_path: Path, file: Path) -> None:
    name, raw = SHAPES["squib, one row for each copy"]
    sheet = tmp_path / name
    sheet.write_bytes(raw)
    pulled(sheet, file)
    changed(file, "thief", "copies", 3)
    assert list(map(str, pushed(sheet, file).skipped)) == [
        "row 2, Thief, copies: the sheet has a row for each copy; 3 is not written"
    ]
    assert sheet.read_bytes() == raw


def test_a_sheet_that_changed_is_not_written(tmp_path: Path, file: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text("Name,Power\nEel,1\n")
    with pytest.raises(BadInput, match=r"never pulled into .*cards.toml; fatecast cards pull reads it"):
        pushed(sheet, file)
    pulled(sheet, file)
    changed(file, "eel", "power", 2)
    sheet.write_text("Name,Power\nEel,1\n\n")
    with pytest.raises(BadInput, match="changed since it was pulled; nothing is written; fatecast cards pull"):
        pushed(sheet, file)
    assert sheet.read_text() == "Name,Power\nEel,1\n\n"


def test_a_push_that_would_be_read_otherwise_is_refused(tmp_path: Path, file: Path) -> None:
    """0,5 says that commas begin fractions. Without it, 1,234 would be a thousand and more."""
    sheet = tmp_path / "cards.csv"
    raw = 'Name,Power\nEel,"0,5"\nRay,"1,234"\n'
    sheet.write_text(raw)
    pulled(sheet, file)
    assert cards_in(file)["ray"]["power"] == 1.234
    changed(file, "eel", "power", 2)
    with pytest.raises(BadInput, match=r"after this push, power of ray could be read in another way than 1\.234"):
        pushed(sheet, file)
    assert sheet.read_text() == raw


def test_workbooks_and_links_are_not_written(tmp_path: Path, file: Path) -> None:
    with pytest.raises(BadInput, match=r"fatecast only reads \.xlsx files; save the sheet as CSV"):
        pushed(tmp_path / "cards.xlsx", file)
    sheet = tmp_path / "cards.csv"
    (tmp_path / "real.csv").write_text("Name,Power\nEel,1\n")
    sheet.symlink_to("real.csv")
    pulled(sheet, file)
    changed(file, "eel", "power", 2)
    with pytest.raises(BadInput, match="a link; expected a file"):
        pushed(sheet, file)
    assert sheet.is_symlink()


def test_the_rights_of_the_sheet_stay(tmp_path: Path, file: Path) -> None:
    sheet = tmp_path / "cards.csv"
    sheet.write_text("Name,Power\nEel,1\n")
    sheet.chmod(0o640)
    pulled(sheet, file)
    changed(file, "eel", "power", 2)
    pushed(sheet, file)
    assert sheet.stat().st_mode & 0o777 == 0o640


NUMBERS = st.one_of(
    st.integers(-(10**12), 10**12),
    st.decimals(-1000, 1000, places=3).map(float),
    st.floats(-1e6, 1e6, allow_nan=False).filter(lambda each: each == 0 or abs(each) > 1e-4),
)
NAMES = ["Eel", "Ray, the “flat”", "Old\nSalt", ' "Q" ', "Größe"]


def spelt(number: float, mark: str) -> str:
    plain = f"{number:d}" if isinstance(number, int) else f"{number:.17f}".rstrip("0")
    plain = f"{plain}0" if plain.endswith(".") else plain
    return plain.replace(".", mark)


class Made(NamedTuple):
    """A sheet, and what is in it."""

    raw: bytes
    encoding: str
    around: str
    """The text with a mark in the place of every cell with a number."""
    rows: list[dict[str, float]]
    """The numbers, by row and column."""
    others: list[dict[str, float]]
    """What they are changed to."""


PLACE = "\ue000"
NUMBER = r' ?"?[-+]?[0-9]+(?:[.,][0-9]+)?"?'


@st.composite
def sheets(draw: st.DrawFn) -> Made:
    mark, separator = draw(st.sampled_from([".", ","])), draw(st.sampled_from([",", ";", "\t", "|"]))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    fields = ["power", "cost"][: draw(st.integers(1, 2))]
    rows = [{field: draw(NUMBERS) for field in fields} for _ in range(draw(st.integers(1, len(NAMES))))]
    others = [{field: draw(st.one_of(st.just(value), NUMBERS)) for field, value in row.items()} for row in rows]

    def cell(text: str) -> str:
        if not {separator, '"', "\n", "\r"}.isdisjoint(text) or draw(st.booleans()):
            doubled = text.replace('"', '""')
            return f'"{doubled}"'
        return f"{draw(st.sampled_from(['', ' ']))}{text}" if text.strip() else text

    head = [cell(text) for text in ("Name", "Note", *fields)]
    texts = [
        [cell(name), cell(draw(st.sampled_from(["", "a, b; c", "+1 card", "x|y"])))] for name in NAMES[: len(rows)]
    ]
    numbers = [[cell(spelt(row[field], mark)) for field in fields] for row in rows]
    encoding = draw(st.sampled_from(["utf-8", "utf-16-le", "utf-16-be"]))
    first = "\ufeff" if encoding != "utf-8" or draw(st.booleans()) else ""
    last = draw(st.sampled_from(["", end, end * 3]))

    def whole(cells: list[list[str]]) -> str:
        lines = [head, *([*text, *number] for text, number in zip(texts, cells, strict=True))]
        return first + end.join(map(separator.join, lines)) + last

    around = whole([[PLACE] * len(fields) for _ in rows])
    return Made(whole(numbers).encode(encoding), encoding, around, rows, others)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=sheets())
def test_pull_push_pull_loses_nothing(made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # it takes most of the time
    raw, rows, others = made.raw, made.rows, made.others
    sheet, file = tmp_path / "cards.csv", tmp_path / "cards.toml"
    for left in tmp_path.iterdir():
        left.unlink()
    sheet.write_bytes(raw)
    pulled(sheet, file)
    cards = list(cards_in(file).values())
    doubtful = [{field: card[field] for field in row} != row for card, row in zip(cards, rows, strict=True)]
    if any(doubtful):  # 1.234 or 1,234, and nothing says which
        event("in doubt")
        return
    for card, row in zip(cards_in(file), others, strict=True):
        for field, value in row.items():
            changed(file, card, field, value)
    cards = list(cards_in(file).values())
    try:
        found = pushed(sheet, file)
    except BadInput as error:
        if "could be read in another way" not in error.line or sheet.read_bytes() != raw:
            raise
        event("refused")
        return
    assert found.skipped == []
    pulled(sheet, file)
    assert list(cards_in(file).values()) == cards
    assert [{field: card[field] for field in row} for card, row in zip(cards, others, strict=True)] == others
    assert re.fullmatch(re.escape(made.around).replace(PLACE, NUMBER), sheet.read_bytes().decode(made.encoding))
    if rows == others:
        assert sheet.read_bytes() == raw
