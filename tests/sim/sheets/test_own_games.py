"""The sheet of a game of one's own: cards come and go, and nothing is brought in that no rule reads."""

import tomllib
from pathlib import Path

import pytest

from tests.support.card_game import BESIDE, CARDS, as_toml
from tests.support.command_line import Fatecast

SHEET = """Name,Power,Qty,Notes,Sort
Kraken,7,1,"strong, too strong?",
Rope,1,4,,tool
Shark,5,2,new,
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reef").mkdir()
    (tmp_path / "reef/game.py").write_text(BESIDE)
    (tmp_path / "reef/cards.toml").write_text(f"# My cards.\n\n{as_toml(CARDS)}")
    (tmp_path / "cards.csv").write_text(SHEET)
    return tmp_path


def cards_in(folder: Path) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = tomllib.loads((folder / "reef/cards.toml").read_text())["cards"]
    return found


def test_a_sheet_is_pulled_into_the_cards_of_the_game(typed: Fatecast, folder: Path) -> None:
    done = typed("cards", "pull", "cards.csv", "--game", "./reef")
    assert done.returncode == 0, done.stderr
    assert "kraken: power 9 → 7" in done.stdout
    assert "shark: new" in done.stdout
    assert "column Notes is left out" in done.stdout + done.stderr
    found = cards_in(folder)
    assert (found["kraken"]["power"], found["shark"]["copies"]) == (7, 2)
    assert found["gull"] == CARDS["gull"], "the sheet says nothing of it"
    assert "notes" not in found["kraken"]
    assert (folder / "reef/cards.toml").read_text().startswith("# My cards.\n")


def test_what_was_changed_beside_the_game_goes_back_into_the_sheet(typed: Fatecast, folder: Path) -> None:
    assert typed("cards", "pull", "cards.csv", "--game", "./reef").returncode == 0
    cards = folder / "reef/cards.toml"
    cards.write_text(cards.read_text().replace("power = 7", "power = 6"))
    assert typed("cards", "push", "cards.csv", "--game", "./reef").returncode == 0
    assert (folder / "cards.csv").read_text() == SHEET.replace("Kraken,7", "Kraken,6")
