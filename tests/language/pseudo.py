"""A pseudo-language: every text of the laboratory in ⟦ ⟧, every quantity in ⟨ ⟩, every word of a game in ‹ ›."""

import html
import re
from collections.abc import Iterator

from engine.language.catalogues import Catalogue
from engine.language.rules import ENGLISH

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
