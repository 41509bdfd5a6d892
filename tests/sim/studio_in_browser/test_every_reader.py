"""Every room, read by everybody: by axe-core's rules of WCAG 2.2 AA, light and dark, on a desk and on a phone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.studio_pages import Bench, opened
from tests.support.studio_rooms import every_room, few_games, too_wide

pytestmark = pytest.mark.full

AXE = Path(__file__).parent / "axe" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WIDTHS = [400, 1300]
PLANTED = {
    "image-alt": "const image = document.createElement('img'); image.src = '/static/icon.svg'; MAIN.append(image)",
    "label": "const input = document.createElement('input'); MAIN.append(input)",
    "color-contrast": "const grey = document.createElement('p'); grey.textContent = 'pale'; "
    "grey.style.color = '#888'; grey.style.background = '#999'; MAIN.append(grey)",
    "target-size": "for (const word of ['a', 'b']) { const small = document.createElement('button'); "
    "small.textContent = word; small.style = 'all: unset; width: 9px; height: 9px; font-size: 8px; "
    "display: inline-block'; MAIN.append(small) }",
}
"""Mistakes, by the rule that must find them."""
WHERE = "document.querySelector('main')"


@pytest.fixture(scope="module")
def bench(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One studio for all. The page's policy is off, or axe could not be brought in."""
    folder = tmp_path_factory.mktemp("studio")
    few_games(folder)
    with opened(chromium, folder, bypass_csp=True) as found:
        yield found


def faults(page: Any) -> dict[str, list[str]]:
    """What axe finds: for each rule that is broken, where."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found = page.evaluate("tags => axe.run({runOnly: tags})", TAGS)
    return {each["id"]: [node["html"] for node in each["nodes"]] for each in found["violations"]}


def test_no_room_breaks_a_rule(bench: Bench) -> None:
    page = bench.page
    wrong: dict[str, object] = {}
    for room in every_room(bench):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if found := too_wide(page):
                wrong[f"{room}, {width} px: too wide"] = found
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                if broken := faults(page):
                    wrong[f"{room}, {width} px, {scheme}"] = broken
    assert wrong == {}


def test_planted_mistakes_are_found(bench: Bench) -> None:
    bench.room("Runs")
    for mistake in PLANTED.values():
        bench.page.evaluate(f"() => {{ {mistake.replace('MAIN', WHERE)} }}")
    assert {*faults(bench.page)} == {*PLANTED}
    bench.room("Runs")
    bench.page.set_viewport_size({"width": 400, "height": 900})
    assert too_wide(bench.page) == []
    bench.page.evaluate("document.querySelector('h1').style.width = '500px'")
    assert too_wide(bench.page)
