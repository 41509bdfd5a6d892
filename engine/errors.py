"""Errors that a person can fix, each one line of text. The command line turns each into its documented exit code."""

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pydantic import ValidationError  # slow to import, and seldom needed here
    from pydantic_core import ErrorDetails

LONGEST_WORD, MOST_CHOICES = 60, 1_000
"""Longer words and further choices are not compared: files of strangers hold both, and it takes time."""


MOST_LINES = 100
"""Mistakes that are told one by one."""
FEW_IN_A_LIST = 10
"""Of more mistakes in one list, only the first is told."""


class FatecastError(Exception):
    """Something a person can fix. Its text is one line; it is never shown as a traceback."""

    exit_code = 1
    lines: "Sequence[str]" = ()
    """If there are several mistakes, one line for each; the text then tells the first, and how many more there are."""

    @property
    def line(self) -> str:
        """What to say about it, in one line."""
        return str(self)

    @property
    def each_line(self) -> "Sequence[str]":
        """One line for each mistake."""
        return self.lines or [self.line]

    @classmethod
    def of_all(cls, lines: "Sequence[str]") -> Self:
        """One error for all mistakes that were found."""
        more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
        error = cls(f"{lines[0]}{more}")
        rest = len(lines) - MOST_LINES
        error.lines = [*lines[:MOST_LINES], f"and {rest:,} more mistakes"] if rest > 0 else lines
        return error


class BadInput(FatecastError):  # noqa: N818 - the name is the message
    """A flag, a file or a field that cannot be used as it is."""

    exit_code = 2


class BrokenRule(FatecastError):  # noqa: N818
    """A policy asked for something the rules forbid, or failed otherwise."""


class NotComparable(FatecastError):  # noqa: N818
    """Two things whose differences make a comparison meaningless."""

    exit_code = 5


class BadData(FatecastError):  # noqa: N818
    """A run directory or a baseline that is damaged, or of another version."""

    exit_code = 6


def complaints(error: "ValidationError", source: object) -> list[str]:
    """All that Pydantic found: `source: field: expected …, not …`. Of many in one list, the first is told."""
    found = error.errors(include_url=False)
    lines = [f"{source}: {_complaint(details)}" for details in found]
    return first_of_lists(lines, [tuple(map(str, details["loc"])) for details in found])


def first_of_lists(lines: "Sequence[str]", fields: "Sequence[tuple[str, ...]]") -> list[str]:
    """The lines about these fields. Where many values of one list are wrong, the first says how many more there are."""
    lists = [next((field[:at] for at, key in enumerate(field) if key.isdecimal()), None) for field in fields]
    wrong = Counter(lists)
    told: list[str] = []
    seen = set()
    for line, place in zip(lines, lists, strict=True):
        if place is None or wrong[place] <= FEW_IN_A_LIST:
            told.append(line)
        elif place not in seen:
            seen.add(place)
            told.append(f"{line} (and {wrong[place] - 1:,} more in this list)")
    return told


def _complaint(details: "ErrorDetails") -> str:
    where = ".".join(str(part) for part in details["loc"])
    what = details["msg"].removeprefix("Value error, ").replace("Input should be", "expected", 1)
    got = f", not {details['input']!r}" if isinstance(details["input"], str | int | float) else ""
    return f"{where}: {what}{got}" if where else what


def nearest(word: str, choices: "Iterable[str]", most: int | None = None) -> str:
    """The choice that was probably meant by a mistyped word; empty if none is near. Near is `most` slips; by default
    one in three letters, rounded up where the first letter is right, because people seldom mistype that one."""
    best: tuple[int, bool, int, int] | None = None
    meant, typed = "", word.casefold()
    for choice in islice(choices, MOST_CHOICES):
        known = choice.casefold()
        longest = max(len(typed), len(known))
        if not typed or not known or longest > LONGEST_WORD:
            continue
        other_start = typed[0] != known[0]
        allowed = most if most is not None else longest // 3 if other_start else (longest + 2) // 3
        if abs(len(typed) - len(known)) > allowed:
            continue
        far = sum(abs(ord(letter) - ord(other)) for letter, other in zip(typed, known, strict=False))  # 9 is near 8
        rank = slips(typed, known), other_start, -sum(letter in known for letter in typed), far
        if rank[0] <= min(allowed, longest - 1) and (best is None or rank < best):
            best, meant = rank, choice
    return meant


def slips(typed: str, known: str) -> int:
    """The fewest slips that turn one word into another: a letter missing, added or wrong, or two letters swapped."""
    before: list[int] = []
    last: list[int] = [*range(len(known) + 1)]
    for at, letter in enumerate(typed, 1):
        row = [at]
        for place, other in enumerate(known, 1):
            cost = min(last[place] + 1, row[-1] + 1, last[place - 1] + (letter != other))
            if at > 1 and place > 1 and letter == known[place - 2] and typed[at - 2] == other:
                cost = min(cost, before[place - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


def did_you_mean(word: str, choices: "Iterable[str]") -> str:
    """`did you mean 'base'? `, to stand before what was expected; empty if no choice is near."""
    meant = nearest(word, choices)
    return f"did you mean {meant!r}? " if meant else ""
