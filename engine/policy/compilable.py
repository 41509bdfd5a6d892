"""Can a policy from outside be compiled? If not, its games are played as plain Python, and a line says why."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar
from warnings import catch_warnings, simplefilter

import numpy as np

from engine.errors import BadInput, BrokenRule, Text, message
from engine.kernel.compiled import INTERPRETED, Kernel
from engine.kernel.numba_inside.settings_files import load_numba
from engine.kernel.plain_python import elsewhere
from engine.kernel.records import new
from engine.language.current import said
from engine.policy.hooks import HookSet
from engine.policy.outside_module import blamed, line_in

if TYPE_CHECKING:
    pass

T = TypeVar("T")
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


def plays_plainly(hooks: HookSet, policy: ModuleType) -> bool:
    """Whether its games must be played by an engine that is not compiled."""
    return not INTERPRETED and bool(obstacle(hooks, policy))


def obstacle(hooks: HookSet, policy: ModuleType) -> str:
    """What cannot be compiled, and why; nothing if all can."""
    if not is_from_outside(policy):
        return ""
    if policy.__name__ in _found:
        return _found[policy.__name__]
    found = (_obstacle_in(hooks, part.__name__) for part in parts_in(policy) if hasattr(part, "CODE"))
    return next(filter(None, found), "")


def how_it_plays(hooks: HookSet, name: str, policy: ModuleType) -> str:
    """One line for a policy from outside: compiled, or as plain Python and why."""
    why: Text = message("interpreted by request") if INTERPRETED else obstacle(hooks, policy)
    if why:
        return said("{name}: plays as plain Python, slower, with the same results ({why})", name=name, why=why)
    return said("{name}: compiled", name=name)


def play_plainly(play: Callable[..., T], kind: type, log: Any, *arguments: Any) -> T:
    """Plays games without compilation, in another process, which calls `play(*arguments, log=…)`, a function of a
    module. The log, a record of this kind, gets what was logged there, even of a game that broke a rule."""
    played, events, error = elsewhere(_played_with_a_log, play, kind, int(log.listens), arguments)
    log.count = len(events)
    log.event[: log.count] = events
    if error is not None:
        raise error
    found: T = played
    return found


def _played_with_a_log(
    play: Callable[..., T], kind: type, listens: int, arguments: tuple[Any, ...]
) -> tuple[T | None, Any, BrokenRule | None]:
    """What was played and logged, and the error if one occurred, as plain data."""
    log: Any = new(kind)
    log.listens = listens
    played, error = None, None
    try:
        played = play(*arguments, log=log)
    except BrokenRule as broken:
        error = broken
    return played, log.event[: log.count].copy(), error


def call_kernel(policy: ModuleType, call: Callable[[], T], broken: Callable[[str], Exception]) -> T | None:
    """Call the kernel of a policy. If code from outside fails, `broken` makes the error of what happened. None if that
    code turned out not to compile as part of the whole game: from now on the policy plays plainly."""
    if not is_from_outside(policy):
        return call()
    numba_error = load_numba().errors.NumbaError
    try:
        with unwarned(), np.errstate(divide="raise", invalid="raise"):  # as it is where this code is compiled
            return call()
    except numba_error as error:
        _found[policy.__name__] = first_line(error)
        return None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if isinstance(error, BadInput):
            raise
        mine = [part for part in parts_in(policy) if hasattr(part, "CODE")]
        culprit = next((part for part in mine if line_in(error, str(part.__file__))), None)
        hint = " (compiled code does not tell its line; NUMBA_DISABLE_JIT=1 does)"
        told = f"{blamed(culprit or mine[0], error)}{'' if culprit or INTERPRETED else hint}"
        raise broken(told) from error


@cache
def _obstacle_in(hooks: HookSet, name: str) -> str:
    """Compile the hooks of a policy one by one."""
    numba = load_numba()
    policy = import_module(name)
    examples = {**hooks.examples(), "mind": new(hooks.part_of(policy, "Memory"))}
    for hook in hooks.all_names:
        function = getattr(policy, hook, None)
        if not isinstance(function, Kernel):
            continue
        try:
            with unwarned():
                function.dispatcher.compile(
                    tuple(numba.typeof(examples.get(argument, 0)) for argument in hooks.arguments(hook))
                )
        except numba.errors.NumbaError as error:
            return f"{hook}: {first_line(error)}"
        except Exception as error:  # a fault of Numba's own, about code that it does not know
            return f"{hook}: {type(error).__name__}: {first_line(error)}"
    return ""


@contextmanager
def unwarned() -> Iterator[None]:
    """What Numba has to say of somebody else's code is said in our own line, or not at all."""
    warning = load_numba().errors.NumbaWarning
    with catch_warnings():
        simplefilter("ignore", warning)
        yield


def first_line(error: Exception) -> str:
    """Numba tells a story; the first sentence that is about the code is enough."""
    lines = [COLOUR.sub("", line).strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith("Failed in ")]
    return told[0] if told else type(error).__name__
