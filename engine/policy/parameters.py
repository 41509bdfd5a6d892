"""The parameters of a policy: what each may be, its default, and how a person writes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.configs import unknown_word
from engine.errors import BadInput, Message, message
from engine.game.cell import Json
from engine.language.current import said
from engine.policy.naming import shown_number


@dataclass(frozen=True)
class Parameter:
    """One number that a person may change. The default decides the type."""

    default: int | float
    low: float
    high: float
    meaning: str
    words: tuple[str, ...] = ()
    """What the whole numbers from `low` on are called, if they stand for something: `off`, `on`."""
    depends: bool = False
    """Whether something else decides unless it is given, such as the number of players; the default only has the
    type."""

    shown: bool = False
    """Whether a label says it even at its default."""

    def word(self, value: int | float) -> int | float | str:
        """How a person writes a value."""
        return self.words[int(value - self.low)] if self.words else value

    def read(self, name: str, value: object) -> int | float:
        """A value from a file or from the command line, checked."""
        if self.words and isinstance(value, bool):
            value = str(value).lower()
        if isinstance(value, str) and value in self.words:
            return int(self.low) + self.words.index(value)
        try:
            number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None
        except ValueError:
            number = None
        whole = isinstance(self.default, int)
        if number is None or not self.low <= number <= self.high or (whole and number != int(number)):
            raise BadInput(
                source=said("parameter {name}", name=name),
                expected=message("{expected}, got {value!r}", expected=self.expected(whole), value=value),
            )
        if whole:
            return value if isinstance(value, int) else int(number)  # a float has no room for every large number
        return number

    def expected(self, whole: bool) -> Message:
        """What it can be set to, in words."""
        if self.words:
            return message("{words} or {last}", words=", ".join(self.words[:-1]), last=self.words[-1])
        if whole:
            return message("a whole number from {low:g} to {high:g}", low=self.low, high=self.high)
        return message("a number from {low:g} to {high:g}", low=self.low, high=self.high)

    def near(self, value: float) -> list[float]:
        """Values to try beside this one: a tenth less and a tenth more, but at least one step of a whole number."""
        step = max(round(abs(value) / 10), 1) if isinstance(self.default, int) else abs(value) / 10 or 0.1
        around = (round(value + by, 12) for by in (-step, step))
        return [other for other in around if self.low <= other <= self.high]


@dataclass(frozen=True)
class Choice:
    """Something of the rules that is no number: one of some words, or on and off. The first is the default."""

    values: tuple[str, ...] | tuple[bool, ...]
    meaning: str = ""

    @property
    def default(self) -> str | bool:
        return self.values[0]

    @property
    def is_switch(self) -> bool:
        return bool(self.values) and isinstance(self.values[0], bool)

    def read(self, name: str, value: object) -> str | bool:
        """A value from a file or from the command line, checked."""
        if self.is_switch and isinstance(value, str):
            value = SPOKEN.get(value, value)
        for known in self.values:
            if type(value) is type(known) and value == known:
                return known
        raise BadInput(
            source=said("parameter {name}", name=name),
            expected=message("{expected}, got {value!r}", expected=self.expected, value=value),
        )

    @property
    def expected(self) -> Message:
        """What it can be set to, in words."""
        if self.is_switch:
            return message("on or off")
        return message("{words} or {last}", words=", ".join(map(str, self.values[:-1])), last=self.values[-1])

    def near(self, value: object) -> list[str | bool]:
        """Values to try beside this one: all others."""
        return [other for other in self.values if other != value]


class Words(Choice):
    """One of some words: `Words(("classic", "short"), "which rules are played")`."""


class Switch(Choice):
    """On or off: `Switch(True, "whether storms rise")`."""

    def __init__(self, default: bool, meaning: str = "") -> None:
        super().__init__((default, not default), meaning)


SPOKEN = {"on": True, "off": False, "true": True, "false": False}
"""What a person types for a switch; a file has a truth value, too."""

RuleParameter = Parameter | Choice
"""What a game lets an experiment set about its rules."""


class LearnedParameter(Protocol):
    """A parameter that is no number but what a policy learned, found in files. A policy that has it says so by
    `LEARNT`, a list of the policies whose files it may use."""

    name: str
    sheet_row: tuple[str, str, str]
    """For the list of parameters: its range, its default, its meaning."""

    def resolve(self, learned_by: Sequence[str], given: object) -> Json:
        """What a person wrote (None: nothing), as plain data that resolves to itself."""
        ...

    def label(self, value: Json) -> str:
        """How a label shows the value; nothing for the default."""
        ...

    def id_word(self, value: Json) -> str:
        """How a game id shows the value; nothing if it need not."""
        ...


def complete(known: Mapping[str, Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """Check what is given and fill in what is left out."""
    for name in given:
        if name not in known:
            raise unknown_word("parameter", name, known)
    return {name: known[name].read(name, given.get(name, known[name].default)) for name in known}


def changed(known: Mapping[str, Parameter], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that differ from their defaults."""
    return {name: value for name, value in parameters.items() if name in known and value != known[name].default}


def label_of(name: str, parameters: Mapping[str, Any]) -> str:
    """A name with some parameters: `pragmatic depth=1`."""
    return " ".join([name, *(f"{key}={shown_number(value)}" for key, value in parameters.items())])
