"""The language of this call, and the texts in it.

It is a matter of the call, not of the process: a server speaks two languages at once. Worker processes, logs and files
for other programs are in English.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce

from engine.language.catalogues import (
    AFTER_NUMBER,
    FORM,
    PATTERN,
    SEVERAL,
    Catalogue,
    Words,
    catalogue,
    words_of_package,
)
from engine.language.filling import filled, places_of
from engine.language.rules import ENGLISH, Rules, in_full

DEFAULT = "en"
ALL_GAMES = "engine.language"
"""The package beside which the words lie that games of any kind have: `win rate`, `seat 1`."""


class Noun(str):
    """A word with its form, so that a sentence can agree with it: `f`, `mp`. In English there are no forms."""

    __slots__ = ("form",)
    form: str

    def __new__(cls, text: str, form: str = "") -> "Noun":
        noun = super().__new__(cls, text)
        noun.form = form
        return noun


class _Voice:
    """A language, and the game that is spoken of."""

    def __init__(self, code: str, own: Catalogue | None, words: Words | None = None) -> None:
        self.code, self.own, self.words = code, own, words

    @property
    def rules(self) -> Rules:
        return self.own.rules if self.own else ENGLISH

    def glossaries(self) -> Iterator[Words]:
        """The words of the game, and those of all games; none in English."""
        if self.own is not None:
            yield from filter(None, (self.words, words_of_package(ALL_GAMES, self.code)))

    def shown(self, value: object, spec: str) -> str:
        """A value in a template: a number as this language writes it."""
        if not isinstance(value, int | float) or isinstance(value, bool) or not spec:
            return format(value, spec)
        return self.rules.number(in_full(format(value, spec)))

    def template(self, template: str, context: str = "") -> str | None:
        """The translation; first as the game says it: a deck has another name in each box."""
        for source in (self.words, self.own):
            found = source.template(template, context) if source else None
            if found is not None:
                return found
        return None

    def by_count(self, one: str, many: str, number: float) -> str | None:
        """The same by how many there are."""
        for source in (self.words, self.own):
            found = source.by_count(one, many, number) if source else None
            if found is not None:
                return found
        return None


_ENGLISH = _Voice(DEFAULT, None)
_voice: ContextVar[_Voice] = ContextVar("voice", default=_ENGLISH)


def language() -> str:
    """The code of the language of this call: `es`."""
    return _voice.get().code


def rules() -> Rules:
    """How it writes numbers and lists."""
    return _voice.get().rules


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """In this language, about no game in particular."""
    with speaking_by(code, catalogue(code)):
        yield


@contextmanager
def speaking_by(code: str, own: Catalogue | None, words: Words | None = None) -> Iterator[None]:
    """By a catalogue of one's own."""
    token = _voice.set(_Voice(code, own, words))
    try:
        yield
    finally:
        _voice.reset(token)


@contextmanager
def about_game(package: str) -> Iterator[None]:
    """With the words of a game; empty for a game that brings none."""
    now = _voice.get()
    words = words_of_package(package, now.code) if now.own and package else None
    with speaking_by(now.code, now.own, words):
        yield


def translated(template: str) -> str:
    """The template in the current language, not filled."""
    return _voice.get().template(template) or template


def said(template: str, /, **values: object) -> str:
    """A text for a person in the current language. A place is a name: `said("{who} wins", who=…)`."""
    voice = _voice.get()
    if voice.own is None:
        return _told(voice, template, values)
    return _told(voice, _agreeing(voice, template, values) or voice.template(template) or template, values)


def told_by_game(template: str, values: Mapping[str, object]) -> str:
    """A line whose template a game declares, as its own words have it: what happens in a replay. A value that is a text
    is a word of the game."""
    voice = _voice.get()
    if voice.own is None:
        return _told(voice, template, values)
    words = {name: word(value) if isinstance(value, str) else value for name, value in values.items()}
    found = _agreeing(voice, template, words) or next(_found_in(voice, template), None)
    return _told(voice, found or template, words)


def said_as(context: str, template: str, /, **values: object) -> str:
    """The same for a text that means something else elsewhere: `said_as("of a bag", "draw")`."""
    voice = _voice.get()
    found = voice.template(template, context) if voice.own else None
    return _told(voice, found or template, values)


def counted(number: float, one: str, many: str, /, **values: object) -> str:
    """By how many there are; `{count}` is the number: `counted(3, "one game", "{count} games")`."""
    voice = _voice.get()
    found = voice.by_count(one, many, number) or (one if number == 1 else many)
    return _told(voice, found, {"count": voice.rules.number(f"{number:,}"), **values})


def percent(share: float, apart: str = "") -> str:
    """A share in per cent with one digit; in English, `apart` stands before the sign."""
    now = rules()
    return now.number(f"{100 * share:.1f}") + (now.percent or f"{apart}%")


def listed(values: Sequence[object]) -> str:
    """`2, 3 and 5`"""
    *most, last = map(str, values)
    return said("{some} and {last}", some=", ".join(most), last=last) if most else last


def joined(values: Sequence[object]) -> str:
    """`2 and 3 and 5`"""
    first, *others = map(str, values)
    return reduce(lambda some, last: said("{some} and {last}", some=some, last=last), others, first)


def listed_or(values: Sequence[object]) -> str:
    """`2, 3 or 5`"""
    *most, last = map(str, values)
    return said("{some} or {last}", some=", ".join(most), last=last) if most else last


def word(text: str) -> str:
    """A word of a game, which its catalogue may have: what a card is called, an outcome, a column."""
    voice = _voice.get()
    for words in voice.glossaries() if text else ():
        found = words.template(text)
        if found is not None:
            return Noun(found, words.template(text, FORM) or "")
        case = words.case(text)
        if case is not None:
            return _case(voice, words, *case)
    return text


def several(text: str) -> str:
    """Several of what a word of a game names: `cards`."""
    for words in _voice.get().glossaries() if text else ():
        found = words.template(text, SEVERAL)
        if found is not None:
            return Noun(found, f"{words.template(text, FORM) or ''}p")
    return f"{text}s"


def after_number(unit: str) -> str:
    """A unit of a game as it stands behind a number, where that is not the word alone; empty otherwise."""
    found = (words.template(unit, AFTER_NUMBER) for words in _voice.get().glossaries())
    return next(filter(None, found), "")


def _case(voice: _Voice, words: Words, pattern: str, parts: Mapping[str, object]) -> str:
    """A word that is a case of a pattern; its parts are words, too, but for ids."""
    ids = {name for name, _, spec in places_of(pattern) if spec == "s"}
    values = {name: word(part) if isinstance(part, str) and name not in ids else part for name, part in parts.items()}
    found = _agreeing(voice, pattern, values) or words.template(pattern, PATTERN) or pattern
    return Noun(_told(voice, found, values), words.template(pattern, FORM) or "")


def _found_in(voice: _Voice, template: str, context: str = "") -> Iterator[str]:
    """What the words of the game have for a template."""
    found = (words.template(template, context) for words in voice.glossaries())
    return (each for each in found if each is not None)


def _agreeing(voice: _Voice, template: str, values: Mapping[str, object]) -> str | None:
    """The variant of a template for the form of a word in it."""
    for name, value in values.items():
        if isinstance(value, Noun) and value.form:
            context = f"{name}:{value.form}"
            found = voice.template(template, context) or next(_found_in(voice, template, context), None)
            if found is not None:
                return found
    return None


def _told(voice: _Voice, template: str, values: Mapping[str, object]) -> str:
    if voice.own is None:
        return filled(template, values, voice.shown)
    return filled(template, values, voice.shown, voice.rules.joined)
