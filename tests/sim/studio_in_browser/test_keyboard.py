"""The designer's story by the keyboard alone: everything is reached, seen to be reached, and never lost."""

import re
from pathlib import Path
from typing import Any

import pytest

from sim.start.new_game import write_new_game
from tests.support.studio_pages import Bench, opened

pytestmark = pytest.mark.full

MOST = 60
"""Presses of a key until something must be reached."""


class Keys:
    """Somebody who has no mouse."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.page = bench, bench.page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def write(self, text: str) -> None:
        self.page.keyboard.type(text)

    def has(self, selector: str) -> bool:
        return bool(self.page.locator(f"{selector}:focus").count())

    def to(self, selector: str, key: str = "Tab") -> None:
        """Go on until it has the focus. Each stop on the way can be seen."""
        for _ in range(MOST):
            self.press(key)
            self.is_seen()
            if self.has(selector):
                return
        pytest.fail(f"{selector} is not reached by {key}")

    def is_seen(self) -> None:
        """What has the focus is marked, and is in the window."""
        from playwright.sync_api import expect

        focus = self.page.locator(":focus")
        if focus.count():  # after the last one, the browser's own bar has it
            expect(focus).to_have_css("outline-style", "solid", timeout=5000)
            expect(focus).to_have_css("outline-width", re.compile("[23]px"), timeout=5000)
            expect(focus).to_be_in_viewport(timeout=5000)


def test_the_story_by_the_keyboard_alone(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        keys, page = Keys(bench), bench.page
        keys.to(".skip")
        keys.press("Enter")
        keys.to("[name=policy]")
        keys.write("novice")
        keys.to("[name='axis:players']")
        keys.write("3")
        keys.to("#find")
        keys.write("The Deep")
        assert page.locator("article.piece:visible").count() == 1
        keys.to("[aria-label='less: moons']")
        keys.press("Enter")
        first = bench.result()
        assert keys.has("[aria-label='less: moons']")
        assert bench.text("#changed") == "The Deep: moons 3 → 2"

        keys.to("#pin", "Shift+Tab")
        keys.press("Enter")
        assert keys.has("#result"), "the button can no longer be pressed: the focus is with the result"
        keys.is_seen()
        assert "moons 3 → 2" in bench.text("#pinned")
        keys.to("[aria-label='less: copies'] + input")
        keys.press("ArrowUp")
        page.wait_for_selector("#history li:first-child:has-text('copies')")
        bench.result()
        assert keys.has("[aria-label='less: copies'] + input")

        keys.to("#history li:last-child button")
        keys.press("Enter")
        assert bench.result() == first
        page.wait_for_selector("#history li:nth-child(3)")
        assert keys.has("#history li:last-child button"), "a new step does not take the focus"

        keys.to("#history li:last-child button[aria-expanded]")
        keys.press("Enter")
        keys.write("shallow water")
        keys.press("Enter")
        page.wait_for_selector("#history strong")
        assert keys.has("#history li:last-child button[aria-expanded]"), "the step is drawn anew, and has the focus"

        keys.to("#save", "Shift+Tab")
        keys.press("Enter")
        assert keys.has("#save-name")
        keys.write("shallow")
        keys.press("Enter")
        page.wait_for_selector("#saved p")
        assert keys.has("#save")
    assert "moons = 2" in (tmp_path / "configs/shipwreck/decks/shallow.toml").read_text()


COVERED = """() => {
  const [focus, bar] = [document.activeElement, document.getElementById("actions")];
  if (focus.contains(bar) || bar.contains(focus)) return "";
  const [there, above] = [focus.getBoundingClientRect(), bar.getBoundingClientRect()];
  const is_apart = there.bottom <= above.top || there.top >= above.bottom || there.right <= above.left;
  return is_apart ? "" : focus.outerHTML.slice(0, 80);
}"""
"""What has the focus and lies under the bar, if only in part."""


def test_what_can_be_done_stays_in_sight_and_hides_no_focus(chromium: Any, tmp_path: Path) -> None:
    """On a phone. Pirates have five outcomes, and a table for each."""
    from playwright.sync_api import expect

    write_new_game(tmp_path / "pirates")
    with opened(chromium, tmp_path, "--game", "./pirates", viewport={"width": 400, "height": 800}) as bench:
        page = bench.page
        bench.players(3)
        page.get_by_label("less: storms", exact=True).click()
        bench.result()
        assert page.locator("#cells table").count() == 5
        page.wait_for_selector("#history li")
        for place in (0, 10_000):
            page.evaluate("place => scrollTo(0, place)", place)
            for button in ("#pin", "#reset", "#save"):
                expect(page.locator(button)).to_be_in_viewport(ratio=1)
        page.focus("#main")
        stops: list[str] = []
        while (stop := page.evaluate("document.activeElement.outerHTML.slice(0, 200)")) not in stops[1:]:
            assert page.evaluate(COVERED) == ""
            stops.append(stop)
            page.keyboard.press("Tab")
        assert len(stops) > 15
        bench.saved_as("calm")
        expect(page.locator("#saved p").first).to_be_in_viewport(ratio=1)
