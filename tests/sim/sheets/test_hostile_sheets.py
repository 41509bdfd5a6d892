"""Sheets, mapping files and records of strangers: one line, in bounded time and memory, and nothing runs."""

import json
import os
import re
from pathlib import Path
from time import monotonic

import pytest

from engine.errors import BadInput
from sim.sheets.pull import Pulled, pull
from sim.sheets.push import push
from tests.sim.sheets.hostile_books import book
from tests.support.card_sheets import card_game, cards_in

CARDS = '[cards.eel]\nname = "Eel"\npower = 1\n'
GOOD = "Name,Power\nEel,2\n"
FEW_SECONDS = 10


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.toml"
    path.write_text(CARDS)
    return path


def pulled(sheet: Path, file: Path, columns: Path | None = None) -> Pulled:
    return pull(card_game(file), sheet, "", columns, None, False)


def refused(sheet: Path, cards: Path, columns: Path | None = None) -> str:
    """The one line that a pull ends with; nothing was written, and it did not take long."""
    before, began = sorted(path.name for path in cards.parent.iterdir()), monotonic()
    with pytest.raises(BadInput) as error:
        pulled(sheet, cards, columns)
    assert monotonic() - began < FEW_SECONDS
    assert cards.read_text() == CARDS
    assert sorted(path.name for path in cards.parent.iterdir()) == before
    assert "\n" not in error.value.line
    return error.value.line


HOSTILE: dict[str, tuple[bytes, str]] = {
    "larger than any sheet": (b"Name\n" * 1_000_000, "expected at most 4,000,000 bytes, this file is larger"),
    "rows": (b"Name\n" + b"x\n" * 10_001, "expected at most 10,000 rows"),
    "empty rows": (b"Name\n" + b"\n" * 10_001, "expected at most 10,000 rows"),
    "columns": (b"Name" + b"," * 300, "row 1: expected at most 256 columns"),
    "cells": ((b"Name" + b"," * 250 + b"\n") * 1_100, "expected at most 250,000 cells"),
    "a long cell": (b"Name\n" + b"x" * 5_000, "row 2: expected at most 4,096 characters in a cell"),
    "quotation marks": (b'Name\n"' + b'""' * 1_900_000, "row 2: a quotation mark is never closed"),
    "open quotation marks": (b'Name\n"x' + b'\n"y' * 4_000, "row 2: text after a closing quotation mark"),
    "commas": (b"," * 3_900_000, "row 1: expected at most 256 columns"),
    "a null byte": (b"Name\nEel\0\n", "line 2 holds the control character 0x00: expected text"),
    "an escape": (b"Name\n\x1b]0;owned\x07\n", "line 2 holds the control character 0x1b: expected text"),
    "an odd byte": (b"\xff\xfeN\0a\0m\0e\0\n", "expected a CSV or TSV file in UTF-8"),
    "no text": (bytes(range(128, 256)), "expected a CSV or TSV file in UTF-8"),
    "cards": (b"Name\n" + b"".join(b"c%d\n" % at for at in range(2_000)), "expected at most 1,000 cards, not 2001"),
    "a million copies": (b"Name,Qty\nEel,1000000\n", "cards.eel.copies: expected an integer from 1 to 99"),
    "copies below none": (b"Name,Qty\nEel,-3\n", "cards.eel.copies: expected an integer from 1 to 99"),
    "a wide file": (
        b"Name," + b",".join(b"f%039d" % at for at in range(100)) + b"\n"
        + b"".join(b"c%d" % at + b",1" * 100 + b"\n" for at in range(900)),
        "its cards would fill more than 1,000,000 bytes",
    ),
}  # fmt: skip


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_sheet_of_a_stranger_is_one_line(kind: str, tmp_path: Path, cards: Path) -> None:
    raw, line = HOSTILE[kind]
    sheet = tmp_path / "sheet.csv"
    sheet.write_bytes(raw)
    assert line in refused(sheet, cards)


def test_a_gigabyte_is_not_read(tmp_path: Path, cards: Path) -> None:
    for name in ("sheet.csv", "sheet.xlsx"):
        sheet = tmp_path / name
        with sheet.open("wb") as file:
            file.truncate(1 << 30)
        assert "expected at most 4,000,000 bytes" in refused(sheet, cards)


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_only_files_are_read(ending: str, tmp_path: Path, cards: Path) -> None:
    (tmp_path / f"folder{ending}").mkdir()
    os.mkfifo(tmp_path / f"pipe{ending}")
    (tmp_path / f"zero{ending}").symlink_to("/dev/zero")
    (tmp_path / f"circle{ending}").symlink_to(f"circle{ending}")
    for name in ("folder", "pipe", "zero", "circle", "nothing", "a\0b", "x" * 300):
        assert refused(tmp_path / f"{name}{ending}", cards)
    assert "a spreadsheet: a file that ends in .csv, .tsv or .xlsx" in refused(tmp_path / "cards.ods", cards)


def test_the_file_of_the_cards_is_no_link(tmp_path: Path, cards: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(GOOD)
    elsewhere = tmp_path / "elsewhere.toml"
    elsewhere.write_text(CARDS)
    link = tmp_path / "link.toml"
    link.symlink_to("elsewhere.toml")
    with pytest.raises(BadInput, match="a link; expected a file"):
        pulled(sheet, link)
    (tmp_path / ".cards.pulled.toml").symlink_to("elsewhere.toml")
    (tmp_path / ".cards.toml.sheet.json.tmp").symlink_to("elsewhere.toml")
    pulled(sheet, cards)
    assert elsewhere.read_text() == CARDS
    assert cards_in(cards)["eel"]["power"] == 2


def test_names_and_texts_stay_texts(tmp_path: Path) -> None:
    """Whatever a cell holds, it becomes the text of one field: no other card, no other key, no path."""
    evil = ['"]\n[cards.evil]\nname = "x', "''' + 1", "../../x", "<script>alert(1)</script>", "{{ x }}", "\u202eabc"]
    rows = "".join('"{}",card-{}\n'.format(text.replace('"', '""'), at) for at, text in enumerate(evil))
    sheet, file = tmp_path / "sheet.csv", tmp_path / "cards.toml"
    sheet.write_text(f"Text,Name\n{rows}")
    pulled(sheet, file)
    assert [card["text"] for card in cards_in(file).values()] == [" ".join(text.split()) for text in evil]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.toml", "cards.toml.sheet.json", "sheet.csv"]


def test_heads_that_are_no_fields_are_left_out(tmp_path: Path) -> None:
    sheet, file = tmp_path / "sheet.csv", tmp_path / "cards.toml"
    sheet.write_text('Name,"a = 1\n[x]",__class__,成本,9lives,' + "x" * 50 + "\nEel,1,2,3,4,5\n")
    found = pulled(sheet, file)
    assert cards_in(file) == {"eel": {"name": "Eel", "a_1_x": 1, "class": 2}}
    assert [note.partition(" is ")[0] for note in found.notes] == ["column 成本", "column 9lives", "column " + "x" * 50]


RECORDS: dict[str, tuple[object, str]] = {
    "no JSON": ("{", "not valid JSON"),
    "no table": ([], "expected"),
    "another format": ({"format": 2, "sheets": {}}, "format: expected less than or equal to 1, not 2"),
    "another key": ({"format": 1, "sheets": {}, "run": "rm"}, "run: Extra inputs are not permitted"),
    "no hash": (
        {"format": 1, "sheets": {"a": {"sha256": "x", "columns": {}, "worksheet": "", "values": {}}}},
        "sha256",
    ),
    "deep": ("[" * 100_000, "not valid JSON"),
    "large": (" " * 16_000_001, "expected at most 16,000,000 bytes"),
}


@pytest.mark.parametrize("kind", RECORDS)
def test_a_record_that_was_tampered_with_is_refused(kind: str, tmp_path: Path, cards: Path) -> None:
    data, line = RECORDS[kind]
    sheet, record = tmp_path / "sheet.csv", tmp_path / "cards.toml.sheet.json"
    sheet.write_text(GOOD)
    record.write_text(data if isinstance(data, str) else json.dumps(data))
    told = refused(sheet, cards)
    assert line in told
    assert "remove it, and pull the sheet again" in told
    with pytest.raises(BadInput, match=re.escape(record.name)):
        push(card_game(cards), sheet, "", None)


def test_a_record_that_lies_writes_no_cell_that_is_no_number(tmp_path: Path, cards: Path) -> None:
    """Another column under the name of the numbers: what it says is no number, so it stays."""
    sheet, record = tmp_path / "sheet.csv", tmp_path / "cards.toml.sheet.json"
    sheet.write_text("Name,Power,Text\nEel,2,=1+1\n")
    pulled(sheet, cards)
    data = json.loads(record.read_text())
    data["sheets"]["sheet.csv"] |= {"columns": {"Text": "power", "Power": ""}}
    record.write_text(json.dumps(data))
    cards.write_text(cards.read_text().replace("power = 2", "power = 3"))
    found = push(card_game(cards), sheet, "", None)
    assert list(map(str, found.skipped)) == ["row 2, Eel, Text: it holds a formula; 3 is not written"]
    assert sheet.read_text() == "Name,Power,Text\nEel,2,=1+1\n"
    data["sheets"]["sheet.csv"] |= {"columns": {"Nothing": "power"}}
    record.write_text(json.dumps(data))
    with pytest.raises(BadInput, match="unknown column 'Nothing'"):
        push(card_game(cards), sheet, "", None)


def test_what_is_no_workbook_is_one_line(tmp_path: Path, cards: Path) -> None:
    sheet = tmp_path / "sheet.xlsx"
    sheet.write_text(GOOD)
    assert "not an .xlsx file" in refused(sheet, cards)
    whole = book({})
    for end in range(0, len(whole), 200):
        sheet.write_bytes(whole[:end])
        assert refused(sheet, cards)


def test_a_file_of_cards_that_cannot_be_edited_is_one_line(tmp_path: Path, cards: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(GOOD)
    cards.write_text('cards = { eel = { name = "Eel", power = 1 } }\n')
    pulled(sheet, cards)
    assert cards.read_text() == 'cards = { eel = { name = "Eel", power = 2 } }\n'
    cards.write_text('cards.eel.name = "Eel"\ncards.eel.power = 1\n')
    (tmp_path / "cards.toml.sheet.json").unlink()
    pulled(sheet, cards)
    assert cards_in(cards) == {"eel": {"name": "Eel", "power": 2}}
