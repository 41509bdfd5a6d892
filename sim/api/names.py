"""The names that `fatecast` offers: a function for each verb, the classes of their results, the errors. Each is loaded
when it is first used."""

from importlib import import_module
from typing import Any

from sim.api import OTHER_NAMES
from sim.verbs.request.verb import all_verbs, modules

ERRORS = {
    "engine.errors": ("BadData", "BadInput", "BrokenRule", "FatecastError", "NotComparable"),
    "sim.errors": ("Cancelled", "HungUp", "Inconclusive", "Interrupted", "SearchInterrupted", "Stopped", "Terminated"),
}
OPENED = "sim.verbs.request.finished_run"


def functions() -> list[str]:
    """The names of all functions."""
    return [*modules(), *OTHER_NAMES, "load_run"]


def homes() -> dict[str, str]:
    """The modules of all classes, by their names."""
    results = {verb.result_name: verb.result_module for verb in all_verbs()}
    return {**{name: home for home, names in ERRORS.items() for name in names}, **results}


def names() -> list[str]:
    """All of them."""
    return sorted([*homes(), *functions()])


def found(name: str) -> Any:
    """What goes by a name."""
    if name == "load_run":
        return import_module(OPENED).load_run
    if name in functions():
        from sim.api.functions import function_of

        return function_of(name)
    home = homes().get(name)
    if home is None:
        raise AttributeError(f"module 'fatecast' has no attribute {name!r}")
    return getattr(import_module(home), name)
