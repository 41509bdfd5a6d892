"""The faded powers as data: one model for each kind, with the numbers and rules that a designer may change.

The kind decides who uses a power and when; see the reference page on the card language.
"""

from functools import cached_property
from typing import Annotated, Literal

from annotated_types import Interval
from pydantic import Field

from engine.content.fields import Between, Rule, Table, Title, expects
from engine.content.language import Expression, parse
from engine.errors import message
from engine.shipwreck.deck.vocabulary import IN_QUESTION, OF_A_FATE

Choice = Annotated[Literal["none", "value", "visible"], expects(message('"none", "value" or "visible"'))]


Cost = Annotated[int, Interval(ge=1, le=2), expects(message("1 or 2"))]


class NamedPower(Table):
    name: Title


class Question(NamedPower):
    """The group learns whether something is true of the kept fate."""

    kind: Literal["question"]
    ask: Annotated[str, Rule(IN_QUESTION)]
    """The rule whose truth the group learns."""
    choose: Choice = "none"
    """What the group names as X: nothing, any value of the deck's fates, or the value of a visible fate."""
    cost: Cost = 1
    """How many powers of the pool one use costs."""

    @cached_property
    def ask_rule(self) -> Expression:
        return parse(self.ask, IN_QUESTION)


class ExtraGuess(NamedPower):
    """The group may name more values in this turn's prediction."""

    kind: Literal["extra-guess"]
    guesses: Annotated[int, Between(1, 6)] = 1
    """How many more."""


class Old(NamedPower):
    """The active player tells whether the played token was already held last turn."""

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
    """The fate not played counts more for every card text of this turn."""

    kind: Literal["raise"]
    adds: Annotated[int, Between(1, 3)] = 1
    """How much more."""


class Relocate(NamedPower):
    """One visible fate moves to another arcana card."""

    kind: Literal["relocate"]


class Exile(NamedPower):
    """After a correct prediction, one visible fate leaves the game."""

    kind: Literal["exile"]
    cost: Cost = 2
    """How many powers of the pool one use costs."""


class Slow(NamedPower):
    """Attached to an arcana card: the fates there count a different number of hours."""

    kind: Literal["slow"]
    hours: Annotated[int, Between(0, 9)] = 1
    """The hours of each fate there."""


class Amplify(NamedPower):
    """Attaches itself to the card that replaces its own. When that card fades, doom and score count more."""

    kind: Literal["amplify"]
    doom: Annotated[int, Between(0, 9)] = 1
    """The extra doom of each fade that costs doom."""
    score: Annotated[int, Between(0, 9)] = 1
    """The extra score of a correct prediction."""


Power = Annotated[
    Question | ExtraGuess | Old | Discard | Cycle | Raise | Relocate | Exile | Slow | Amplify,
    Field(discriminator="kind"),
]
