"""Numbers that a policy works out before the first game of a cell, such as a plan of perfect play.

    def perfect(view, plan=Prepared(best_plan)):
        return plan[view["turn"]]

`best_plan` is a function of the rules: what the game reads as `table.rules.goal`, and `players`. Its other arguments are
parameters of the policy. What it returns, the policy gets for its argument in every decision.
"""

import inspect
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import BadInput
from engine.outside.own.author import Rules

MOST_KEPT = 16
"""Of the last cells."""
MOST_NUMBERS = 1_000_000

Numbers = tuple[Any, ...]
"""Numbers, or such tuples."""


class Prepared:
    """The default of an argument of a policy whose value a function works out, once for a cell."""

    def __init__(self, function: Callable[..., Any], players: int = 0) -> None:
        self.function = function
        self.players = players
        """The only number of players that it can be worked out for; 0 for any."""
        _rules, *self.parameters = inspect.signature(function).parameters
        self._kept: OrderedDict[Any, Numbers] = OrderedDict()

    def value(self, rules: Mapping[str, Any], parameters: Mapping[str, Any]) -> Numbers:
        """The numbers for a cell. Policies share them, so they are tuples, which nobody can change."""
        own = {name: parameters[name] for name in self.parameters}
        key = tuple(rules.items()), tuple(own.items())
        if key not in self._kept:
            self._kept[key] = self._frozen(self.function(Rules(rules), **own))
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    def _frozen(self, found: Any) -> Numbers:
        left = MOST_NUMBERS

        def frozen(value: Any) -> Any:
            nonlocal left
            if isinstance(value, list | tuple):
                return tuple(map(frozen, value))
            left -= 1
            if not isinstance(value, int | float) or left < 0:
                raise BadInput(
                    f"{self.function.__name__}: expected a list of at most {MOST_NUMBERS:,} numbers, or of such lists, "
                    + (f"got {value!r} in it" if left >= 0 else "got more")
                )
            return value

        found = getattr(found, "tolist", lambda: found)()
        if not isinstance(found, list | tuple):
            raise BadInput(f"{self.function.__name__}: expected a list of numbers, got {found!r}")
        numbers: Numbers = frozen(found)
        return numbers
