"""The story of a designer, in a real browser: a card is changed, the verdict read, pinned, saved, and found again by
the command line. Of slow games each takes minutes, until everything is decided."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.start.new_game import write_new_game
from tests.support.studio_pages import Bench, opened


def whole_story(bench: Bench, change: Callable[[], None], another: Callable[[], None]) -> None:
    """Change a number, read the verdict, pin it, change another, go back: what was there at first is to be saved."""
    change()
    first = bench.result()
    assert first
    bench.numbers_are_those_of_the_command()
    bench.page.wait_for_selector("#history li")
    bench.page.click("#pin")
    assert bench.text("#pinned")
    another()
    bench.result()
    assert "--pin" in bench.command
    bench.numbers_are_those_of_the_command()
    bench.page.wait_for_selector("#history li:nth-child(2)")
    bench.page.locator("#history li").last.get_by_role("button", name="Go back to this").click()
    assert bench.result() == first


@pytest.mark.full
def test_a_card_of_shipwreck(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        page = bench.page
        page.fill("[name=policy]", "novice")
        bench.players(3)
        bench.find("The Deep")
        assert page.locator("article.piece:visible").count() == 1
        whole_story(bench, lambda: bench.less("moons"), lambda: bench.more("copies"))
        assert bench.text("#changed") == "The Deep: moons 3 → 2"
        bench.saved_as("shallow")
        assert "configs/shipwreck/decks/shallow.toml" in bench.text("#saved")
        file = tmp_path / "configs/shipwreck/decks/shallow.toml"
        assert 'extends = "base"' in file.read_text()
        assert "moons = 2" in file.read_text()
    bench.typed("fatecast check configs/shipwreck/decks/shallow.toml")
    assert "2 moons" in bench.typed("fatecast pieces --deck shallow --json")


@pytest.mark.full
def test_after_a_pin_no_line_is_offered_to_the_gate(chromium: Any, tmp_path: Path) -> None:
    """It would speak of the change since the pin, and the gate compares with the baseline."""
    with opened(chromium, tmp_path) as bench:
        bench.page.fill("[name=policy]", "novice")
        bench.players(3)
        bench.less("goal")
        bench.result()
        bench.saved_as("easy")
        assert "everywhere else" in bench.text("#saved")
        bench.page.click("#pin")
        bench.less("goal")
        bench.result()
        bench.saved_as("easier")
        bench.page.wait_for_selector("#saved:has-text('easier')")
        assert "since the pin" in bench.text("#saved")
        assert "everywhere else" not in bench.text("#saved")


TUNING = """decks = ["mine"]
policies = ["novice"]
players = [3]
doom = [0, 4]
"""


@pytest.mark.full
def test_a_change_of_ones_own_deck_passes_the_gate_with_the_line_that_is_offered(chromium: Any, tmp_path: Path) -> None:
    decks, experiments = tmp_path / "configs/shipwreck/decks", tmp_path / "configs/shipwreck/experiments"
    decks.mkdir(parents=True)
    experiments.mkdir()
    mine, intent = decks / "mine.toml", tmp_path / "configs/shipwreck/baselines/intent.txt"
    mine.write_text('# my deck\nextends = "base"\ngoal = 7  # as in the box\n')
    (experiments / "tuning.toml").write_text(TUNING)
    with opened(chromium, tmp_path) as bench:
        page = bench.page
        bench.typed("fatecast baseline accept --games 1024")
        bench.content("mine")
        page.get_by_label("more: goal", exact=True).click()
        assert "harder" in bench.result()
        page.click("#save")
        assert page.input_value("#save-name") == "mine", "the file that is open"
        page.keyboard.press("Enter")
        page.wait_for_selector("#saved p")
        line = bench.offered("^everywhere|; everywhere")
        assert "It does not speak of: length" in bench.text("#saved"), "the baseline may check it, too"
        gate = bench.offered("^fatecast gate")
        assert not page.locator("#saved pre:text-matches('baseline accept')").count(), "there is one"
        assert "Changed in place" in bench.text("#saved")
        page.get_by_role("button", name="Go on with mine").click()
        page.wait_for_selector("#told:has-text('mine is on the workbench')")
        assert page.locator("#pinned").inner_text() == ""
    assert mine.read_text() == '# my deck\nextends = "base"\ngoal = 8  # as in the box\n'
    bench.typed(f"{gate} --games 8192", fails_with=3)
    intent.write_text(f"{line}\n")
    bench.typed(f"{gate} --games 16384")


@pytest.mark.full
def test_two_windows_on_one_deck(chromium: Any, tmp_path: Path) -> None:
    """What the other one has saved is shown, and not lost."""
    mine = tmp_path / "configs/shipwreck/decks/mine.toml"
    mine.parent.mkdir(parents=True)
    mine.write_text('extends = "base"\ngoal = 7\n')
    with opened(chromium, tmp_path) as bench:
        other = Bench(bench.page.context.new_page(), tmp_path)
        other.page.goto(bench.page.url)
        for window, name in ((bench, "goal"), (other, "doom limit")):
            window.ready()
            window.page.fill("[name=policy]", "novice")
            window.players(3)
            with window.page.expect_response("**/workbench/fields?content=mine*"):
                window.page.select_option("[name=content]", "mine")
            window.page.get_by_label(f"more: {name}", exact=True).click()
            window.page.wait_for_selector(".is-changed")
        bench.saved_as("mine")
        assert "goal = 8" in mine.read_text()
        other.saved_as("mine")
        assert "has changed since it was opened here" in other.text("#saved")
        assert "doom_limit = 8" not in mine.read_text()
        other.page.get_by_role("button", name="I have read it").click()
        other.page.wait_for_selector("#saved:has-text('Changed in place')")
        assert "goal = 8" in mine.read_text()
        assert "doom_limit = 8" in mine.read_text()
        bench.complaints[:] = [line for line in bench.complaints + other.complaints if "409" not in line]


@pytest.mark.full
def test_saved_again_and_gone_on_with(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        page = bench.page
        page.fill("[name=policy]", "novice")
        bench.players(3)
        page.get_by_label("more: goal", exact=True).click()
        page.wait_for_selector(".is-changed")
        bench.saved_as("mine")
        page.get_by_label("more: goal", exact=True).click()
        bench.saved_as("mine")
        page.wait_for_selector("#saved:has-text('Changed in place')")
        assert "goal = 9" in (tmp_path / "configs/shipwreck/decks/mine.toml").read_text()
        page.get_by_role("button", name="Go on with mine").click()
        page.wait_for_selector("#told:has-text('mine is on the workbench')")
        assert page.input_value("[name=content]") == "mine"
        assert page.input_value("[name=policy]") == "novice"
        assert bench.text("#changed") == "Nothing is changed yet."


@pytest.mark.full
def test_storms_of_pirates(chromium: Any, tmp_path: Path) -> None:
    """The studio writes no code: who has the change made edits the line that the page names, and the gate sees it. With
    what the page offers to say about all outcomes, it passes."""
    write_new_game(tmp_path / "pirates")
    code, folder = tmp_path / "pirates/game.py", tmp_path / "configs/pirates"
    text = code.read_text()
    (folder / "experiments").mkdir(parents=True)
    (folder / "experiments/three.toml").write_text('game = "pirates"\npolicies = ["bold"]\nplayers = [3]\n')
    with opened(chromium, tmp_path, "--game", "./pirates") as bench:
        bench.page.select_option("[name=experiment]", "three")
        bench.ready()
        whole_story(bench, lambda: bench.less("storms"), lambda: bench.more("storms"))
        bench.saved_as("calm")
        assert "storms" in bench.text("#saved")
        commands = ("check", "baseline accept", "gate")
        check, accept, gate = (bench.offered(f"^fatecast {command}") for command in commands)
        intent = bench.offered("^everywhere|; everywhere")
    assert code.read_text() == text, "nothing writes code"
    assert "storms = 2" in (folder / "experiments/calm.toml").read_text()
    bench.typed(check)
    bench.typed(f"{accept} --games 1024")
    assert text.count("Parameter(3, 1, 8") == 1
    code.write_text(text.replace("Parameter(3, 1, 8", "Parameter(2, 1, 8"))
    bench.typed(f"{gate} --games 65536", fails_with=3)
    (folder / "baselines/intent.txt").write_text(f"{intent}\n")
    bench.typed(gate)


# The changes below are large, and few cells are played: so each result is decided by a few hundred games. A number that
# hardly matters would be played until it is known to half a point, and each command plays that again.

BOARD = """# our board
extends = "A"
strip = 20  # predictions
"""
ALONE = """game = "oracle"
layouts = ["mine"]
policies = ["prophet"]
players = [1]
rogues = [4]
"""


@pytest.mark.full
def test_a_layout_of_the_oracle(chromium: Any, tmp_path: Path) -> None:
    layouts, experiments = tmp_path / "configs/oracle/layouts", tmp_path / "configs/oracle/experiments"
    layouts.mkdir(parents=True)
    experiments.mkdir()
    mine, intent = layouts / "mine.toml", tmp_path / "configs/oracle/baselines/intent.txt"
    mine.write_text(BOARD)
    (experiments / "tuning.toml").write_text(ALONE)
    with opened(chromium, tmp_path, "--game", "oracle") as bench:
        bench.typed("fatecast baseline accept --game oracle --games 1024")
        bench.content("mine")
        whole_story(bench, lambda: bench.put("strip", 12), lambda: bench.put("strip", 16))
        assert "worth: less" in bench.text("#told")
        bench.saved_as("mine")
        check, line = (bench.page.locator("#saved pre").nth(at).inner_text() for at in (1, 2))
    assert mine.read_text() == BOARD.replace("20", "12"), "nothing else is touched"
    assert "strip 12" in bench.typed(check)
    bench.typed("fatecast gate --game oracle --games 8192", fails_with=3)
    intent.write_text(f"{line}\n")
    bench.typed("fatecast gate --game oracle --games 8192")


@pytest.mark.full
def test_a_game_with_cards_of_its_own(chromium: Any, tmp_path: Path) -> None:
    write_new_game(tmp_path / "smugglers", "cards")
    cards = tmp_path / "smugglers/cards.toml"
    text = cards.read_text()
    with opened(chromium, tmp_path, "--game", "./smugglers") as bench:
        bench.typed("fatecast baseline accept --game ./smugglers --players 2 --games 1024")
        bench.players(2)
        bench.find("Galleon")
        assert bench.page.locator("article.piece:visible").count() == 1
        whole_story(bench, lambda: bench.put("copies", 20), lambda: bench.put("copies", 40))
        assert bench.text("#changed") == "Galleon: copies 1 → 20"
        bench.saved_as("base")
        assert "smugglers/cards.toml" in bench.text("#saved")
        check = bench.page.locator("#saved pre").nth(1).inner_text()
    galleon = 'name = "Galleon"\ncoins = 9\ncopies = '
    assert cards.read_text() == text.replace(f"{galleon}1\n", f"{galleon}20\n"), "nothing else is touched"
    bench.typed(check)
    bench.typed("fatecast gate --game ./smugglers --games 8192", fails_with=3)
    bench.typed("fatecast baseline accept --game ./smugglers --games 1024")
    bench.typed("fatecast gate --game ./smugglers --games 8192")
