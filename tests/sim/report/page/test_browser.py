"""The page as a browser shows it."""

from pathlib import Path
from typing import Any

from tests.support.browser import DESK, Opened


def test_it_opens_without_a_complaint_and_asks_for_nothing(chromium: Any, report: Path) -> None:
    opened = Opened(chromium, report / "index.html")
    assert opened.page.title() == "The <Lottery>: balance report"
    assert opened.evaluate("document.querySelectorAll('figure svg').length") == 7
    opened.page.wait_for_timeout(300)
    assert opened.complaints == []
    assert [url for url in opened.requests if not url.startswith(("data:", "file:"))] == []
    assert len([url for url in opened.requests if url.startswith("file:")]) == 1


def test_a_page_that_does_ask_is_noticed(chromium: Any, report: Path, tmp_path: Path) -> None:
    """The negative control of the test above."""
    text = (report / "index.html").read_text()
    broken = text.replace(
        "</body>", '<img src="http://127.0.0.1:9/x.png"><script>console.log(1); nonsense()</script></body>'
    )
    (tmp_path / "index.html").write_text(broken)
    opened = Opened(chromium, tmp_path / "index.html")
    opened.page.wait_for_timeout(300)
    assert opened.complaints
    assert any(url.startswith("http:") for url in opened.requests)


def luminance(opened: Opened, selector: str, name: str) -> float:
    """0 for black, 1 for white."""
    script = f"getComputedStyle(document.querySelector({selector!r})).{name}.match(/[\\d.]+/g).slice(0, 3).map(Number)"
    red, green, blue = opened.evaluate(script)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def test_light_and_dark(chromium: Any, report: Path) -> None:
    """Paper and ink change places, in the text and in the figures."""
    opened = Opened(chromium, report / "index.html")
    for scheme in ("light", "dark"):
        opened.page.emulate_media(color_scheme=scheme)
        paper = luminance(opened, "body", "backgroundColor")
        for selector, colour in (("h1", "color"), ("#main tbody th", "color"), ("figure svg text", "fill")):
            assert abs(luminance(opened, selector, colour) - paper) > 0.5
        assert (paper > 0.5) == (scheme == "light")


def test_the_first_screen_has_the_answer(chromium: Any, report: Path) -> None:
    opened = Opened(chromium, report / "index.html")
    for selector in ("#main tbody tr:last-child", ".sentences li:last-child"):
        assert opened.page.locator(f".first {selector}").bounding_box()["y"] < DESK["height"], selector
    assert "Out of line" in opened.page.locator("#verdict").inner_text()


def test_one_click_shows_any_table(chromium: Any, report: Path) -> None:
    """The page is short: its sections are folded. What a section holds is seen as soon as it is open."""
    opened = Opened(chromium, report / "index.html")
    assert not opened.page.locator("#effects").is_visible()
    buried = """[...document.querySelectorAll('table')].filter(table => {
        let folds = 0;
        for (let each = table.parentElement; each; each = each.parentElement)
            folds += each.tagName === 'DETAILS' && !each.open;
        return folds > 1;
    }).map(table => table.id)"""
    assert opened.evaluate(buried) == []
    for link in opened.page.locator("nav a").all():
        link.click()
        section = opened.page.locator(link.get_attribute("href"))
        assert section.evaluate("each => each.open"), link.get_attribute("href")
    assert opened.page.locator("#effects").is_visible()
    assert opened.evaluate("document.querySelectorAll('details.section:not([open])').length") == 0


def test_it_prints(chromium: Any, report: Path) -> None:
    opened = Opened(chromium, report / "index.html", color_scheme="dark")
    opened.page.emulate_media(media="print", color_scheme="dark")
    assert luminance(opened, "body", "backgroundColor") > 0.95
    assert luminance(opened, "h1", "color") < 0.1
    assert not opened.page.locator("nav").is_visible()
    assert len(opened.page.pdf(format="A4")) > 20_000
