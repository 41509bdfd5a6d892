"""What the editors of the workbench do beyond a number: a rule that is wrong is marked where it is wrong, and a dial of
who plays is a change like any other."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.studio_pages import Bench, opened

pytestmark = pytest.mark.full


def test_the_checkers_mark_stands_under_the_wrong_word(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        page = bench.page
        page.fill("[name=policy]", "novice")
        bench.players(3)
        card = page.locator("[data-piece=the-deep]")
        rule = card.locator("textarea").first
        rule.fill("played >= keptt")
        mark = card.locator(".wrong:visible mark")
        mark.wait_for()
        assert mark.inner_text() == "keptt"
        assert card.locator(".wrong:visible code").inner_text() == "played >= keptt"
        line = card.locator(".wrong:visible").inner_text()
        assert "kept" in line.removeprefix("played >= keptt"), line
        assert rule.get_attribute("aria-invalid") == "true"
        told = card.locator(".wrong:visible").get_attribute("id")
        assert rule.get_attribute("aria-describedby") == told
        assert "keptt" in bench.text("#told")

        rule.fill("played >= kept")
        page.wait_for_function("document.querySelectorAll('mark').length === 0")
        bench.result()
        assert rule.get_attribute("aria-invalid") == "false"
        bench.numbers_are_those_of_the_command()
        bench.complaints.clear()  # a wrong rule is refused, and the browser says so


def test_a_dial_of_who_plays_is_a_slider_that_plays_a_trial(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        page = bench.page
        page.fill("[name=policy]", "novice")
        page.keyboard.press("Tab")
        bench.players(3)
        slider = page.locator("input[type=range][aria-label*=forget_powers]")
        slider.wait_for()
        before = float(slider.input_value())
        slider.fill("0.9")
        assert float(slider.input_value()) == 0.9 != before
        number = page.locator(".field", has=slider).locator("input[type=number]")
        assert number.input_value() == "0.9", "the number beside it follows"
        first = bench.result()
        assert "harder" in first or "held" in first or "unclear" in first, first
        assert "0.9" in bench.text("#changed")
        assert "forget_powers" in bench.command
        bench.numbers_are_those_of_the_command()
        page.wait_for_selector("#history li")
        _number_follows_back(bench, number, slider)


def _number_follows_back(bench: Bench, number: Any, slider: Any) -> None:
    """The slider follows a number that is typed."""
    number.fill("0.1")
    bench.page.wait_for_function("each => each.value === '0.1'", arg=slider.element_handle())
    bench.result()
    assert "0.1" in bench.text("#changed")
