"""The story of a designer, in a real browser: a card is changed, the verdict read, pinned, saved, and found again by
the command line. Of slow games each takes minutes, until everything is decided."""

from pathlib import Path
from typing import Any

import pytest

from sim.start.new_game import write_new_game
from tests.support.studio_pages import Bench, opened


def whole_story(bench: Bench, less: str, more: str) -> None:
    """Change a number, read the verdict, pin it, change another, go back, save."""
    bench.page.get_by_label(f"less: {less}", exact=True).first.click()
    first = bench.result()
    assert first
    bench.numbers_are_those_of_the_command()
    bench.page.wait_for_selector("#history li")
    bench.page.click("#pin")
    assert bench.text("#pinned")
    bench.page.get_by_label(f"more: {more}", exact=True).first.click()
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
        whole_story(bench, "moons", "copies")
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
        with page.expect_response("**/workbench/fields?content=mine*"):
            page.select_option("[name=content]", "mine")
        page.wait_for_function("document.querySelector('#changed').textContent.startsWith('Nothing')")
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
        whole_story(bench, "storms", "storms")
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


@pytest.mark.published
def test_a_layout_of_the_oracle(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path, "--game", "oracle") as bench:
        name = bench.first_number()
        whole_story(bench, name, name)


@pytest.mark.published
def test_a_game_with_cards_of_its_own(chromium: Any, tmp_path: Path) -> None:
    write_new_game(tmp_path / "smugglers", "cards")
    with opened(chromium, tmp_path, "--game", "./smugglers") as bench:
        assert bench.page.locator("article.piece").count() > 3
        bench.players(3)
        name = bench.first_number()
        whole_story(bench, name, name)
