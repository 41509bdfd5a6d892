"""What `table.rules` is: the numbers, switches and words of the rules, each by its name."""

from collections.abc import Mapping
from typing import Any

from engine.errors import BrokenRule, message


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
