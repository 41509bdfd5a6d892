"""`cards pull`, `cards push` and `try cards.csv` at the command line, with the deck of The Shipwreck Arcana."""

import json
from pathlib import Path

import pytest

from tests.support.command_line import Fatecast

FEW = ("--policy", "mute", "--players", "3", "--doom", "0", "--games", "20", "--executor", "inline")
SHEET = (
    "\ufeffName;Qty;Moons;Extra guesses;Text\r\n"
    'The Deep;1;2;;"5 or less; else nothing"\r\n'
    "The Chalice;2; 4 ;1;\r\n"
    "Total;3;;;\r\n"
)


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("arcana.csv")
    path.write_bytes(SHEET.encode())
    return path


def test_a_deck_is_pulled_and_pushed(sheet: Path, typed: Fatecast) -> None:
    done = typed("cards", "pull", sheet)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "arcana.csv: 2 cards read",
        "what changed:",
        "  the-deep: moons 3 → 2",
        "  the-chalice: copies 1 → 2, moons 2 → 4, effects.extra_guesses 0 → 1",
        "skipped:",
        "  row 4, Total: there is no such card in the game",
        "to know:",
        "  not in the sheet, and as they were: "
        "dawn, leviathan, midnight, the-beast, the-belltower, the-blind-man, 12 more",
        "written: arcana.toml",
        "fatecast try arcana.toml   # what that does",
    ]
    deck = Path("arcana.toml")
    assert "# The numbers of arcana.csv.\n" in deck.read_text()
    assert "what it changes" in typed("check", deck).stdout
    assert typed("cards", "push", sheet).stdout == "arcana.csv: as it was\n"
    deck.write_text(deck.read_text().replace("moons = 4", "moons = 3   # tuned"))
    assert typed("cards", "push", sheet).stdout.splitlines() == [
        "arcana.csv: 1 number written",
        "what changed:",
        "  the-chalice: moons 4 → 3",
    ]
    assert sheet.read_bytes() == SHEET.replace(" 4 ", " 3 ").encode()
    again = typed("cards", "pull", sheet).stdout.splitlines()
    assert "nothing changed" in again
    assert "as it was: arcana.toml" in again
    assert "moons = 3   # tuned\n" in deck.read_text()


def test_only_numbers_of_cards_that_have_them_change(sheet: Path, typed: Fatecast) -> None:
    """A card with a comet has no moons. Names and rules are the deck's."""
    sheet.write_text("ID,Name,Moons,Qty,Play\nthe-deep,The Shallow,2,1,true\nthe-ash,The Ash,3,,\ndawn,Dawn,,0,\n")
    done = typed("cards", "pull", sheet, "--deck", "full", "--to", "mine.toml", "--json")
    told = json.loads(done.stdout)
    assert told["changed"] == [{"piece": "the-deep", "field": "moons", "before": 3, "after": 2}]
    assert [each["reason"] for each in told["skipped"]] == [
        "this card has no moons",
        "no copies; a sheet takes no card out of this game",
    ]
    assert told["file"] == "mine.toml"
    assert told["next"] == "fatecast try mine.toml"
    assert 'extends = "full"' in Path("mine.toml").read_text()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Name,Moons\nThe Deep,99\n", "arcana.toml: cards.the-deep.moons: expected an integer from 1 to 30, got 99"),
        ("Name,Qty\nThe Deep,1000000\n", "arcana.toml: cards.the-deep.copies: expected an integer from 1 to 64, got"),
        ("Name,Qty\nThe Deep,64\n", "arcana.toml: cards: expected 4 to 64 cards, got 83"),
        ("Karte,Monde\nThe Deep,2\n", "arcana.csv: expected a column of names, with the head Name, Title or Card"),
    ],
)
def test_a_mistake_is_one_line_and_writes_nothing(text: str, line: str, sheet: Path, typed: Fatecast) -> None:
    sheet.write_text(text)
    for existing in (False, True):
        deck = 'extends = "base"\n'
        if existing:
            Path("arcana.toml").write_text(deck)
        before = sorted(Path.cwd().iterdir())
        done = typed("cards", "pull", sheet)
        assert done.returncode == 2
        assert done.stderr.startswith(f"fatecast: {line}")
        assert done.stderr.count("\n") == 1
        assert sorted(Path.cwd().iterdir()) == before
        assert not existing or Path("arcana.toml").read_text() == deck


def test_a_sheet_is_tried_at_once(sheet: Path, typed: Fatecast) -> None:
    before = sorted(Path.cwd().iterdir())
    done = typed("try", sheet, *FEW)
    assert done.returncode == 0
    assert "The Deep: 3 moons → 2 moons" in done.stdout
    assert done.stderr == "fatecast: arcana.csv: row 4, Total: there is no such card in the game\n"
    assert sorted(Path.cwd().iterdir()) == before
    both = typed("try", sheet, "cards.the-deep.moons=5", *FEW).stdout
    assert "The Deep: 3 moons → 5 moons" in both
    assert "The Chalice: 1 copy → 2 copies" in both
    full = typed("try", sheet, "--deck", "full", *FEW)
    assert full.returncode == 0
    assert "The Deep: 3 moons → 2 moons" in full.stdout


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("try", "arcana.csv", "--game", "pig"), "the game pig has no pieces that a spreadsheet can hold"),
        (("pieces", "pull", "arcana.csv", "--game", "pig"), "the game pig has no pieces that a spreadsheet can hold"),
        (("pieces", "push", "arcana.csv", "--game", "pig"), "the game pig has no pieces that a spreadsheet can hold"),
        (("try", "nothing.csv"), "nothing.csv: cannot be read (No such file or directory)"),
        (("cards", "pull", "arcana.ods"), "arcana.ods: expected a spreadsheet: a file that ends in .csv, .tsv or"),
        (("cards", "pull", "arcana.csv", "--deck", "bsae"), "unknown deck 'bsae': did you mean 'base'?"),
        (("cards", "pull", "arcana.csv", "--to", "no/x.toml"), "no/x.toml: cannot be written (No such file or"),
        (("cards", "pull", "arcana.csv", "--to", "."), ".: expected a file that ends in .toml"),
        (("cards", "pull", "arcana.csv", "--to", "x.json"), "x.json: expected a file that ends in .toml"),
        (("cards", "push", "arcana.csv"), "arcana.csv: never pulled into arcana.toml; fatecast cards pull reads it"),
        (("cards", "push", "arcana.xlsx"), "arcana.xlsx: fatecast only reads .xlsx files; save the sheet as CSV"),
        (("cards", "pull"), "Missing argument 'SHEET'"),
    ],
)
def test_what_cannot_be_done_is_one_line(words: tuple[str, ...], line: str, sheet: Path, typed: Fatecast) -> None:
    before = sorted(Path.cwd().iterdir())
    done = typed(*words)
    assert done.returncode == 2
    assert done.stderr.startswith(f"fatecast: {line}")
    assert done.stderr.count("\n") == 1
    assert sorted(Path.cwd().iterdir()) == before
    assert sheet.read_bytes() == SHEET.encode()


def test_a_sheet_that_changes_nothing_is_not_played(sheet: Path, typed: Fatecast) -> None:
    sheet.write_text("Name,Moons\nThe Deep,3\n")
    assert typed("try", sheet, *FEW).stderr == "fatecast: arcana.csv: changes nothing of base\n"
    two = typed("try", sheet, "--set", 'decks=["base", "full"]', *FEW)
    assert two.stderr == "fatecast: arcana.csv: a spreadsheet changes one deck, not several\n"
