"""Every room in Spanish, whose words are longer: nothing stands out of the page, on a phone and on a desk."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.studio_pages import opened
from tests.support.studio_rooms import few_games, too_wide

pytestmark = pytest.mark.full

WIDTHS = [360, 400, 1300]


def wide_parts(page: Any) -> dict[int, list[str]]:
    """What is too wide, by the width of the window."""
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if parts := too_wide(page):
            found[width] = parts
    page.set_viewport_size({"width": 1300, "height": 900})
    return found


def test_every_room_fits(chromium: Any, tmp_path: Path) -> None:
    few_games(tmp_path)
    with opened(chromium, tmp_path) as bench:
        page = bench.page
        page.click("[data-language=es]")
        page.wait_for_selector("html[lang=es][data-ready=yes]")
        page.fill("[name=policy]", "novice")
        bench.players(3)
        for word in ("el fóndo", "The Deep"):  # with or without accents, and as the file calls it
            bench.find(word)
            assert page.locator("[data-piece=the-deep]").is_visible()
        page.get_by_label("menos: moons", exact=True).first.click()
        page.wait_for_selector("#history li")
        page.click("#save")
        wrong = {"/workbench": wide_parts(page)}
        for path, shown in (("/runs", "#runs th"), ("/games", "#finding"), ("/side-by-side", "#asking")):
            page.click(f"nav a[href='{path}']")
            page.wait_for_selector(f"html[data-ready=yes] {shown}")
            assert page.get_attribute("html", "lang") == "es"
            wrong[path] = wide_parts(page)
        assert {room: parts for room, parts in wrong.items() if parts} == {}
        page.evaluate("document.querySelector('h1').style.width = '500px'")
        assert [*wide_parts(page)] == [360, 400]
