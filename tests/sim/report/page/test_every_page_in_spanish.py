"""Every kind of page in Spanish, whose words are longer: nothing is too wide, clipped or on top of something else, on a
phone and on a desk. The checks are those of the English pages, and so are the pages that must fail them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.language.current import speaking
from tests.support.browser import Opened
from tests.support.page_faults import all_faults
from tests.support.pages import KINDS, MORE, toys
from tests.support.undrawn import without_pixels


@pytest.fixture(scope="module", autouse=True)
def all_games() -> Iterator[None]:
    with toys():
        yield


@pytest.mark.full
@pytest.mark.parametrize("kind", [*KINDS, *MORE])
def test_the_page_can_be_read(chromium: Any, kind: str, tmp_path: Path) -> None:
    with speaking("es"), without_pixels():
        page = {**KINDS, **MORE}[kind](tmp_path)
    opened = Opened(chromium, page)
    assert opened.evaluate("document.documentElement.lang") == "es"
    assert opened.complaints == []
    assert all_faults(opened) == {}
    opened.close()
