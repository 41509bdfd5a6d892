"""What the script of a page does, what the page is without it, and that no other script runs."""

from pathlib import Path
from typing import Any

import pytest

from sim.report.shared.frame import Frame
from tests.support.browser import Opened

TABLE = """
<table class="sortable"><thead><tr><th>name</th><th>value</th></tr></thead><tbody>
<tr><th data-v="b">b</th><td data-v="9">9</td></tr>
<tr><th data-v="d">d</th><td>–</td></tr>
<tr><th data-v="a">a</th><td data-v="10">10 <small>8 to 12</small></td></tr>
<tr><th data-v="c">c</th><td data-v="-1.5">−1.5</td></tr>
<tr><th data-v="10">10</th><td data-v="9">9</td></tr>
</tbody></table>
"""


@pytest.fixture
def sorting(chromium: Any, tmp_path: Path) -> Any:
    (tmp_path / "page.html").write_text(f"<body>{TABLE}<script>{Frame().script}</script></body>")
    opened = Opened(chromium, tmp_path / "page.html")
    yield opened
    opened.close()


def names(opened: Opened) -> list[str]:
    found: list[str] = opened.evaluate("[...document.querySelectorAll('tbody th')].map(each => each.textContent)")
    return found


def test_numbers_sort_as_numbers_and_what_is_missing_comes_last(sorting: Opened) -> None:
    """9 stands before 10, an interval does not count, and the two that are equal keep their order."""
    head = sorting.page.locator("thead th").nth(1)
    head.click()
    assert names(sorting) == ["a", "b", "10", "c", "d"]
    assert head.get_attribute("aria-sort") == "descending"
    head.click()
    assert names(sorting) == ["c", "b", "10", "a", "d"]
    assert head.get_attribute("aria-sort") == "ascending"


def test_words_sort_as_words_even_if_one_looks_like_a_number(sorting: Opened) -> None:
    head = sorting.page.locator("thead th").nth(0)
    head.focus()
    head.press("Enter")
    assert names(sorting) == ["10", "a", "b", "c", "d"]
    head.press(" ")
    assert names(sorting) == ["d", "c", "b", "a", "10"]
    assert sorting.page.locator("thead th").nth(1).get_attribute("aria-sort") is None


def test_a_mark_tells_its_value_to_the_pointer_and_to_the_keys(chromium: Any, report: Path) -> None:
    opened = Opened(chromium, report / "index.html")
    opened.page.locator("nav a").first.click()
    tip = opened.page.locator(".tip")
    assert not tip.is_visible()
    mark = opened.page.locator("figure svg .value").first
    mark.hover(force=True)
    assert tip.inner_text() == mark.get_attribute("aria-label")
    assert "4,000 games" in tip.inner_text()
    opened.page.mouse.move(0, 0)
    assert not tip.is_visible()
    stops = opened.evaluate(
        "[...document.querySelectorAll('figure svg')].map(e => e.querySelectorAll('[tabindex=\"0\"]').length)"
    )
    assert set(stops) == {1}, "each figure is one stop of the Tab key"
    mark.focus()
    first = tip.inner_text()
    opened.page.keyboard.press("ArrowRight")
    assert tip.is_visible()
    assert tip.inner_text() != first
    opened.page.keyboard.press("Escape")
    assert not tip.is_visible()
    opened.close()


def test_without_a_script_the_page_is_complete(chromium: Any, report: Path) -> None:
    opened = Opened(chromium, report / "index.html", java_script_enabled=False)
    assert opened.page.locator("#effects tbody tr").count() == 8
    mark = opened.page.locator("figure svg .value").first
    assert mark.locator("title").text_content() == mark.get_attribute("aria-label")
    assert opened.page.locator("[aria-sort], .tip, .sorts").count() == 0
    opened.close()


@pytest.mark.parametrize(
    "injected",
    ["<script>document.title = 'owned'</script>", "<img src=x onerror=\"document.title = 'owned'\">"],
    ids=["script", "handler"],
)
def test_no_other_script_runs(chromium: Any, report: Path, tmp_path: Path, injected: str) -> None:
    """Should a name ever get through unescaped. Without the policy it would run: the negative control."""
    text = (report / "index.html").read_text().replace("<main>", f"<main>{injected}")
    policy = "Content-Security-Policy"
    titles = []
    for name, page in (("kept.html", text), ("dropped.html", text.replace(policy, "X"))):
        (tmp_path / name).write_text(page)
        opened = Opened(chromium, tmp_path / name)
        opened.page.wait_for_timeout(100)
        titles.append(opened.page.title())
        assert opened.page.locator(".sorts").count(), "our own script runs"
        opened.close()
    assert titles == ["The <Lottery>: balance report", "owned"]
