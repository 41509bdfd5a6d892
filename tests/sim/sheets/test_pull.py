"""From a spreadsheet into the cards: shapes of public sheets, what changed, what is skipped and why."""

import json
from pathlib import Path

import pytest

from engine.errors import BadInput
from sim.sheets.pull import Pulled, changes_in, pull
from tests.support.card_sheets import SHAPES, card_game, cards_in

EXPECTED: dict[str, dict[str, dict[str, object]]] = {
    "squib": {
        "thief": {"name": "Thief", "copies": 2, "level": 1, "description": "Steal a coin. Then hide, quickly."},
        "mastermind": {"name": "Mastermind", "copies": 1, "level": 3, "description": 'Say "now".'},
    },
    "squib, one row for each copy": {
        "thief": {"name": "Thief", "cost": 1, "copies": 2},
        "mastermind": {"name": "Mastermind", "cost": 3, "copies": 1},
    },
    "nandeck": {
        "dieb": {"name": "Dieb", "copies": 2, "cost": 1.5, "text": "Größe zählt"},
        "rauber": {"name": "Räuber", "copies": 1, "cost": 12},
    },
    "excel, in German": {
        "drache": {"name": "Drache", "copies": 1, "gold": 1250, "gewicht": 2.5},
        "zwerg": {"name": "Zwerg", "copies": 3, "gold": 20, "gewicht": 0.75},
    },
    "dextrous": {
        "sea-witch": {
            "name": "Sea Witch",
            "copies": 3,
            "power": 4,
            "power_style": "color: red",
            "art": "https://example.org/witch.png",
        },
        "old-salt": {"name": "Old Salt", "copies": 1, "power": 2, "art": "https://example.org/salt.png"},
    },
    "cider": {
        "fire-bolt": {
            "name": "Fire Bolt",
            "copies": 4,
            "front_template": "Spell",
            "back_template": "Back",
            "cost": 2,
            "rare": False,
        },
        "ice-wall": {
            "name": "Ice Wall",
            "copies": 2,
            "front_template": "Spell",
            "back_template": "Back",
            "cost": 3,
            "rare": True,
        },
    },
    "cardmaker": {
        "siani": {
            "name": "Siani",
            "copies": 1,
            "image": "che.png",
            "skill1": "T",
            "skill1value": 3,
            "ability": "Ranged: +1 on all rolls @[opt]",
            "override_title_width": 200,
        },
        "borin": {"name": "Borin", "copies": 2, "image": "bor.png", "skill1": "B", "skill1value": 4},
    },
    "google sheets, in UTF-16": {
        "garden": {"name": "Garden", "copies": 8, "vp": 1},
        "harbour": {"name": "Harbour", "copies": 4, "vp": 3},
    },
}

CARDS = """# The sea.

[cards.kraken]   # from the deep
name = "Kraken"
copies = 2
power = 3   # was 4

# slippery
[cards.eel]
name = "Eel"
copies = 1
power = 1
"""


def pulled(sheet: Path, file: Path, columns: Path | None = None, is_whole: bool = False) -> Pulled:
    return pull(card_game(file), sheet, "", columns, None, is_whole)


def written(folder: Path, text: str | bytes, name: str = "sheet.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    path = tmp_path / "cards.toml"
    path.write_text(CARDS)
    return path


@pytest.mark.parametrize("shape", SHAPES)
def test_public_sheets_are_pulled_as_they_are(shape: str, tmp_path: Path) -> None:
    name, raw = SHAPES[shape]
    sheet, file = written(tmp_path, raw, name), tmp_path / "cards.toml"
    found = pulled(sheet, file)
    assert cards_in(file) == EXPECTED[shape]
    assert [*found.found.added] == [*EXPECTED[shape]]
    assert sheet.read_bytes() == raw
    again = pulled(sheet, file)
    assert not again.found
    assert again.found.waiting == []


def test_what_is_not_used_is_listed_with_the_reason(tmp_path: Path) -> None:
    name, raw = SHAPES["cardmaker"]
    found = pulled(written(tmp_path, raw, name), tmp_path / "cards.toml")
    assert list(map(str, found.reading.skipped)) == ["row 3, # the others are drafts: a comment"]
    sheet = "Name,Qty,Power\nKraken,2,50%\n,1,3\nEel,1,=B2*2\n龍,1,1\nRay,0,1\nCrab,1,2\n"
    found = pulled(written(tmp_path, sheet), tmp_path / "other.toml")
    assert list(map(str, found.reading.skipped)) == [
        "row 3, 1: it has no name",
        "row 5, 龍: no id can be made of its name: give it one, in a column ID",
        "row 4, Eel, Power: it holds a formula",
        "row 6, Ray: it has no copies",
    ]
    assert cards_in(tmp_path / "other.toml") == {
        "kraken": {"name": "Kraken", "copies": 2, "power": "50%"},
        "eel": {"name": "Eel", "copies": 1},
        "crab": {"name": "Crab", "copies": 1, "power": "2"},
    }


def test_a_number_of_the_game_stays_one(cards: Path, tmp_path: Path) -> None:
    found = pulled(written(tmp_path, "Name,Qty,Power\nKraken,2.5,50%\nEel,1,+2\n"), cards)
    assert list(map(str, found.reading.skipped)) == [
        "row 2, Kraken, Qty: '2.5' is not a whole number",
        "row 2, Kraken, Power: '50%' is not a number",
    ]
    assert cards_in(cards)["kraken"] == {"name": "Kraken", "copies": 2, "power": 3}
    assert cards_in(cards)["eel"]["power"] == 2


def test_only_what_changed_is_written(cards: Path, tmp_path: Path) -> None:
    """Comments, order and every other line stay."""
    found = pulled(written(tmp_path, "Name,Power\nEel,1.5\nKraken,3\n"), cards)
    assert found.found.lines == ["eel: power 1 → 1.5"]
    assert cards.read_text() == CARDS.replace("power = 1\n", "power = 1.5\n")


def test_cards_come_and_go(cards: Path, tmp_path: Path) -> None:
    sheet = written(tmp_path, "Name,Power,Text\nEel,1,\nKraken,3,\nRay,2,stings\n")
    assert pulled(sheet, cards).found.lines == ["ray: new (name 'Ray', power 2, text 'stings')"]
    written(tmp_path, "Name,Power,Text\nEel,1,\nRay,2,stings\n")
    assert pulled(sheet, cards).found.lines == ["kraken: taken out"]
    assert cards.read_text() == (
        '# The sea.\n\n# slippery\n[cards.eel]\nname = "Eel"\ncopies = 1\npower = 1\n\n'
        '[cards.ray]\nname = "Ray"\npower = 2\ntext = "stings"\n'
    )


def test_a_card_that_the_sheet_never_had_stays(cards: Path, tmp_path: Path) -> None:
    sheet = written(tmp_path, "Name,Power\nEel,1\n")
    found = pulled(sheet, cards)
    assert found.notes == ["not in the sheet, and as they were: kraken"]
    assert "kraken" in cards_in(cards)
    assert pulled(sheet, cards, is_whole=True).found.lines == ["kraken: taken out"]
    assert "kraken" not in cards_in(cards)


def test_no_copies_takes_a_card_out(cards: Path, tmp_path: Path) -> None:
    assert pulled(written(tmp_path, "Name,Qty\nEel,1\nKraken,0\n"), cards).found.lines == ["kraken: taken out"]


def test_two_sheets_of_one_game_do_not_undo_each_other(cards: Path, tmp_path: Path) -> None:
    eels = written(tmp_path, "Name,Power\nEel,1\n", "eels.csv")
    pulled(eels, cards)
    pulled(written(tmp_path, "Name,Power\nKraken,5\n", "krakens.csv"), cards)
    assert not pulled(eels, cards).found
    assert cards_in(cards)["kraken"]["power"] == 5


def test_a_new_version_extends_the_cards_of_the_game(cards: Path, tmp_path: Path) -> None:
    sheet, version = written(tmp_path, "Name,Power\nEel,8\nRay,2\n"), tmp_path / "version.toml"
    pull(card_game(cards), sheet, "", None, version, True)
    assert cards.read_text() == CARDS
    table = card_game(cards).spreadsheets.table_of(str(version))  # type: ignore[union-attr]
    assert table.pieces == {
        "eel": {"name": "Eel", "copies": 1, "power": 8},
        "ray": {"name": "Ray", "power": 2},
    }


def test_an_edit_of_the_file_is_kept_until_it_is_pushed(cards: Path, tmp_path: Path) -> None:
    sheet = written(tmp_path, "Name,Power\nEel,1\nKraken,3\n")
    pulled(sheet, cards)
    cards.write_text(cards.read_text().replace("power = 3", "power = 9"))
    written(tmp_path, "Name,Power\nEel,2\nKraken,3\n")
    found = pulled(sheet, cards)
    assert found.found.lines == ["eel: power 1 → 2"]
    assert found.notes == ["kraken: power stays 9, which is newer; the sheet says 3"]
    before = cards.read_text()
    written(tmp_path, "Name,Power\nEel,2\nKraken,4\n")
    with pytest.raises(BadInput, match=r"cards.kraken.power: changed on both sides since the last pull: 4 here, 9 in"):
        pulled(sheet, cards)
    assert cards.read_text() == before


def test_a_mark_before_the_first_head_is_no_part_of_it(cards: Path, tmp_path: Path) -> None:
    sheet = written(tmp_path, "\ufeffKarte,Power\nEel,4\n")
    found = pulled(sheet, cards, written(tmp_path, '[columns]\nKarte = "name"\n', "columns.toml"))
    assert found.found.lines == ["eel: power 1 → 4"]


def test_columns_can_be_mapped(cards: Path, tmp_path: Path) -> None:
    sheet = written(tmp_path, "Wesen,Stärke,Anzahl,Notiz\nEel,4,2,x\n")
    with pytest.raises(BadInput, match="expected a column of names, with the head Name, Title or Card; a file"):
        pulled(sheet, cards)
    text = '[columns]\nWesen = "name"\n"Stärke" = "power"\nAnzahl = "copies"\nNotiz = ""\n'
    found = pulled(sheet, cards, written(tmp_path, text, "columns.toml"))
    assert found.found.lines == ["eel: power 1 → 4, copies 1 → 2"]
    written(tmp_path, "Wesen,Stärke,Anzahl,Notiz\nEel,5,2,x\n")
    assert pulled(sheet, cards).found.lines == ["eel: power 4 → 5"]
    for wrong, line in {
        '[columns]\nWesen = "name"\nStarke = "power"\n': "unknown column 'Starke': did you mean 'Stärke'?",
        '[columns]\nWesen = "name"\nAnzahl = "../x"\n': "unknown field '../x'",
        "[columns]\nWesen = 3\n": "columns.Wesen: expected text",
        "columns = 3\n": "columns: expected a table",
        "[rows]\n": "unknown key 'rows'",
        '[columns]\nWesen = "name"\nNotiz = "name"\n': "the columns 'Wesen' and 'Notiz' both stand for name",
        'worksheet = "2"\n[columns]\nWesen = "name"\n': "a text file has only one sheet",
    }.items():
        with pytest.raises(BadInput, match=line.replace("?", r"\?").replace("..", r"\.\.")):
            pulled(sheet, cards, written(tmp_path, wrong, "columns.toml"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Name,Qty,Count\nEel,1,1\n", "the columns 'Qty' and 'Count' both stand for copies"),
        ("Name,Qty\nEel,1\nEel,2\n", "rows 2 and 3 are both the card eel; give them different names, or ids"),
        ("Name,Power\nEel,1\nEel,2\n", "rows 2 and 3 are both the card eel"),
        ("Name,Qty\nEel,1000000\n", "cards.eel.copies: expected an integer from 1 to 99"),
        ('Name,Qty\n"Eel,1\n', "row 2: a quotation mark is never closed"),
        ('Name,Qty\n"Eel" x,1\n', "row 2: text after a closing quotation mark"),
        ("1,2\n3,4\n", "expected a column of names"),
        ("", "expected a column of names"),
    ],
)
def test_a_sheet_that_is_wrong_is_told_in_one_line(text: str, line: str, cards: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput) as error:
        pulled(written(tmp_path, text), cards)
    assert line in error.value.line
    assert "\n" not in error.value.line
    assert cards.read_text() == CARDS
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.toml", "sheet.csv"]


def test_ids_of_a_column(cards: Path, tmp_path: Path) -> None:
    sheet = written(tmp_path, "ID,Name,Power\nkraken,Giant squid,3\nEEL-2,Eel,2\neel,Eel,1\n")
    assert pulled(sheet, cards).found.lines == [
        "kraken: name 'Kraken' → 'Giant squid'",
        "eel-2: new (name 'Eel', power 2)",
    ]


@pytest.mark.parametrize(
    ("text", "note", "value"),
    [
        ("Name;Power\nEel;1.500\n", "column Power: 1.500 is read as 1500", 1500),
        ("Name,Power\nEel,1.500\n", "column Power: 1.500 is read as 1.5", 1.5),
        ('Name,Power\nEel,"1,500"\n', "column Power: 1,500 is read as 1500", 1500),
        ('Name,Power\nEel,"1,500"\nRay,"0,5"\n', "", 1.5),
        ('Name,Power,Weight\nEel,"1,500","0,5"\n', "", 1.5),
        ("Name,Power\nEel,1.5\nRay,1.234.567\n", "", 1.5),
    ],
)
def test_decimal_marks(text: str, note: str, value: object, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    found = pulled(written(tmp_path, text), file)
    assert cards_in(file)["eel"]["power"] == value
    assert [each.partition(";")[0] for each in found.notes] == ([note] if note else [])


def test_the_record_holds_no_place_of_this_machine(cards: Path, tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    pulled(written(tmp_path / "sheets", "Name,Power\nEel,2\n"), cards)
    record = (tmp_path / "cards.toml.sheet.json").read_text()
    assert str(tmp_path) not in record
    assert [*json.loads(record)["sheets"]] == ["sheets/sheet.csv"]


def test_a_sheet_can_be_tried_without_a_trace(cards: Path, tmp_path: Path) -> None:
    sheet = written(tmp_path, "Name,Power\nEel,1\nKraken,3\n")
    pulled(sheet, cards)
    written(tmp_path, "Name,Power\nEel,2\nRay,1\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    changes, _ = changes_in(card_game(cards), sheet, "")
    assert changes == {
        "cards.eel.power": 2,
        "cards.ray": {"name": "Ray", "power": 1},
        "remove": ["kraken"],
    }
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
