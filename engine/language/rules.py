"""How a language writes numbers and lists: data, in `language.toml` beside its catalogues."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path

LARGEST = 10_000
"""Bytes of such a file."""
MARKUP = re.compile(r"<[^<>]{1,200}>")
"""What stands before a word on a page, and is not heard."""
NUMERAL = re.compile(r"\d[\d,]*(?:\.\d+)?")


def in_full(number: str) -> str:
    """A number as people write it: `1,000,000` in place of `1e+06`."""
    if "e" not in number:
        return number
    try:
        return ("+" if number.startswith("+") else "") + format(Decimal(number), ",f")
    except InvalidOperation:
        return number


@dataclass(frozen=True)
class Sound:
    """A word that another replaces before a sound: Spanish `y` is `e` before "Inés"."""

    word: str
    becomes: str
    before: tuple[str, ...] = ()
    """Beginnings of the next word."""
    unless: tuple[str, ...] = ()
    """Longer beginnings that sound otherwise."""
    numbers: tuple[str, ...] = ()
    """Numbers that begin with the sound; `8…`: all that begin so."""

    def meets(self, text: str) -> bool:
        """Whether the next word begins with the sound."""
        following = MARKUP.sub("", text).casefold().lstrip("«“\"'¿¡(")
        numeral = re.match(r"\d+", following)
        if numeral:
            return any(
                numeral[0].startswith(number[:-1]) if number.endswith("…") else numeral[0] == number
                for number in self.numbers
            )
        return following.startswith(self.before) and not following.startswith(self.unless)


@dataclass(frozen=True)
class Rules:
    """How numbers and lists are written; by default, as in English."""

    name: str = "English"
    """Of the language, in itself."""
    decimal: str = "."
    thousands: str = ","
    thousands_from: int = 4
    """Digits of the least number with a separator."""
    percent: str = ""
    """What stands behind a number of per cent; empty where that depends on where it stands."""
    sounds: Sequence[Sound] = field(default_factory=tuple)

    def number(self, text: str) -> str:
        """A number that was written as in English: `12,345.6`."""
        if (self.decimal, self.thousands, self.thousands_from) == (".", ",", 4):
            return text
        return NUMERAL.sub(self._numeral, text)

    def _numeral(self, found: re.Match[str]) -> str:
        whole, _, part = found[0].partition(".")
        digits = whole.replace(",", "")
        apart = self.thousands if len(digits) >= self.thousands_from else ""
        grouped = whole.replace(",", apart) if "," in whole else whole
        return f"{grouped}{self.decimal}{part}" if part else grouped

    def joined(self, letters: str, text: str) -> str:
        """The letters before a value, as they sound there."""
        for sound in self.sounds:
            if letters.endswith(f" {sound.word} ") or letters == f"{sound.word} ":
                return f"{letters[: -len(sound.word) - 1]}{sound.becomes if sound.meets(text) else sound.word} "
        return letters


ENGLISH = Rules()


def read_rules(file: Path) -> Rules:
    """Of a language that has such a file."""
    if not file.is_file() or file.stat().st_size > LARGEST:
        return ENGLISH
    import tomllib  # only where somebody speaks another language

    told = tomllib.loads(file.read_text(encoding="utf-8"))
    sounds = tuple(
        Sound(
            str(each["word"]),
            str(each["becomes"]),
            *(tuple(map(str, each.get(name, ()))) for name in ("before", "unless", "numbers")),
        )
        for each in told.get("sounds", ())
    )
    words = {name: str(told[name]) for name in ("name", "decimal", "thousands", "percent") if name in told}
    return Rules(**words, thousands_from=int(told.get("thousands_from", 4)), sounds=sounds)
