"""Lines that a person reads now, and another program later, in a file: each is in the language of the call, and has its
English."""

from collections.abc import Callable, Sequence

from engine.language.current import DEFAULT, language, speaking


class Spoken(str):
    """A line in the language of a call, with the same in English."""

    __slots__ = ("english",)
    english: str

    def __new__(cls, text: str, english: str) -> "Spoken":
        line = super().__new__(cls, text)
        line.english = english
        return line

    def __reduce__(self) -> tuple[type["Spoken"], tuple[str, str]]:
        return Spoken, (str(self), self.english)


def spoken(tell: Callable[[], Sequence[str]]) -> list[str]:
    """What `tell` says. It is asked twice if the call is not in English."""
    lines = [*tell()]
    if language() == DEFAULT:
        return lines
    with speaking(DEFAULT):
        return [*map(Spoken, lines, tell())]


def in_english(lines: Sequence[str]) -> list[str]:
    """The same lines, for another program."""
    return [line.english if isinstance(line, Spoken) else line for line in lines]
