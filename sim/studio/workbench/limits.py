"""What a field may hold, as the game's own checker says it: asked for impossible values of all fields at once, it names
their bounds and the words that they may be. So nothing is declared a second time."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from engine.errors import FatecastError, Message
from sim.experiment.changes import variant
from sim.experiment.experiment import ResolvedExperiment

NO_NUMBER, NO_WORD = -(10**12), "zz-no-such-word"
SOURCE = "change"
NUMBERS = re.compile(r"(-?[\d.]+) (?:to|or) (-?[\d.]+)\b")
ON_OR_OFF = ("on", "off")
MOST_CHOICES = 200


class Limits(NamedTuple):
    """What is known; None: nothing."""

    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def is_switch(self) -> bool:
        return set(self.choices) == set(ON_OR_OFF)


NOTHING_KNOWN = Limits()


def limits_of_content(base: ResolvedExperiment, fields: Mapping[str, int | str]) -> dict[str, Limits]:
    """By path, for fields of the content: what the checker says about numbers that none can be, and words that none can
    be. Some mistakes are only looked for where there are no others: so it is asked again about the rest. Fields of one
    name in pieces of one kind are alike."""
    found: dict[str, Limits] = {}
    for kind, impossible in ((int, NO_NUMBER), (str, NO_WORD)):
        left = {path: impossible for path, value in fields.items() if isinstance(value, kind)}
        while left:
            mistakes = {mistake.place: mistake for mistake in _mistakes(base, left) if mistake.place in left}
            found |= {path: limits for path, mistake in mistakes.items() if (limits := _told(mistake)) is not None}
            alike = {_shape(path) for path in mistakes}
            rest = {path: value for path, value in left.items() if _shape(path) not in alike}
            if len(rest) == len(left):
                break
            left = rest
    by_shape = {(_shape(path), type(fields[path])): limits for path, limits in found.items()}
    return {
        path: by_shape[_shape(path), type(value)]
        for path, value in fields.items()
        if (_shape(path), type(value)) in by_shape
    }


def _shape(path: str) -> tuple[str, str]:
    """`cards.dawn.moons` is like `cards.midnight.moons`."""
    head, _, rest = path.partition(".")
    return head, rest.partition(".")[2] or path


def limits_in(text: str) -> Limits:
    """What a game says about an option or a parameter in words: `0 to 1, whole`, `none, captain or each`."""
    said = text.partition(";")[0].strip()
    if bounds := NUMBERS.match(said):
        low, high = (float(end) if "." in end else int(end) for end in bounds.groups())
        return Limits(low, high)
    words = [word.strip() for word in re.split(r",| or ", said)]
    if len(words) > 1 and all(word and " " not in word for word in words):
        return Limits(choices=tuple(words))
    return NOTHING_KNOWN


def _mistakes(base: ResolvedExperiment, changes: Mapping[str, object]) -> Iterable[FatecastError]:
    if not changes:
        return ()
    with suppress(ArithmeticError, ValueError, TypeError):
        try:
            variant(base, changes, SOURCE)
        except FatecastError as error:
            return error.mistakes or [error]
    return ()


def _told(mistake: FatecastError) -> Limits | None:
    values = _values(mistake)
    low, high, choices = values.get("low"), values.get("high"), values.get("choices")
    if isinstance(low, int | float) and isinstance(high, int | float):
        return Limits(low, high)
    if isinstance(choices, str) and values.get("name") == NO_WORD:
        return Limits(choices=tuple(choices.split(", ")[:MOST_CHOICES]))
    return None


def _values(part: object) -> dict[str, Any]:
    """All named values of an error and of the texts and errors in it."""
    if isinstance(part, FatecastError):
        return {**_values(part.said), **_values(part.expected)}
    if not isinstance(part, Message):
        return {}
    found: dict[str, Any] = {}
    for name, value in part.values.items():
        found |= _values(value) or {name: value}
    return found
