"""Does a policy change what it is shown? A view may hold the game's own lists, and a policy that sorts a hand sorts it
in the game. While a game is checked, every view and the choices are compared with a copy after each decision."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from copy import deepcopy
from enum import Enum
from functools import cached_property
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

from engine.errors import Text, message
from engine.outside.own.policies.memory import Memory

Policy = Callable[..., Any]

LONGEST = 80
"""Characters of a value that a line shows."""
DEEPEST = 40
"""Things within things that are compared."""


class Change(NamedTuple):
    """What a policy changed, and in which line of its file."""

    where: str
    policy: str
    line: int
    what: Text

    @property
    def fault(self) -> Text:
        return message(
            "{where}: line {line}: policy {policy} changes what it is shown: {what}",
            where=self.where,
            line=self.line,
            policy=self.policy,
            what=self.what,
        )


_found: dict[tuple[str, str, int], Change] | None = None
"""What was found while somebody watches, each line once; None if nobody does."""


@contextmanager
def watching() -> Iterator[Mapping[tuple[str, str, int], Change]]:
    """Meanwhile, policies are watched. Yields what is found."""
    global _found
    _found = {}
    try:
        yield _found
    finally:
        _found = None


def is_watching() -> bool:
    return _found is not None


def watched(policy: Policy, where: str) -> Policy:
    """A policy that is watched, if somebody watches at this time; else the policy itself. `where` is its file."""
    if _found is None:
        return policy
    changes = _found

    def decide(view: Any, **given: Any) -> Any:
        try:
            before = deepcopy((view, given.get("choices")))
        except Exception:  # what cannot be copied cannot be compared
            return policy(view, **given)
        again = deepcopy(before)
        remembered = {name: value.copy() if isinstance(value, Memory) else value for name, value in given.items()}
        answer = policy(view, **given)
        what = difference("view", before[0], view) or difference("choices", before[1], given.get("choices"))
        if what:
            line = _line_of_change(policy, again, remembered) or policy.__code__.co_firstlineno
            changes.setdefault((where, policy.__name__, line), Change(where, policy.__name__, line, what))
        return answer

    return decide


def _line_of_change(policy: Policy, shown: tuple[Any, Any], given: Mapping[str, Any]) -> int:
    """The line after which a view is no longer what it was, found by deciding once more; 0 if that shows none."""
    view, choices = shown
    before, file = deepcopy(shown), policy.__code__.co_filename
    last, found = 0, 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal last, found
        if frame.f_code.co_filename != file:
            return None
        if last and not found and (difference("", before[0], view) or difference("", before[1], choices)):
            found = last
        if event == "line":
            last = frame.f_lineno
        return trace

    tracing = sys.gettrace()
    sys.settrace(trace)
    try:
        policy(view, **{**given, **({"choices": choices} if "choices" in given else {})})
    except Exception:
        return found
    finally:
        sys.settrace(tracing)
    return found


def difference(where: str, before: Any, after: Any, depth: int = 0) -> Text:
    """Where two things differ, in a few words; empty if they do not. What has parts is compared by them, as its class
    may call a copy unequal."""
    if before is after or depth > DEEPEST:
        return ""
    if type(before) is not type(after) or isinstance(before, Enum):
        return _became(where, before, after)
    if isinstance(before, np.ndarray):
        same = before.shape == after.shape and before.tobytes() == after.tobytes()
        return "" if same else _became(where, before, after)
    if isinstance(before, Mapping):
        if len(before) != len(after) or difference(where, list(before), list(after), depth + 1):
            return _became(where, before, after)
        values = zip(before, before.values(), after.values(), strict=True)
        parts: Iterator[tuple[str, Any, Any]] = ((f"{where}[{key!r}]", one, other) for key, one, other in values)
    elif isinstance(before, Sequence) and not isinstance(before, str | bytes):
        if _plain(before) or len(before) != len(after):
            return "" if _equal(before, after) else _became(where, before, after)
        parts = ((f"{where}[{at}]", one, other) for at, (one, other) in enumerate(zip(before, after, strict=True)))
    elif isinstance(before, Set) and not all(map(_has_equality, before)):
        return "" if len(before) == len(after) else _became(where, before, after)
    elif _fields(before) or _fields(after):
        names = sorted(_fields(before) | _fields(after))
        parts = ((f"{where}.{name}", getattr(before, name, None), getattr(after, name, None)) for name in names)
    else:
        return "" if _equal(before, after) else _became(where, before, after)
    return next((what for part in parts if (what := difference(*part, depth + 1))), "")


def _plain(things: Sequence[Any]) -> bool:
    return all(isinstance(thing, int | float | str | bytes | None) for thing in things)


def _equal(before: Any, after: Any) -> bool:
    """Whether two things are equal; things that cannot tell, or have no equality but identity, count as equal."""
    if not _has_equality(before):
        return True
    try:
        return bool(before == after) or repr(before) == repr(after)
    except Exception:
        return True


def _has_equality(thing: Any) -> bool:
    """Whether its class says when two things are equal."""
    return any("__eq__" in vars(kind) for kind in type(thing).__mro__[:-1])


def _fields(thing: Any) -> set[str]:
    """The attributes of an object, without those that are computed when they are first read."""
    slots = {name for kind in type(thing).__mro__ for name in _names(vars(kind).get("__slots__", ()))}
    names = {*getattr(thing, "__dict__", ()), *slots}
    return {name for name in names if not isinstance(getattr(type(thing), name, None), cached_property)}


def _names(slots: str | Sequence[str]) -> Sequence[str]:
    return (slots,) if isinstance(slots, str) else slots


def _became(where: str, before: object, after: object) -> Text:
    return message("{where} was {before} and is {after}", where=where, before=_short(before), after=_short(after))


def _short(thing: object) -> str:
    text = " ".join(repr(thing).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
