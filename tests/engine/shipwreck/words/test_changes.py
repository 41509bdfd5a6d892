"""What differs between two decks, in words."""

from pathlib import Path

import pytest

from engine.shipwreck.deck.files import load_deck, with_changes
from engine.shipwreck.game import SHIPWRECK
from engine.shipwreck.words.changes import deck_changes

BASE = load_deck("base")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cards.the-blind-man.effects.no_doom": False}, "The Blind Man: no doom → doom"),
        ({"cards.the-chalice.moons": 4}, "The Chalice: 2 moons → 4 moons"),
        ({"cards.the-chalice.copies": 2}, "The Chalice: 1 copy → 2 copies"),
        ({"cards.the-chalice.effects.extra_guesses": 1}, "The Chalice: no extra guess → 1 extra guess"),
        ({"cards.the-chalice.play": "sum >= 11"}, "The Chalice: played always → played if sum >= 11"),
        ({"cards.the-chalice.name": "The Cup"}, "The Chalice: called The Chalice → called The Cup"),
        ({"remove": ["the-chalice"]}, "without The Chalice"),
        ({"goal": 8}, "score that wins: 7 → 8"),
        ({"fates.1.copies": 9}, "fates of 1: "),
    ],
)
def test_a_change_is_one_line_in_words(change: dict[str, object], words: str) -> None:
    [line] = deck_changes(BASE, with_changes(BASE.data(), change))
    assert words in line
    assert deck_changes(BASE, BASE) == []


def test_a_new_card_and_a_changed_power_are_told() -> None:
    power = next(key for key, power in BASE.powers.items() if power.kind == "question")
    changes = {
        "cards.the-cup": {"name": "The Cup", "moons": 3, "play": "true", "power": power},
        f"powers.{power}.cost": 2,
    }
    new, changed = deck_changes(BASE, with_changes(BASE.data(), changes))
    assert new.startswith("new card: The Cup (3 moons; always; ")
    assert changed == f"power {BASE.powers[power].name}: cost 1 → 2"


def test_a_file_is_compared_with_everything_that_it_extends(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = ["base", "imago"]\n[cards.the-chalice]\nmoons = 4\n')
    assert SHIPWRECK.files.changes(file) == ["The Chalice: 2 moons → 4 moons"]
    (tmp_path / "over.toml").write_text('extends = "mine"\n[cards.the-blind-man.effects]\nno_doom = false\n')
    assert SHIPWRECK.files.changes(tmp_path / "over.toml") == ["The Blind Man: no doom → doom"]
