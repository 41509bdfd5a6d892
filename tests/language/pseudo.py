"""A pseudo-language: every text of the laboratory in ⟦ ⟧, every quantity in ⟨ ⟩, every word of a game in ‹ ›."""

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.language import catalogues, current
from engine.language.catalogues import Catalogue, Words
from engine.language.rules import ENGLISH
from sim.studio.doors import language as doors

CODE = "xx"
OPENS, ENDS = "⟦⟨‹", "⟧⟩›"
SILENT = re.compile(r"<(script|style|pre|code|title|svg)\b.*?</\1>", re.DOTALL)
WORD = re.compile(r"[A-Za-z]{2,}")


class Pseudo(Catalogue):
    """A catalogue that has every text."""

    def __init__(self, marks: str) -> None:
        self._opens, self._ends, self.rules = marks[0], marks[1], ENGLISH

    def template(self, template: str, context: str = "") -> str | None:
        is_variant = ":" in context or context in ("form", "several", "pattern")
        return None if is_variant else f"{self._opens}{template}{self._ends}"

    def by_count(self, one: str, many: str, number: float) -> str | None:
        return f"⟨{one if number == 1 else many}⟩"

    def case(self, text: str) -> None:
        return None


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


def nested(text: str) -> Iterator[str]:
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
    depth, outside = 0, ""
    for letter in text:
        if letter in OPENS:
            depth += 1
        elif letter in ENDS:
            depth -= 1
        elif depth == 0:
            outside += letter
    assert depth == 0
    yield from (line.strip() for line in outside.splitlines() if WORD.search(line))
