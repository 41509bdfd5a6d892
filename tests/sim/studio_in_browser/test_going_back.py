"""Back to a step of the history: with the changes, who played comes back, and whatever is done meanwhile is done to the
step."""

from pathlib import Path
from time import sleep
from typing import Any

import pytest

from tests.support.studio_pages import Bench, opened

pytestmark = pytest.mark.full


def tried(bench: Bench, policy: str, players: str, goal: int) -> str:
    """Who plays, and another goal: what the page says about it."""
    page = bench.page
    page.fill("[name='axis:players']", players)
    with page.expect_response(f"**/workbench/fields?*policy={policy}*"):
        page.fill("[name=policy]", policy)
        page.keyboard.press("Tab")
    page.wait_for_selector(f".who:has-text('{policy}')")
    bench.put("goal", goal)
    told = bench.result()
    page.wait_for_selector(f"#history li:has-text('→ {goal}')")
    return told


def back(bench: Bench, goal: int) -> Any:
    return bench.page.locator(f"#history li:has-text('→ {goal}')").last.get_by_role("button", name="Go back to this")


def shown(bench: Bench, command: str) -> None:
    """Until the page shows what this command prints, with any number of games."""
    bench.page.wait_for_selector(f"#more:not([hidden]) #command:has-text('{command}')", state="attached")


def setting(bench: Bench) -> list[str]:
    names = ("[name=policy]", "[name='axis:players']", "[name='axis:doom']", "[name='axis:challenge']")
    return [bench.page.input_value(name) for name in names]


def test_who_played_comes_back_with_a_step(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        page = bench.page
        page.fill("[name='axis:doom']", "0")
        first = tried(bench, "novice", "3", 30)
        command = bench.command
        page.fill("[name='axis:doom']", "")
        page.select_option("[name='axis:challenge']", "off")
        tried(bench, "literal", "2", 29)
        back(bench, 30).click()
        page.wait_for_selector("#changed:has-text('→ 30')")
        assert setting(bench) == ["novice", "3", "0", ""]
        assert bench.result() == first
        assert bench.command == command
        back(bench, 29).click()
        page.wait_for_selector("#changed:has-text('→ 29')")
        assert setting(bench) == ["literal", "2", "", "off"]


def slowly(route: Any) -> None:
    sleep(0.3)
    route.continue_()


def test_what_is_done_meanwhile_is_done_to_the_step(chromium: Any, tmp_path: Path) -> None:
    with opened(chromium, tmp_path) as bench:
        page = bench.page
        tried(bench, "novice", "3", 30)
        tried(bench, "literal", "2", 29)
        for name in ("step", "fields"):
            page.route(f"**/workbench/{name}?*", slowly)
        back(bench, 30).click()
        bench.put("doom limit", 12)
        page.fill("[name='axis:players']", "4")
        page.keyboard.press("Tab")
        page.wait_for_selector("#changed:has-text('→ 30; doom limit')")
        assert "→ 12" in bench.text("#changed")
        assert setting(bench)[:2] == ["novice", "4"]
        shown(bench, "goal=30 doom_limit=12 --deck base --policy novice --players 4 ")
        back(bench, 30).click()
        back(bench, 29).click()
        page.wait_for_selector("#changed:has-text('→ 29')")
        shown(bench, "goal=29 --deck base --policy literal --players 2 ")
        assert setting(bench)[:2] == ["literal", "2"], "the last one that was asked for"
