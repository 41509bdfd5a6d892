"""Numbers that a policy works out before the first game of a cell, such as a plan of perfect play.

    def perfect(view, plan=Prepared(best_plan)):
        return plan[view["turn"]]

`best_plan` is a function of the rules: what the game reads as `table.rules.goal`, and `players`. Its other arguments
are parameters of the policy. What it returns, the policy gets for its argument in every decision.
"""

import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np

from engine.errors import BadInput, Text, message
from engine.outside.own.policies.rule_numbers import Rules

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
        """As tuples, whose numbers are all of one kind: a whole number among fractions becomes one."""
        found = getattr(found, "tolist", lambda: found)()
        if not isinstance(found, list | tuple):
            raise self._wrong(message("a list of numbers, got {got}", got=repr(found)))
        every = list(islice(_numbers_in(found), MOST_NUMBERS + 1))
        for each in every:
            if not isinstance(each, int | float):
                raise self._wrong(message("a list of numbers, or of such lists, got {got} in it", got=repr(each)))
        if len(every) > MOST_NUMBERS:
            raise self._wrong(message("at most {most:,} numbers", most=MOST_NUMBERS))
        kinds = {type(each) for each in every}
        kind: Any = float if float in kinds else bool if kinds == {bool} else int
        return _as_tuples(found, kind)

    def _wrong(self, expected: Text) -> BadInput:
        return BadInput(source=self.function.__name__, expected=expected)


def _numbers_in(found: Any) -> Iterator[Any]:
    for each in found:
        if isinstance(each, list | tuple):
            yield from _numbers_in(each)
        else:
            yield each


def _as_tuples(found: Any, kind: Callable[[Any], Any]) -> Numbers:
    return tuple(_as_tuples(each, kind) if isinstance(each, list | tuple) else kind(each) for each in found)


def shape_of(numbers: Numbers) -> str:
    """`int` for a list of whole numbers, `int list` for a list of such lists; empty if there is no such word: a list is
    empty, or some lists lie deeper than others."""
    inner = {shape_of(each) + " list" if isinstance(each, tuple) else type(each).__name__ for each in numbers}
    return next(iter(inner)) if len(inner) == 1 and not inner & {" list"} else ""


def words_of(numbers: Numbers, at: int) -> list[int]:
    """The memory of a kernel from an address on, with these numbers in it: the head of the list, then the list."""
    words = [len(numbers), -1, at + 3]
    if isinstance(numbers[0], tuple):
        words += [0] * len(numbers)
        for number, each in enumerate(numbers):
            words[3 + number] = at + len(words)
            words += words_of(each, at + len(words))
    elif isinstance(numbers[0], float):
        words += np.array(numbers).view(np.int64).tolist()
    else:
        words += map(int, numbers)
    return words
