"""Reads the arguments of `python -m tests…`. Unknown arguments end the script with one line and exit code 2."""

import sys
from collections.abc import Collection
from typing import NamedTuple, NoReturn


class Words(NamedTuple):
    """The arguments of a script."""

    plain: list[str]
    flags: set[str]
    values: dict[str, str]
    """The words that follow flags which need one."""


def read_words(
    usage: str, least: int = 0, most: int | None = 0, flags: Collection[str] = (), valued: Collection[str] = ()
) -> Words:
    """At least `least` and at most `most` words (no limit if None), only these flags, and only these flags with a
    value."""
    plain: list[str] = []
    asked: set[str] = set()
    values: dict[str, str] = {}
    words = iter(sys.argv[1:])
    for word in words:
        if word in valued:
            if (value := next(words, None)) is None:
                refuse(usage, f"{word} needs a value")
            values[word] = value
        elif word.startswith("-"):
            asked.add(word)
        else:
            plain.append(word)
    if unknown := sorted(asked - set(flags)):
        refuse(usage, f"unknown flag {unknown[0]}")
    if most is not None and len(plain) > most:
        refuse(usage, f"unexpected word {plain[most]!r}")
    if len(plain) < least:
        refuse(usage, f"expected {least} words, not {len(plain)}")
    return Words(plain, asked, values)


def read_number(usage: str, word: str) -> int:
    """A whole number, at least 1."""
    if not word.isdecimal() or not int(word):
        refuse(usage, f"expected a number, not {word!r}")
    return int(word)


def refuse(usage: str, why: str) -> NoReturn:
    """Prints one line and exits."""
    print(f"{why}; usage: python -m {usage}", file=sys.stderr)
    sys.exit(2)
