"""What the editors of the workbench do beyond a number: a rule that is wrong is marked where it is wrong, and a dial of
who plays is a change like any other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.studio_pages import PATIENCE, Bench, opened

pytestmark = pytest.mark.full

DIAL = "input[type=range][aria-label='forget powers']"


@pytest.fixture(autouse=True)
def patient() -> Iterator[None]:
    """On a busy machine, an answer takes as long as it takes."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    yield
    expect.set_options(timeout=None)


def novices(bench: Bench) -> None:
    """Three of them play. What the server lists for them is there: an editor that is drawn anew is another one."""
    with bench.page.expect_response("**/workbench/fields?*policy=novice*"):
        bench.page.fill("[name=policy]", "novice")
        bench.page.keyboard.press("Tab")
    bench.page.wait_for_selector(DIAL)
    bench.players(3)


def test_a_wrong_rule_is_marked_and_a_dial_plays_a_trial(chromium: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with opened(chromium, tmp_path) as bench:
        novices(bench)
        card = bench.page.locator("[data-piece=the-deep]")
        rule, wrong = card.locator("textarea").first, card.locator(".wrong:visible")
        rule.fill("played >= keptt")
        expect(wrong.locator("mark")).to_have_text("keptt")
        expect(wrong.locator("code")).to_have_text("played >= keptt")
        line = wrong.inner_text().removeprefix("played >= keptt")
        assert "kept" in line, line
        expect(rule).to_have_attribute("aria-invalid", "true")
        expect(rule).to_have_attribute("aria-describedby", str(wrong.get_attribute("id")))
        expect(bench.page.locator("#told")).to_contain_text("keptt")

        rule.fill("played >= kept")
        expect(card.locator("mark")).to_have_count(0)
        bench.result()
        expect(rule).to_have_attribute("aria-invalid", "false")
        assert "'cards.the-deep.play=played >= kept'" in bench.command
        # A wrong rule is refused, and the browser says so.
        bench.complaints[:] = [line for line in bench.complaints if "400" not in line]

        slider = bench.page.locator(DIAL)
        number = bench.page.locator(".field", has=slider).locator("input[type=number]")
        told, before = bench.page.locator("#changed"), slider.input_value()
        slider.fill("0.9")
        expect(number).to_have_value("0.9")
        expect(told).to_contain_text(f"{before} → 0.9")
        bench.page.wait_for_selector("#cells td.cell")
        expect(bench.page.locator("#command")).to_contain_text("forget_powers=0.9")
        assert bench.page.locator("#cells td.cell").count()

        number.fill("0.1")  # the slider follows
        expect(slider).to_have_value("0.1")
        expect(told).to_contain_text(f"{before} → 0.1")
        expect(bench.page.locator("#command")).to_contain_text("forget_powers=0.1")
        bench.result()
        bench.numbers_are_those_of_the_command()
