"""Catalogues: what texts are called in a language.

They lie in `fatecast/locale/<language>`, those of a game's words in `locale/<language>.mo` of its package. `make words`
builds them from the `.po` files beside them, and so does a wheel.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from gettext import GNUTranslations, NullTranslations
from importlib.util import find_spec
from pathlib import Path

from engine.language.filling import is_safe, places_of
from engine.language.rules import Rules, read_rules

FOLDER = Path(__file__).resolve().parents[2] / "fatecast" / "locale"
BUILT = "fatecast.mo"
LARGEST = 4_000_000
"""Bytes of a catalogue."""
CODE = re.compile(r"[a-z]{2,3}(?:_[A-Z]{2})?")
FORM, SEVERAL, AFTER_NUMBER = "form", "several", "after a number"
"""The contexts of entries that tell the form of a word (`f`, `mp`), what several of it are called, and how a unit is
said behind a number: Spanish has `24 de valor`."""
PATTERN = "pattern"
"""That of words which differ in a part: `wins of seat {seat:d}`."""
FITS = {"d": "-?[0-9]{1,9}", "g": r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?(?:e[+-][0-9]{1,2})?", "s": r"\S+", "": ".+?"}
"""What stands in a place of a pattern, by its format: a whole number, any number, an id, anything."""
READ: Mapping[str, Callable[[str], str | int | float]] = {"d": int, "g": float}
LONGEST = 200
"""Letters of a text that is compared with patterns."""
MISSING = "\0"
CONTEXT_ENDS = "\4"
"""In the key of an entry, where its text begins."""


class _Missing(NullTranslations):
    """Asked where a catalogue has no entry: otherwise one that is the same in both languages could not be told."""

    def gettext(self, message: str) -> str:
        return MISSING

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return MISSING

    def pgettext(self, context: str, message: str) -> str:
        return MISSING


class Words:
    """The texts of one file."""

    def __init__(self, file: Path) -> None:
        with file.open("rb") as opened:
            self._found = GNUTranslations(opened)
        self._found.add_fallback(_Missing())

    def template(self, template: str, context: str = "") -> str | None:
        """The translation of a template, if there is one that can be filled in its place."""
        found = self._found.pgettext(context, template) if context else self._found.gettext(template)
        return found if found != MISSING and is_safe(found, template) else None

    def by_count(self, one: str, many: str, number: float) -> str | None:
        """The same for a template that depends on how many there are. Fractions are many."""
        found = self._found.ngettext(one, many, int(number) if number == int(number) else 2)
        return found if found != MISSING and is_safe(found, many) else None

    def case(self, text: str) -> tuple[str, dict[str, str | int | float]] | None:
        """The pattern of which a text is a case, and what stands in its places; None if it is a case of none."""
        if len(text) > LONGEST:
            return None
        for template, expression in self._patterns:
            if found := expression.fullmatch(text):
                specs = {name: spec for name, _, spec in places_of(template)}
                return template, {name: READ.get(specs[name], str)(part) for name, part in found.groupdict().items()}
        return None

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        known = [key for key in vars(self._found).get("_catalog", ()) if isinstance(key, str)]
        apart = (key.partition(CONTEXT_ENDS) for key in known)
        return [(template, expression_of(template)) for context, _, template in apart if context == PATTERN]


def expression_of(template: str) -> re.Pattern[str]:
    """What fits a pattern: in each place what its format says, anything where it has none."""
    text = re.escape(template)
    for name, _, spec in set(places_of(template)):
        place = re.escape(f"{{{name}{':' if spec else ''}{spec}}}")
        once = rf"(?P<{name}>{FITS[spec]})"
        text = text.replace(place, once, 1).replace(place, f"(?P={name})")
    return re.compile(text)


class Catalogue(Words):
    """The texts of the laboratory in a language, and its rules."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / BUILT)
        self.rules: Rules = read_rules(folder / "language.toml")


def languages() -> list[str]:
    """The codes of the languages there are."""
    found = (path.name for path in FOLDER.iterdir() if _is_whole(path / BUILT)) if FOLDER.is_dir() else ()
    return sorted({"en", *filter(CODE.fullmatch, found)})


@cache
def catalogue(code: str) -> Catalogue | None:
    """That of a language; None for English, and for a language that nobody has written."""
    return Catalogue(FOLDER / code) if code in languages() and code != "en" else None


@cache
def words_of_package(package: str, code: str) -> Words | None:
    """The words of a game in a language, if its package has them."""
    spec = find_spec(package)
    for place in (spec.submodule_search_locations if spec else None) or ():
        file = Path(place) / "locale" / f"{code}.mo"
        if _is_whole(file):
            return Words(file)
    return None


def _is_whole(file: Path) -> bool:
    return file.is_file() and file.stat().st_size <= LARGEST
