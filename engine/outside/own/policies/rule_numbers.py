"""What `table.rules` is: the numbers, switches and words of the rules, each by its name."""

from collections.abc import Mapping
from typing import Any

from engine.errors import BrokenRule, message
from engine.language.current import DEFAULT, speaking
from engine.policy.listing import span
from engine.policy.naming import shown_number
from engine.policy.parameters import RuleParameter


class Rules:
    """The parameters and the numbers of the axes of a cell, each by its name."""

    def __init__(self, numbers: Mapping[str, Any]) -> None:
        self.__dict__.update(numbers)

    def __getattr__(self, name: str) -> Any:
        known = ", ".join(self.__dict__) or "none"
        raise BrokenRule(
            source=f"table.rules.{name}",
            expected=message("one of the parameters and axes that the game declares: {known}", known=known),
        )


def values_of(parameter: RuleParameter) -> str:
    """What a number of the rules may be, in English: pages look it up as a word of the game."""
    with speaking(DEFAULT):
        return f"{span(parameter)}; by default {shown_number(parameter.default)}"
