"""Among what is open on a page, each number stands once: a reader who meets it twice looks for the difference."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.support.pages import KINDS, toys
from tests.support.undrawn import without_figures

ASKED = ("cards", "production", "contest, focus", "contest", "returns, focus", "shipwreck")
"""A page of each kind."""
INTERVAL = re.compile(r"([+−]?[\d.,]+)\sto\s([+−]?[\d.,]+\d)")


class OpenText(HTMLParser):
    """The words that a reader sees before any click."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[list[str]] = [[]]
        """What each table says, and what is said between them."""
        self.shut: list[bool] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "details":
            self.shut.append(("open", None) not in attributes and "open" not in dict(attributes))
        if tag == "table":
            self.places.append([])
        self.hidden += tag in ("svg", "script", "style")

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.shut.pop()
        if tag == "table":
            self.places.append([])
        self.hidden -= tag in ("svg", "script", "style")

    def handle_data(self, data: str) -> None:
        if not self.hidden and not any(self.shut):
            self.places[-1].append(data)


def intervals(page: str) -> Iterator[str]:
    """The intervals among what is open, those of one table once: two of its entries may be alike. One that begins or
    ends at a bound says little: several cells have it."""
    found = OpenText()
    found.feed(page)
    for words in found.places:
        for low, high in dict.fromkeys(INTERVAL.findall(" ".join(words))):
            if as_number(low) and as_number(high) != 100:
                yield f"{low} to {high}"


def as_number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ""))


def made(kind: str, folder: Path) -> str:
    with toys(), without_figures():
        return KINDS[kind](folder).read_text()


def said_twice(page: str) -> list[str]:
    return [each for each, times in Counter(intervals(page)).items() if times > 1]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", ASKED)
def test_no_number_stands_twice_among_what_is_open(kind: str, tmp_path: Path) -> None:
    assert said_twice(made(kind, tmp_path)) == []


def test_a_verdict_that_repeats_its_table_is_found(tmp_path: Path) -> None:
    page = made("pig, one cell", tmp_path)
    [told] = re.findall(r'id="main".*?<small>([^<]*)</small>', page, re.DOTALL)[:1]
    assert said_twice(page.replace("</dl>", f"<dd>It is 50 % ({told}).</dd></dl>", 1)) == [
        " to ".join(told.split(" to "))
    ]
    assert said_twice(page.replace("</dl>", f"</dl><details><p>({told})</p></details>", 1)) == [], "it is folded"
