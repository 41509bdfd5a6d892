"""Wherever two versions of a game meet, the command line says what changed, for every kind of game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.game.registry import forget
from tests.support.command_line import Fatecast
from tests.support.own_games import pirates
from tests.support.programs import race

FEW = ("--games", "200", "--executor", "inline")
NOVICE = ("--policy", "novice", "--players", "3", "--doom", "0", *FEW)
CHALICE = "what changed: The Chalice: 2 moons → 4 moons"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a deck and two editions of a game, which is also the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "longer.toml").write_text('extends = "base"\n[cards.the-chalice]\nmoons = 4\n')
    home = pirates(tmp_path)
    text = (home / "game.py").read_text()
    (tmp_path / "after.py").write_text(text.replace('"goal": 30', '"goal": 20').replace("limit = 200", "limit = 100"))
    (tmp_path / "reworded.py").write_text(text.replace("A storm takes", "The storm takes"))
    yield tmp_path
    forget()


def test_check_says_what_a_file_changes_of_what_it_extends(folder: Path, typed: Fatecast) -> None:
    told = typed("check", "longer.toml").stdout.splitlines()
    assert told[0].startswith("longer.toml: a deck of 20 cards")
    assert told[1:] == ["what it changes: The Chalice: 2 moons → 4 moons"]


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        (["compare", "base", "longer.toml", *NOVICE], [CHALICE]),
        (["try", "--deck", "longer.toml", *NOVICE], [CHALICE, "longer.toml: win rate: "]),
        (["try", "policy.slip=0.1", *NOVICE], ["what changed: policy.slip: 0 → 0.1"]),
        (["try", "options.goal=50", "--game", "pig", "--players", "2", *FEW], ["options.goal: 100 → 50"]),
        (
            ["compare", "./pirates", "./after.py", "--game", "./pirates", "--players", "2", *FEW],
            ["options.goal: 30 → 20", "turn_limit: 200 → 100", "the text of the game changed: 2 lines"],
        ),
        (
            ["try", "./reworded.py", "--game", "./pirates", "--players", "2", *FEW],
            ["what changed: the text of the game changed: 1 line\n"],
        ),
        (["compare", "goal 20", "goal 25", "--game", f"cmd:{race()}", *FEW], ["what changed: options.goal: 20 → 25"]),
    ],
)
def test_compare_and_try(folder: Path, typed: Fatecast, words: list[str], changes: list[str]) -> None:
    done = typed(*words)
    assert done.returncode == 0, done.stderr
    for change in changes:
        assert change in done.stdout


def test_fields_beside_a_deck_are_changed_in_that_deck_on_both_sides(folder: Path, typed: Fatecast) -> None:
    done = typed("try", "cards.the-blind-man.effects.no_doom=false", "--deck", "longer.toml", *NOVICE)
    assert done.returncode == 0, done.stderr
    assert "what changed: The Blind Man: no doom → doom\n" in done.stdout
    assert "Chalice" not in done.stdout


@pytest.mark.parametrize("sides", [("pirates", "./after.py"), ("pirates/game.py", "after.py"), ("pirates", "newer")])
def test_two_files_of_a_game_are_compared_as_what_they_are(
    folder: Path, typed: Fatecast, sides: tuple[str, str]
) -> None:
    """Without --game, two game files were taken for policies, and two folders for runs."""
    (folder / "newer").mkdir()
    (folder / "newer/game.py").write_text((folder / "after.py").read_text())
    done = typed("compare", *sides, "--players", "2", *FEW)
    assert done.returncode == 0, done.stderr
    assert "options.goal: 30 → 20" in done.stdout


def test_a_number_that_is_too_small_is_refused_in_our_words(typed: Fatecast) -> None:
    done = typed("baseline", "accept", "--games", "512")
    assert done.returncode == 2
    assert done.stderr.startswith("fatecast: --games: expected 1024 or more (")
