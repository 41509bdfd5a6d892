"""Can a policy from outside be compiled? If not, its games are played as plain Python, and somebody should say why."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import ModuleType
from warnings import catch_warnings, simplefilter

from numba import typeof
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, NumbaWarning

from engine.kernel.compiled import INTERPRETED
from engine.kernel.records import new
from engine.policy.fitting import ALSO, arguments
from engine.policy.registry import part_of
from engine.shipwreck.rules import decisions
from engine.shipwreck.rules.powers import NO_ORDER
from engine.shipwreck.table.state import Book, Dice, Table, View

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_found: dict[str, str] = {}
"""Obstacles that turned up when the whole game was compiled, by module."""


def is_from_outside(policy: ModuleType) -> bool:
    """Whether any of it is code of the user's own, or of a package."""
    return any(hasattr(part, "CODE") for part in parts_in(policy))


def parts_in(policy: ModuleType) -> tuple[ModuleType, ...]:
    """The policies at a mixed table; a single one is a table of itself."""
    parts: tuple[ModuleType, ...] = getattr(policy, "PARTS", (policy,))
    return parts


def plays_plainly(policy: ModuleType) -> bool:
    """Whether its games must be played by an engine that is not compiled."""
    return not INTERPRETED and bool(obstacle(policy))


def obstacle(policy: ModuleType) -> str:
    """What cannot be compiled, and why; nothing if all can."""
    if not is_from_outside(policy):
        return ""
    if policy.__name__ in _found:
        return _found[policy.__name__]
    return next(filter(None, (_obstacle_in(part.__name__) for part in parts_in(policy) if hasattr(part, "CODE"))), "")


def how_it_plays(name: str, policy: ModuleType) -> str:
    """One line for a policy from outside: compiled, or as plain Python and why."""
    why = "interpreted by request" if INTERPRETED else obstacle(policy)
    return f"{name}: plays as plain Python, slower, with the same results ({why})" if why else f"{name}: compiled"


def meet(policy: ModuleType, error: NumbaError) -> None:
    """Remember what came up when the whole game was compiled."""
    _found[policy.__name__] = first_line(error)


@cache
def _obstacle_in(name: str) -> str:
    """Compile the decisions of a policy one by one."""
    policy = import_module(name)
    examples = {
        "view": View(new(Book), new(Table)),
        "mind": new(part_of(policy, "Memory")),
        "dice": new(Dice),
        "order": NO_ORDER,
    }
    for hook in (*decisions.HOOKS, *ALSO):
        function = getattr(policy, hook, None)
        if not isinstance(function, Dispatcher):
            continue
        try:
            with unwarned():
                function.compile(tuple(typeof(examples.get(name, 0)) for name in arguments(getattr(decisions, hook))))
        except NumbaError as error:
            return f"{hook}: {first_line(error)}"
    return ""


@contextmanager
def unwarned() -> Iterator[None]:
    """What Numba has to say of somebody else's code is said in our own line, or not at all."""
    with catch_warnings():
        simplefilter("ignore", NumbaWarning)
        yield


def first_line(error: NumbaError) -> str:
    """Numba tells a story; the first sentence that is about the code is enough."""
    lines = [COLOUR.sub("", line).strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith("Failed in ")]
    return told[0] if told else type(error).__name__
