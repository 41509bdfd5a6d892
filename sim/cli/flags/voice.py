"""`-v` and `-q`, which every verb has: how much it says beside its results."""

import logging
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Log what is being done; show tracebacks.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress and no warnings.")]

FLAGS = {"verbose": Verbose, "quiet": Quiet}


def with_voice(verb: Callable[..., None]) -> Callable[..., None]:
    """The verb with both flags. A verb that has one of them itself gets its value, and says what it means there."""
    own = signature(verb)
    missing = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=False, annotation=kind)
        for name, kind in FLAGS.items()
        if name not in own.parameters
    ]

    @wraps(verb)
    def called(*args: Any, **given: Any) -> None:
        from sim.play.logs import log_to_terminal

        verbose, quiet = given["verbose"], given["quiet"]
        for flag in missing:
            del given[flag.name]
        with log_to_terminal(logging.INFO if verbose else logging.ERROR if quiet else logging.WARNING):
            verb(*args, **given)

    called.__signature__ = own.replace(parameters=[*own.parameters.values(), *missing])  # type: ignore[attr-defined]
    return called
