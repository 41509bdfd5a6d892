"""What a policy remembers from one decision of a seat to the next, within a game.

    def bluffer(view, memory={"bluffs": 0}):
        memory["bluffs"] += 1
        return memory["bluffs"] % 3 == 0

The default says which fields there are, and what they hold when a game begins. Each seat has a memory of its own, new
in every game.
"""

from collections.abc import Mapping
from types import FunctionType
from typing import Any

from engine.errors import BadText, BrokenRule, Message, message
from engine.outside.author_names import is_author_name

MEMORY = "memory"
"""The argument that gets it."""
MOST_FIELDS = 60
Value = bool | int | float | str
KINDS: Mapping[type, Message] = {
    bool: message("True or False"),
    int: message("a whole number"),
    float: message("a number"),
    str: message("a text"),
}


class Memory:
    """The memory of one seat in one game. A field keeps its kind: a whole number stays one."""

    __slots__ = ("_values",)
    __iter__ = None
    __contains__ = None

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> Value:
        try:
            return self._values[name]
        except (KeyError, TypeError):
            raise self._unknown(name) from None

    def __setitem__(self, name: str, value: Value) -> None:
        try:
            kind = type(self._values[name])
        except (KeyError, TypeError):
            raise self._unknown(name) from None
        if type(value) is not kind:
            value = self._as_kind(name, kind, value)
        self._values[name] = value

    def copy(self) -> "Memory":
        return Memory(self._values)

    def _as_kind(self, name: str, kind: type, value: Any) -> Value:
        """A whole number for a number, and what counts as one for a whole number; nothing else changes its kind."""
        if kind is int and isinstance(value, int):
            return int(value)
        if kind is float and isinstance(value, int | float):
            return float(value)
        raise BrokenRule(
            source=f"memory[{name!r}]",
            expected=message("{kind}, as at the start of a game, got {value}", kind=KINDS[kind], value=repr(value)),
        )

    def _unknown(self, name: object) -> BrokenRule:
        known = ", ".join(self._values)
        return BrokenRule(
            source=f"memory[{name!r}]", expected=message("one of the fields that it begins with: {known}", known=known)
        )


class Beginning(dict[str, Value]):
    """The fields of a memory when a game begins. A policy that is called without a memory reads this one, and may not
    change it: it is the same for all games."""

    def _fixed(self, *given: object, **named: object) -> Any:
        raise BrokenRule(message("memory: hand yours over, as this one is shared by all games"))

    __setitem__ = __delitem__ = __ior__ = _fixed
    update = setdefault = pop = popitem = clear = _fixed


def is_memory(name: str, default: object) -> bool:
    """Whether an argument of a policy is its memory. A number by this name is a parameter."""
    return name == MEMORY and isinstance(default, dict)


def beginning_of(function: Any, default: Mapping[Any, Any]) -> Beginning:
    """What the memory of a policy begins with, checked. Nobody can change it from now on."""
    if isinstance(default, Beginning):
        return default
    if not 1 <= len(default) <= MOST_FIELDS:
        raise BadMemory(message("expected 1 to {most} fields, got {got}", most=MOST_FIELDS, got=len(default)))
    for name, value in default.items():
        if not is_author_name(name):
            raise BadMemory(message("expected names of letters, digits and _, got {got}", got=repr(name)))
        if type(value) not in KINDS or value != value:
            raise BadMemory(
                message(
                    "{name}: expected a number, True, False or a text to begin with, got {got}",
                    name=name,
                    got=repr(value),
                )
            )
    found = Beginning(default)
    if isinstance(function, FunctionType):
        function.__defaults__ = (
            tuple(found if each is default else each for each in function.__defaults__ or ()) or None
        )
        named = function.__kwdefaults__ or {}
        function.__kwdefaults__ = {key: found if each is default else each for key, each in named.items()} or None
    return found


class BadMemory(BadText):
    """A memory that cannot be one."""
