"""The story of a designer, in a real browser: a card is changed, the verdict read, pinned, saved, and found again by
the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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
