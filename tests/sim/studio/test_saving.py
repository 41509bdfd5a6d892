"""Saving: a file that the command line plays as it was tried, written in place, whole, and never over other work."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.configs import names
from engine.errors import BadInput
from engine.game.registry import admit, forget
from sim.start.new_game import write_new_game
from sim.studio.workbench import save as saving
from sim.studio.workbench.asked import Changes, Setting, State
from sim.studio.workbench.onward import gate_of
from sim.studio.workbench.save import ChangedMeanwhile, place_of, save
from tests.support.command_line import Fatecast

MINE = Path("configs/shipwreck/decks/mine.toml")


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    forget()


def shipwreck(changes: Changes, content: str = "base", pinned: Changes | None = None) -> State:
    return State("shipwreck", None, content, changes, pinned or {}, Setting())


def seen(state: State, name: str) -> str | None:
    return place_of(state, Path().resolve(), name).seen


def test_a_new_file_has_only_what_differs(typed: Fatecast, folder: Path) -> None:
    state = shipwreck({"cards.the-deep.moons": 2}, pinned={"goal": 8})
    found = save(state, folder, "mine", None)
    assert found["file"] == MINE.as_posix()
    assert found["is_new"]
    assert MINE.read_text() == found["text"]
    assert found["text"].splitlines()[2:] == ['extends = "base"', "goal = 8", "", "[cards.the-deep]", "moons = 2"]
    checked = typed(*found["command"].split()[1:])
    assert checked.returncode == 0
    assert "The Deep: 3 moons → 2 moons" in checked.stdout
    assert [path.name for path in MINE.parent.iterdir()] == ["mine.toml"], "nothing else is left"


def test_values_of_a_file_are_replaced_in_their_places(folder: Path) -> None:
    MINE.parent.mkdir(parents=True)
    text = """# my deck
extends = "base"  # from the box
goal = 8

# it hurts too much
[cards.the-deep]
moons = 2  # was 3
effects = { extra_guesses = 1 }

[cards.dawn]
play = "played >= kept"
"""
    MINE.write_text(text)
    state = shipwreck({"cards.the-deep.moons": 4, "cards.the-deep.effects.extra_guesses": 2, "goal": 9}, "mine")
    found = save(state, folder, "mine", seen(state, "mine"))
    expected = text.replace("moons = 2", "moons = 4").replace("guesses = 1", "guesses = 2").replace("= 8", "= 9")
    assert MINE.read_text() == expected
    assert not found["is_new"]
    assert "-moons = 2  # was 3" in found["difference"]
    assert "+moons = 4  # was 3" in found["difference"]
    more = shipwreck({"cards.midnight.moons": 2}, "mine")
    save(more, folder, "mine", seen(more, "mine"))
    assert MINE.read_text() == expected + "\n[cards.midnight]\nmoons = 2\n"


def test_never_over_a_file_that_changed_meanwhile(folder: Path) -> None:
    state = shipwreck({"cards.the-deep.moons": 2})
    first = save(state, folder, "mine", None)
    MINE.write_text(first["text"] + "# a note\n")
    again = shipwreck({"cards.the-deep.moons": 1}, "mine")
    for was in (first["seen"], None, "0"):
        with pytest.raises(ChangedMeanwhile) as error:
            save(again, folder, "mine", was)
        assert error.value.found["seen"] == seen(again, "mine")
        assert "-moons = 2" in error.value.found["difference"]
    assert MINE.read_text() == first["text"] + "# a note\n"
    save(again, folder, "mine", error.value.found["seen"])
    assert MINE.read_text().endswith("moons = 1\n# a note\n")
    with pytest.raises(ChangedMeanwhile):
        save(state, folder, "mine", None)
    with pytest.raises(BadInput, match="open it first"):
        save(shipwreck({"cards.the-deep.moons": 2}, "full"), folder, "mine", seen(state, "mine"))
    MINE.unlink()
    with pytest.raises(BadInput):
        save(again, folder, "mine", first["seen"])
    assert not MINE.exists()


def test_saved_again_under_the_same_name(folder: Path) -> None:
    first = save(shipwreck({"cards.the-deep.moons": 2, "cards.dawn.moons": 4}), folder, "mine", None)
    MINE.write_text(first["text"].replace("moons = 2", "moons = 2  # was 3"))
    state = shipwreck({"cards.the-deep.moons": 1, "goal": 8})
    again = save(state, folder, "mine", seen(state, "mine"))
    assert "moons = 1  # was 3" in again["text"], "in its place"
    assert "[cards.dawn]\nmoons = 3" in again["text"], "what is no longer changed is as it was"
    assert not again["is_new"]
    with pytest.raises(ChangedMeanwhile):
        save(state, folder, "mine", first["seen"])
    for_options = State("shipwreck", None, "base", {"options.restless": "on"}, {}, Setting())
    found = save(for_options, folder, "mine", None)
    assert (again["kind"], found["kind"]) == ("decks", "experiments")
    assert save(for_options, folder, "mine", found["seen"])["text"] == found["text"]


def test_a_file_that_changes_while_it_is_saved_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = shipwreck({"cards.the-deep.moons": 2})
    first = save(state, folder, "mine", None)
    check = saving._check_plays

    def meanwhile(*arguments: object) -> None:
        MINE.write_text(first["text"] + "# written by an editor\n")
        check(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(saving, "_check_plays", meanwhile)
    with pytest.raises(ChangedMeanwhile):
        save(shipwreck({"cards.the-deep.moons": 1}, "mine"), folder, "mine", first["seen"])
    assert MINE.read_text().endswith("# written by an editor\n")


def test_a_file_is_written_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", torn)
    with pytest.raises(BadInput, match="No space left"):
        save(shipwreck({"cards.the-deep.moons": 2}), folder, "mine", None)
    assert list(MINE.parent.iterdir()) == []


def test_what_would_play_otherwise_is_not_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "_text", lambda *arguments: 'extends = "base"\n[cards.the-deep]\nmoons = 9\n')
    with pytest.raises(BadInput, match="would not play what was tried"):
        save(shipwreck({"cards.the-deep.moons": 2}), folder, "mine", None)
    assert list(MINE.parent.iterdir()) == []


@pytest.mark.parametrize("name", ["../x", "a/b", "/tmp/x", "", ".x", "x.toml", "x" * 61, "a\nb", "ä", None, 3])
def test_a_name_is_no_path(folder: Path, name: object) -> None:
    with pytest.raises(BadInput, match="letters, digits"):
        save(shipwreck({"cards.the-deep.moons": 2}), folder, name, None)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("part", [1, 2, 3, 4])
def test_nothing_is_written_through_a_link(folder: Path, tmp_path_factory: pytest.TempPathFactory, part: int) -> None:
    outside = tmp_path_factory.mktemp("outside")
    link = Path(*MINE.parts[:part])
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside / "mine.toml" if part == 4 else outside)
    with pytest.raises(BadInput):
        save(shipwreck({"cards.the-deep.moons": 2}), folder, "mine", None)
    assert list(outside.iterdir()) == []
    assert link.is_symlink()


def test_wrong_changes_and_none_are_refused(folder: Path) -> None:
    with pytest.raises(BadInput, match="at least one change"):
        save(shipwreck({}), folder, "mine", None)
    with pytest.raises(BadInput, match="from 1 to 30"):
        save(shipwreck({"cards.the-deep.moons": 99}), folder, "mine", None)
    with pytest.raises(BadInput, match="not of both"):
        save(shipwreck({"cards.the-deep.moons": 2, "options.restless": "on"}), folder, "mine", None)
    with pytest.raises(BadInput, match="a name different"):
        save(shipwreck({"cards.the-deep.moons": 2}), folder, "base", None)
    assert not MINE.exists()


def test_an_option_of_a_game_of_ones_own_becomes_an_experiment_and_no_code(typed: Fatecast, folder: Path) -> None:
    write_new_game(Path("pirates"))
    admit("./pirates")
    code = Path("pirates/game.py").read_text()
    state = State("pirates", "./pirates", "", {"options.storms": 2}, {}, Setting())
    found = save(state, folder, "calm", None)
    assert Path("pirates/game.py").read_text() == code
    line = code.splitlines().index('        "storms": Parameter(3, 1, 8, "storms in the sea"),') + 1
    assert f"change line {line} of pirates/game.py" in found["advice"][1]
    assert found["file"] == "configs/pirates/experiments/calm.toml"
    again = State("pirates", "./pirates", "", {"options.goal": 40}, {}, Setting(experiment="calm"))
    save(again, folder, "calm", found["seen"])
    assert Path(found["file"]).read_text() == found["text"].replace("goal = 30", "goal = 40")
    assert typed(*found["command"].split()[1:]).returncode == 0


def test_it_says_what_the_gate_needs(folder: Path) -> None:
    found = save(shipwreck({"goal": 8}), folder, "mine", None)
    assert found["gate"] == "fatecast gate"
    assert found["accept"] == "fatecast baseline accept"
    assert found["intent_file"] == "configs/shipwreck/baselines/intent.txt"
    write_new_game(Path("pirates"))
    admit("./pirates")
    Path("bolder.py").touch()
    setting = Setting(("bolder.py dare=2", "bolder.py", "careful"), experiment="first")
    state = State("pirates", "./pirates", "", {"options.storms": 2}, {}, setting)
    assert gate_of(state, folder) == {
        "accept": "fatecast baseline accept --game ./pirates --policy bolder.py --experiment first",
        "gate": "fatecast gate --game ./pirates --policy bolder.py --stored-code",
        "intent_file": "configs/pirates/baselines/intent.txt",
    }
    baseline = Path("configs/pirates/baselines/default.json")
    baseline.parent.mkdir(parents=True)
    baseline.touch()
    assert "accept" not in gate_of(state, folder)


def test_cards_of_a_game_of_ones_own_are_changed_in_their_file(folder: Path) -> None:
    write_new_game(Path("rum"), "cards")
    admit("./rum")
    state = State("rum", "./rum", "base", {"cards.barrel.coins": 3}, {}, Setting())
    cards = Path("rum/cards.toml")
    before = cards.read_text()
    found = save(state, folder, "base", seen(state, "base"))
    assert found["file"] == "rum/cards.toml"
    assert cards.read_text() == before.replace("coins = 2", "coins = 3", 1)


def test_two_studios_that_save_the_same_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one writes, from its beginning to its end, while the first one checks its file. No lock helps here."""
    state, other = shipwreck({"cards.the-deep.moons": 2}), shipwreck({"cards.the-deep.moons": 1})
    check, place, before = saving._check_plays, place_of(other, folder, "mine"), names("decks", "shipwreck")
    text = saving._text(other, place, other.changes)

    def meanwhile(*arguments: Any) -> None:
        monkeypatch.setattr(saving, "_check_plays", check)
        assert names("decks", "shipwreck") == before, "a file that is being written is no deck yet"
        saving._write_checked(other, place, text)
        check(*arguments)

    monkeypatch.setattr(saving, "_check_plays", meanwhile)
    with pytest.raises(ChangedMeanwhile):
        save(state, folder, "mine", None)
    assert MINE.read_text() == text
    assert [path.name for path in MINE.parent.iterdir()] == ["mine.toml"], "nothing else is left"
