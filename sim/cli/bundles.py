"""Flags that belong together: a verb takes them as one parameter, and the command line as the flags they are."""

from collections.abc import Callable
from dataclasses import is_dataclass
from inspect import Parameter, Signature, signature
from typing import Any


def spread(verb: Callable[..., None]) -> Callable[..., None]:
    """The verb as Typer should see it: in place of every parameter that is a dataclass, the fields of that class."""
    bundles: dict[str, type[Any]] = {}
    flags: list[Parameter] = []
    for parameter in signature(verb).parameters.values():
        kind = parameter.annotation
        if isinstance(kind, type) and is_dataclass(kind):
            bundles[parameter.name] = kind
            flags += signature(kind).parameters.values()
        else:
            flags.append(parameter)

    def called(**given: Any) -> None:
        for name, bundle in bundles.items():
            given[name] = bundle(**{flag: given.pop(flag) for flag in signature(bundle).parameters})
        verb(**given)

    called.__name__, called.__doc__ = verb.__name__, verb.__doc__
    called.__signature__ = Signature([flag.replace(kind=Parameter.KEYWORD_ONLY) for flag in flags])  # type: ignore[attr-defined]
    return called
