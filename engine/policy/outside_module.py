"""A policy from outside, completed: a few functions and a docstring are enough.

Its hooks, and the helpers of its own that they call, are compiled whether or not it says so. Its parameters have a
place in its memory whether or not it has a class for that.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from types import FunctionType, ModuleType
from typing import Annotated, Any

import numpy as np

from engine.errors import BadInput, FatecastError, message
from engine.kernel.compiled import INTERPRETED, compiled
from engine.policy.hooks import HookSet, arguments
from engine.policy.parameters import Parameter


def fit(policy: ModuleType, hooks: HookSet, parameters: Mapping[str, Parameter]) -> None:
    """Check what a module offers and complete it."""
    foundation = getattr(policy, "FOUNDATION", None)
    for hook in hooks.required:
        if not hasattr(policy, hook) and not hasattr(foundation, hook):
            raise BadInput(
                expected=message(
                    "a function {hook}({arguments})", hook=hook, arguments=", ".join(hooks.arguments(hook))
                )
            )
    for hook in hooks.all_names:
        if hasattr(policy, hook):
            _check_arguments(hook, getattr(policy, hook), hooks.arguments(hook))
    _check_parameters(policy)
    if not INTERPRETED:
        for hook in hooks.all_names:
            _compile_from(policy, hook)
    _make_room(policy, hooks, parameters)


def _check_arguments(hook: str, function: object, expected: list[str]) -> None:
    if not callable(function):
        raise BadInput(source=hook, expected=message("a function"))
    if len(arguments(function)) != len(expected):
        got = ", ".join(arguments(function))
        raise BadInput(
            source=hook,
            expected=message("the arguments ({expected}), got ({got})", expected=", ".join(expected), got=got),
        )


def _check_parameters(policy: ModuleType) -> None:
    own = getattr(policy, "PARAMETERS", {})
    if not isinstance(own, dict) or not all(isinstance(each, Parameter) for each in own.values()):
        raise BadInput(message("PARAMETERS: expected a dictionary of Parameter(default, lowest, highest, meaning)"))
    for name, parameter in own.items():
        if not str(name).isidentifier():
            raise BadInput(
                source="PARAMETERS", expected=message("names of letters, digits and _, got {name!r}", name=name)
            )
        if not parameter.low <= parameter.default <= parameter.high:
            raise BadInput(
                source=f"PARAMETERS: {name}",
                expected=message("a default from {low:g} to {high:g}", low=parameter.low, high=parameter.high),
            )


def _compile_from(policy: ModuleType, name: str) -> None:
    """Compile a function of the module, if it is the module's own, and those of its own that it calls."""
    function = getattr(policy, name, None)
    if isinstance(function, FunctionType) and function.__module__ == policy.__name__:
        setattr(policy, name, compiled(function))
        for other in _called(function):
            _compile_from(policy, other)


def _called(function: FunctionType) -> Iterator[str]:
    yield from (name for name in function.__code__.co_names if name in function.__globals__)


def _make_room(policy: ModuleType, hooks: HookSet, parameters: Mapping[str, Parameter]) -> None:
    """Give every parameter without a field in the policy's memory one of its own."""
    memory, base = hooks.part_of(policy, "Memory"), hooks.defaults.Memory
    if not (isinstance(memory, type) and issubclass(memory, base)):
        raise BadInput(source="Memory", expected=message("a class derived from {game}'s Memory", game=hooks.game))
    known = {name for each in memory.__mro__ for name in inspect.get_annotations(each)}
    missing = {name: each for name, each in parameters.items() if name not in known}
    if missing:
        kinds = {
            name: int if isinstance(each.default, int) else Annotated[float, np.float64]
            for name, each in missing.items()
        }
        memory = type("Memory", (memory,), {"__annotations__": kinds, "__module__": policy.__name__})
    policy.Memory = memory  # type: ignore[attr-defined]


BESIDE_THE_KERNEL = ("prepare", "resolve", "stack")
"""Functions of a policy that are called before games are played."""


def name_file(policy: ModuleType, name: str) -> None:
    """Let errors of a module name its file as a person knows it, and the line."""
    policy.FILE = name  # type: ignore[attr-defined]
    for each in BESIDE_THE_KERNEL:
        function = vars(policy).get(each)
        if isinstance(function, FunctionType) and function.__module__ == policy.__name__:
            setattr(policy, each, _blaming(policy, function))


def _blaming(policy: ModuleType, function: FunctionType) -> Callable[..., Any]:
    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        try:
            return function(*given, **named)
        except (FatecastError, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise BadInput(
                message("{blamed}, in {name}", blamed=blamed(policy, error), name=function.__name__)
            ) from None

    return call


def blamed(policy: ModuleType, error: BaseException) -> str:
    """`mine.py, line 12: KeyError: 'at'`. Compiled code does not tell in which line it failed."""
    what = " ".join(str(error).split())
    line = line_in(error, str(policy.__file__))
    where = f"{getattr(policy, 'FILE', policy.__name__)}{f', line {line}' if line else ''}"
    return f"{where}: {type(error).__name__}: {what}" if what else f"{where}: {type(error).__name__}"


def line_in(error: BaseException, file: str) -> int | None:
    """The innermost line of a file that an error went through."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
