"""The faded powers as data: one table for each kind, with the numbers and rules a designer may change.

The kind decides who uses a power and when; see the reference of the card language.
"""

from functools import cached_property
from typing import Annotated, Literal

from annotated_types import Interval
from pydantic import Field

from engine.content.fields import Between, Rule, Table, Title, expects
from engine.content.language import Expression, parse
from engine.shipwreck.deck.vocabulary import IN_QUESTION, OF_A_FATE

Choice = Annotated[Literal["none", "value", "visible"], expects('"none", "value" or "visible"')]


Cost = Annotated[int, Interval(ge=1, le=2), expects("1 or 2")]


class NamedPower(Table):
    name: Title


class Question(NamedPower):
    """The group learns whether something is true of the kept fate."""

    kind: Literal["question"]
    ask: Annotated[str, Rule(IN_QUESTION)]
    """What the group learns the truth of."""
    choose: Choice = "none"
    """What the group names as X: nothing, any value of the deck's fates, or the value of a visible fate."""
    cost: Cost = 1
    """How many powers of the pool one use spends."""

    @cached_property
    def ask_rule(self) -> Expression:
        return parse(self.ask, IN_QUESTION)


class ExtraGuess(NamedPower):
    """The group may name more values in this turn's prediction."""

    kind: Literal["extra-guess"]
    guesses: Annotated[int, Between(1, 6)] = 1
    """How many more."""


class Old(NamedPower):
    """The active player tells whether the token played was already held last turn."""

    kind: Literal["old"]


class Discard(NamedPower):
    """The active player returns one visible fate that fits the rule to the bag."""

    kind: Literal["discard"]
    discards: Annotated[str, Rule(OF_A_FATE)]
    """Which fates may be returned."""

    @cached_property
    def discards_rule(self) -> Expression:
        return parse(self.discards, OF_A_FATE)


class Cycle(NamedPower):
    """An arcana card without fates is replaced by the top of the deck."""

    kind: Literal["cycle"]


class Raise(NamedPower):
    """The fate not played counts as more for every card text of this turn."""

    kind: Literal["raise"]
    adds: Annotated[int, Between(1, 3)] = 1
    """By how much."""


class Relocate(NamedPower):
    """One visible fate moves to another arcana card."""

    kind: Literal["relocate"]


class Exile(NamedPower):
    """After a correct prediction, one visible fate leaves the game."""

    kind: Literal["exile"]
    cost: Cost = 2
    """How many powers of the pool one use spends."""


class Slow(NamedPower):
    """Attached to an arcana card: the fates there take other hours."""

    kind: Literal["slow"]
    hours: Annotated[int, Between(0, 9)] = 1
    """How many each fate there takes."""


class Amplify(NamedPower):
    """Attaches itself to the card that replaces its own; when that one fades, doom and score count more."""

    kind: Literal["amplify"]
    doom: Annotated[int, Between(0, 9)] = 1
    """What each fade that costs doom costs more."""
    score: Annotated[int, Between(0, 9)] = 1
    """What a correct prediction scores more."""


Power = Annotated[
    Question | ExtraGuess | Old | Discard | Cycle | Raise | Relocate | Exile | Slow | Amplify,
    Field(discriminator="kind"),
]
