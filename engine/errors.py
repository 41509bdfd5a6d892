"""Errors that a person can fix. Each has fields: where it is, what was expected, what was found, what to do. The line
that tells it is made at the edge, where somebody reads it, and the command line ends with its documented exit code."""

from collections import Counter
from enum import Enum
from itertools import islice
from numbers import Integral, Real
from typing import TYPE_CHECKING, Self

from engine.language.current import said
from engine.language.messages import Message as Message
from engine.language.messages import Text as Text
from engine.language.messages import message as message
from engine.language.messages import message_as as message_as

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pydantic import ValidationError  # slow to import, and seldom needed here
    from pydantic_core import ErrorDetails

LONGEST_WORD, MOST_CHOICES = 60, 1_000
"""Longer words and further choices are not compared: files of strangers hold both, and it takes time."""


MOST_LINES = 100
"""Mistakes that are told one by one."""
FEW_IN_A_LIST = 10
"""Of more mistakes in one list, only the first is told."""


class Untold(Enum):
    """In the place of what was found, where that is not told."""

    UNTOLD = "untold"


UNTOLD = Untold.UNTOLD


class FatecastError(Exception):
    """Something a person can fix. It is shown in one line, never as a traceback; the line is made from its fields."""

    exit_code = 1

    def __init__(
        self,
        said: Text = "",
        *,
        source: object = "",
        place: Text = "",
        expected: Text = "",
        got: object = UNTOLD,
        hint: Text = "",
        meant: str = "",
    ) -> None:
        super().__init__(said)
        self.said = said
        """What is wrong, where that is not that something else was expected."""
        self.source = str(source)
        """Where it is wrong: a file, a flag, a verb."""
        self._place: Text = place
        self.expected, self.got = expected, got
        self.hint = hint
        """What to do about it."""
        self.meant = meant
        """What was probably meant by a mistyped word."""
        self.more = 0
        """Further mistakes in the same list, which are not told."""
        self.mistakes: Sequence[FatecastError] = ()
        """If there are several, each of them; the fields are those of the first."""

    def __str__(self) -> str:
        return self.line

    @property
    def place(self) -> str:
        """The field in the source, or where a game was, in the language of the call."""
        return str(self._place)

    @property
    def line(self) -> str:
        """What to say about it, in one line."""
        rest = len(self.mistakes) - 1
        return said("{line} (and {rest} more)", line=self._own_line, rest=rest) if rest > 0 else self._own_line

    @property
    def each_line(self) -> "list[str]":
        """One line for each mistake."""
        if not self.mistakes:
            return [self.line]
        rest = len(self.mistakes) - MOST_LINES
        lines = [mistake.line for mistake in self.mistakes[:MOST_LINES]]
        return [*lines, said("and {rest:,} more mistakes", rest=rest)] if rest > 0 else lines

    @property
    def _own_line(self) -> str:
        meant = said("did you mean {meant!r}? ", meant=self.meant) if self.meant else ""
        expected = said("expected {expected}", expected=self.expected) if self.expected else ""
        statement = f"{self.said}{': ' if self.said and (meant or expected) else ''}{meant}{expected}"
        got = "" if self.got is UNTOLD else said(", not {got}", got=shown_value(self.got))
        hint = f"; {self.hint}" if self.hint else ""
        more = said(" (and {more:,} more in this list)", more=self.more) if self.more else ""
        return ": ".join([*filter(None, (self.source, self.place)), f"{statement}{got}{hint}{more}"])

    def _copied(self) -> Self:
        """Field by field: libraries teach the module `copy` to let two exceptions share theirs."""
        error = type(self).__new__(type(self), *self.args)
        error.__dict__.update(self.__dict__)
        return error

    def moved(self, source: object = "", place: str = "") -> Self:
        """The same mistakes elsewhere: in another source, or in a field of another name."""
        error = self._copied()
        error.source, error._place = str(source) or self.source, place or self._place
        error.mistakes = [each.moved(source, place) for each in self.mistakes]
        return error

    def within(self, source: object, place: str = "") -> Self:
        """The same mistake as a part of something: where it is wrong itself becomes a place in there."""
        error = self._copied()
        error.source, error._place = str(source), ": ".join(filter(None, (place, self.source, self.place)))
        error.mistakes = [each.within(source, place) for each in self.mistakes]
        return error

    @property
    def unplaced(self) -> Self:
        """The same mistake without where it is, for somebody who knows."""
        error = self._copied()
        error.source = error._place = ""
        return error

    def data(self) -> "dict[str, object]":
        """The fields, for another program; the values of a template beside it."""
        fields = {"said": self.said, "expected": self.expected, "hint": self.hint}
        got = {} if self.got is UNTOLD else {"got": self.got if _is_plain(self.got) else str(self.got)}
        return {
            "kind": type(self).__name__,
            "exit_code": self.exit_code,
            "line": self.line,
            **{name: value for name, value in (("source", self.source), ("place", self.place)) if value},
            **{name: _as_data(text) for name, text in fields.items() if text},
            **got,
            **({"meant": self.meant} if self.meant else {}),
            **({"mistakes": [each.data() for each in self.mistakes[:MOST_LINES]]} if self.mistakes else {}),
        }

    @classmethod
    def of_all(cls, mistakes: "Sequence[FatecastError | str]") -> Self:
        """One error for all mistakes that were found."""
        errors = [each if isinstance(each, FatecastError) else cls(each) for each in mistakes]
        first = errors[0]
        error = cls(
            first.said,
            source=first.source,
            place=first._place,
            expected=first.expected,
            got=first.got,
            hint=first.hint,
            meant=first.meant,
        )
        error.more = first.more
        error.mistakes = errors
        return error


def shown_value(value: object) -> str:
    """What was found, as a line shows it: text in quotes, a number short."""
    return f"{value:g}" if isinstance(value, float) else repr(value) if isinstance(value, str) else str(value)


def first_line(error: BaseException) -> str:
    """What an error of somebody else's code says, in one line. Our own have fields: nobody reads their text."""
    text = error.line if isinstance(error, FatecastError) else str(error)
    return next(iter(text.strip().splitlines()), "")


def _as_data(text: Text) -> object:
    return text if isinstance(text, str) else {"template": text.template, "values": _plain(text.values)}


def _plain(values: "Mapping[str, object]") -> dict[str, object]:
    return {name: _plain_value(value) for name, value in values.items()}


def _plain_value(value: object) -> object:
    """A value of a template as data; a text or an error in it keeps its own."""
    if isinstance(value, FatecastError):
        return value.data()
    if isinstance(value, Message):
        return _as_data(value)
    return value if _is_plain(value) else str(value)


def for_another_process(text: Text) -> Text:
    """The same text with plain values, which any process can read: no object of somebody else's code is among them."""
    return Message(text.template, _sent(text.values), text.context) if isinstance(text, Message) else text


def _sent(values: "Mapping[str, object]") -> dict[str, object]:
    return {name: _sent_value(value) for name, value in values.items()}


def _sent_value(value: object) -> object:
    if isinstance(value, FatecastError):
        return _sent_error(value)
    if isinstance(value, Message):
        return for_another_process(value)
    return value if value is None or type(value) in (bool, int, float, str) else _of_a_kind(value)


def _of_a_kind(value: object) -> object:
    """A number of NumPy or a word of an enumeration, as Python's own; the text of anything else."""
    if isinstance(value, Integral):
        return int(value)
    return float(value) if isinstance(value, Real) else str(value)


def _sent_error(error: FatecastError) -> FatecastError:
    """An error with the same line. Its class may be in a module that only one process knows."""
    got = error.got
    if got is not UNTOLD and not isinstance(got, str | int | float | Message):
        got = message("{got}", got=str(got))
    sent = FatecastError(
        for_another_process(error.said),
        source=error.source,
        place=for_another_process(error._place),
        expected=for_another_process(error.expected),
        got=got if got is UNTOLD else _sent_value(got),
        hint=for_another_process(error.hint),
        meant=error.meant,
    )
    sent.more = error.more
    sent.mistakes = [_sent_error(each) for each in error.mistakes]
    return sent


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


class BadText(ValueError):  # noqa: N818
    """A text that cannot be read. Whoever knows its file and its field tells it as BadInput."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)
        self.said = said


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


def complaints(error: "ValidationError", source: object) -> "list[BadInput]":
    """All that Pydantic found: `source: field: expected …, not …`. Of many in one list, the first is told."""
    findings = error.errors(include_url=False)
    errors = [_complaint(details, source) for details in findings]
    return first_of_lists(errors, [tuple(map(str, details["loc"])) for details in findings])


def first_of_lists(errors: "Sequence[BadInput]", fields: "Sequence[tuple[str, ...]]") -> "list[BadInput]":
    """The errors about these fields. Where many values of one list are wrong, the first says how many more."""
    lists = [next((field[:at] for at, key in enumerate(field) if key.isdecimal()), None) for field in fields]
    wrong = Counter(lists)
    first_ones: list[BadInput] = []
    seen = set()
    for error, place in zip(errors, lists, strict=True):
        if place is None or wrong[place] <= FEW_IN_A_LIST:
            first_ones.append(error)
        elif place not in seen:
            seen.add(place)
            error.more = wrong[place] - 1
            first_ones.append(error)
    return first_ones


def _complaint(details: "ErrorDetails", source: object) -> BadInput:
    place = ".".join(str(part) for part in details["loc"])
    error, got = details.get("ctx", {}).get("error"), details["input"]
    said: Text = error.said if isinstance(error, BadText) else _of_pydantic(details["msg"])
    if isinstance(got, str | int | float):
        said = message("{said}, not {got!r}", said=said, got=got)
    return BadInput(said, source=source, place=place)


def _of_pydantic(text: str) -> Text:
    """A text of Pydantic's, which does not tell its template."""
    from engine.language.pydantic_texts import in_our_words

    return in_our_words(text.removeprefix("Value error, ").replace("Input should be", "expected", 1))


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
    return said("did you mean {meant!r}? ", meant=meant) if meant else ""
