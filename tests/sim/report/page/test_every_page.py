"""Every kind of page in a browser, on a phone and on a desk, light and dark: no label is clipped, no text touches
another, nothing is too wide, no half is empty, and every text can be read. Each check has a page that fails it."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.language.current import speaking
from tests.support.browser import Opened
from tests.support.page_faults import DRAWN, LEAST_CONTRAST, OPEN, all_faults, faults
from tests.support.pages import KINDS, toys
from tests.support.undrawn import without_pixels


@pytest.fixture(scope="module", autouse=True)
def all_games() -> Iterator[None]:
    with toys():
        yield


@pytest.fixture(scope="module")
def page_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The page of a kind, made once."""

    @cache
    def made(kind: str, language: str = "en") -> Path:
        with speaking(language), without_pixels():
            return KINDS[kind](tmp_path_factory.mktemp("page"))

    return made


IN_EVERY_WAY = (
    "production",
    "returns, focus",
    "shipwreck",
    "pig, focus",
    "own, 26 cards and columns",
    "three side by side",
)
"""Kinds of page that have every part between them."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("kind", "language"), [*((kind, "en") for kind in IN_EVERY_WAY), ("shipwreck", "es"), ("returns, focus", "es")]
)
def test_the_page_can_be_read(chromium: Any, page_of: Callable[[str, str], Path], kind: str, language: str) -> None:
    """Also in Spanish, whose words are longer."""
    opened = Opened(chromium, page_of(kind, language))
    assert opened.complaints == []
    assert all_faults(opened) == {}
    opened.close()


@pytest.fixture(scope="module")
def page(page_of: Callable[[str], Path]) -> Path:
    return page_of("contest, focus")


@pytest.fixture(scope="module")
def at_desk(chromium: Any, page: Path) -> Iterator[Opened]:
    """That page, opened once; load it again before you break it."""
    opened = Opened(chromium, page, viewport={"width": 1300, "height": 900})
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("breaking", "check", "fault"),
    [
        ("document.querySelector('figure svg text').style.transform = 'translate(-300px)'", "figure", "clipped"),
        (
            "{ const [one, two] = document.querySelectorAll('figure svg text'); two.replaceWith(one.cloneNode(true)) }",
            "figure",
            "touch",
        ),
        ("document.querySelector('h2').style.width = '2000px'", "width", "the page is"),
        ("document.querySelector('.first p').style.cssText = 'width:9em;white-space:nowrap'", "width", "too wide"),
        ("document.querySelectorAll('.beside').forEach(each => each.lastElementChild.remove())", "empty", "right half"),
        ("document.body.style.color = '#bbb'", "contrast", ": "),
        ("document.querySelectorAll('svg text').forEach(each => each.style.fill = '#bbb')", "contrast", ": "),
        (
            "document.querySelector('pre').style.cssText = 'white-space:pre;overflow:auto;width:9em'",
            "cut",
            'cut: "fate',
        ),
        ("document.querySelector('.scroll').style.cssText = 'width:9em;mask:none'", "cut", "cut: "),
        ("document.querySelector('.scroll').style.cssText = 'max-height:4em;mask:none'", "cut", "cut: "),
        ("document.querySelector('.sentences').style.cssText = 'height:1em;overflow:hidden'", "cut", "cut: "),
    ],
    ids=[
        "clipped",
        "touching",
        "wide page",
        "wide text",
        "empty half",
        "faint text",
        "faint label",
        "cut command",
        "cut column",
        "cut row",
        "hidden text",
    ],
)
def test_a_broken_page_is_noticed(at_desk: Opened, breaking: str, check: str, fault: str) -> None:
    at_desk.page.reload()
    at_desk.evaluate(OPEN)
    argument = {"empty": "0.5, 0.35", "contrast": LEAST_CONTRAST}.get(check, "")
    call = f"{check}Faults({argument})"
    assert faults(at_desk, call) == []
    at_desk.evaluate(f"() => {{ {breaking} }}")
    assert any(fault in told for told in faults(at_desk, call))


def test_what_scrolls_fades_until_its_end(chromium: Any, page: Path) -> None:
    opened = Opened(chromium, page, viewport={"width": 400, "height": 900})
    opened.evaluate(OPEN)
    fades = """async (end) => {
        const box = document.querySelector('#cells').parentElement;
        box.scrollLeft = end ? box.scrollWidth : 0;
        DRAWN
        const style = getComputedStyle(box);
        return ['--left', '--right'].map((side) => parseFloat(style.getPropertyValue(side)) > 0);
    }""".replace("DRAWN", DRAWN)
    assert opened.page.evaluate(fades, False) == [False, True]
    assert opened.page.evaluate(fades, True) == [True, False]
    opened.close()


@pytest.mark.full
def test_the_tables_that_a_reader_needs_first_fit_a_phone(chromium: Any, page_of: Callable[[str], Path]) -> None:
    for kind, needed in (
        ("pig", ["main", "seats-table", "lengths"]),
        ("several decks", ["main", "version-1", "cells"]),
    ):
        opened = Opened(chromium, page_of(kind), viewport={"width": 400, "height": 900})
        opened.evaluate(OPEN)
        for table in needed:
            box = f"document.getElementById('{table}').parentElement"
            assert opened.evaluate(f"{box}.scrollWidth - {box}.clientWidth") <= 1, table
        opened.close()


def is_seen(opened: Opened, part: str, width: int) -> bool:
    """Whether a part lies within the first screen."""
    box = opened.page.locator(part).bounding_box()
    return bool(box["y"] >= 0 and box["y"] + box["height"] < 800 and box["x"] >= 0 and box["x"] + box["width"] <= width)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["cards", "production", "cooperative"])
def test_the_verdict_is_seen_without_scrolling(chromium: Any, page_of: Callable[[str], Path], kind: str) -> None:
    for width in (1300, 400):
        opened = Opened(chromium, page_of(kind), viewport={"width": width, "height": 800})
        if opened.evaluate("document.querySelectorAll('.first').length"):  # a page of one run
            assert opened.evaluate("document.querySelectorAll('#verdict dt').length") == 3
            assert is_seen(opened, "#verdict", width), width
        opened.close()


def test_which_card_is_too_strong_is_answered_on_the_first_screen(
    chromium: Any, page_of: Callable[[str], Path]
) -> None:
    for width in (1300, 400):
        opened = Opened(chromium, page_of("cards"), viewport={"width": width, "height": 800})
        shown = ("#fates-answer", "#fates-first tbody tr:first-child") if width == 1300 else ("#verdict",)
        assert [part for part in shown if not is_seen(opened, part, width)] == []
        table = "document.getElementById('fates-first').parentElement"
        assert opened.evaluate(f"{table}.scrollWidth - {table}.clientWidth") <= 1, width
        opened.close()
