"""A report in another language says the same numbers, and keeps its language: it is checked in that."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import fatecast
from engine.language.current import language, speaking
from tests.support.undrawn import without_figures

GRID = {"game": "pig", "players": [2, 3], "policies": ["hold at=20", "random"], "games": 40, "seed": 1}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """A run that was made in English, with a page in each language."""
    folder = tmp_path_factory.mktemp("languages")
    played = fatecast.run(GRID, out=folder / "run", executor="inline", report=False)
    made = {code: folder / code for code in ("en", "es")}
    with without_figures():
        for code, page in made.items():
            fatecast.report(played, out=page, lang=code)
        yield {"run": Path(played.path), **made}


def test_the_call_around_it_goes_on_in_its_own(pages: dict[str, Path]) -> None:
    assert language() == "en"
    for code, said in (("en", "Who wins?"), ("es", "\u00bfQui\u00e9n gana?")):
        page = (pages[code] / "index.html").read_text(encoding="utf-8")
        assert f'<html lang="{code}"' in page
        assert said in page


def test_the_tables_are_the_same(pages: dict[str, Path]) -> None:
    english, spanish = ({path.name: path.read_bytes() for path in pages[code].rglob("*.csv")} for code in ("en", "es"))
    assert english == spanish
    assert len(english) > 3


@pytest.mark.parametrize(("page", "asks"), [("en", "es"), ("es", "en")])
def test_it_is_checked_whoever_asks(page: str, asks: str, pages: dict[str, Path]) -> None:
    with speaking(asks):
        assert fatecast.verify(pages["run"], sample=1, report=pages[page]).right


def test_a_word_that_is_another_is_found(pages: dict[str, Path]) -> None:
    """In the language of the page, and only there: a page is not taken for right because it is another language."""
    page = pages["es"] / "index.html"
    before = page.read_text(encoding="utf-8")
    page.write_text(before.replace("partidas", "batallas", 1), encoding="utf-8")
    found = fatecast.verify(pages["run"], sample=1, report=pages["es"])
    assert not found.right
    page.write_text(before, encoding="utf-8")
