"""A pseudo-language: every text of the laboratory in ⟦ ⟧, every quantity in ⟨ ⟩, every word of a game in ‹ ›."""

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from engine.language import catalogues, current
from engine.language.catalogues import Catalogue, Words
from engine.language.rules import ENGLISH
from sim.studio.doors import language as doors

CODE = "xx"
OPENS, ENDS = "⟦⟨‹", "⟧⟩›"
SILENT = re.compile(r"<(script|style|pre|code|title|svg)\b.*?</\1>", re.DOTALL)
WORD = re.compile(r"[A-Za-z]{2,}")
NUMBER = re.compile(r"(\d+)\|")


class Pseudo(Catalogue):
    """A catalogue that has every text."""

    def __init__(self, marks: str) -> None:
        self._opens, self._ends, self.rules = marks[0], marks[1], ENGLISH

    def template(self, template: str, context: str = "") -> str | None:
        is_variant = ":" in context or context in ("form", "several", "pattern", "after a number")
        return None if is_variant else f"{self._opens}{self.named(template)}{self._ends}"

    def by_count(self, one: str, many: str, number: float) -> str | None:
        return f"⟨{one if number == 1 else many}⟩"

    def case(self, text: str) -> None:
        return None

    def named(self, template: str) -> str:
        """The template as it stands between the marks."""
        return template


class Numbered(Pseudo):
    """The same, with a number before each text, by which it is known what stands in what: `⟦7|who wins⟧`."""

    def __init__(self, marks: str) -> None:
        super().__init__(marks)
        self.known: list[str] = []
        self._numbers: dict[str, int] = {}

    def named(self, template: str) -> str:
        if template not in self._numbers:
            self._numbers[template] = len(self.known)
            self.known.append(template)
        return f"{self._numbers[template]}|{template}"


class Nested(NamedTuple):
    """A text of the laboratory inside another one."""

    outer: str
    inner: str


@contextmanager
def spoken() -> Iterator[str]:
    """A studio may be asked for this language, the code of which is returned."""
    real, real_words = catalogues.catalogue, catalogues.words_of_package

    def words(package: str, code: str) -> Words | None:
        """Those of all games stand for those of each: texts of the laboratory stay apart from them."""
        return real_words(package, code) if code != CODE else Pseudo("‹›") if package == current.ALL_GAMES else None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(current, "catalogue", lambda code: Pseudo("⟦⟧") if code == CODE else real(code))
        patch.setattr(current, "words_of_package", words)
        patch.setattr(doors, "languages", lambda: ["en", CODE])
        yield CODE


def held(text: str) -> Iterator[str]:
    """Texts that stand inside of other texts: sentences that were glued together. A quantity and a word of a game may
    stand in one."""
    open_texts: list[int] = []
    for at, letter in enumerate(text):
        if letter == "⟦":
            open_texts.append(at)
        elif letter == "⟧":
            begins = open_texts.pop()
            if open_texts:
                yield text[begins : at + 1]


def unmarked(page: str) -> Iterator[str]:
    """What a page shows outside of all marks, as far as it has words. Drawings and code are not looked at."""
    text = html.unescape(re.sub(r"<[^>]+>", "\n", SILENT.sub("\n", page)))
    yield from (line.strip() for line in outside(text).splitlines() if WORD.search(line))


def outside(text: str) -> str:
    """What stands outside of all marks."""
    depth, found = 0, ""
    for letter in text:
        if letter in OPENS:
            depth += 1
        elif letter in ENDS:
            depth -= 1
        elif depth == 0:
            found += letter
    assert depth == 0, text
    return found


def nested(text: str, known: list[str]) -> Iterator[Nested]:
    """Every text in ⟦ ⟧ that stands in another one."""
    within: list[str] = []
    for at, letter in enumerate(text):
        if letter == OPENS[0]:
            number = NUMBER.match(text, at + 1)
            inner = known[int(number[1])] if number else ""
            if within:
                yield Nested(within[-1], inner)
            within.append(inner)
        elif letter == ENDS[0]:
            within.pop()
