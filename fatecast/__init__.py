"""What a script needs: `from fatecast import run, load_run`.

`sim` and `engine` hold the code; their names are too general for a script to import. Each name is loaded when it is
first used, so `import fatecast` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.errors import BadData, BadInput, BrokenRule, FatecastError, NotComparable
    from sim.api import Run, load_run, run
    from sim.errors import Inconclusive, Interrupted, Stopped, Terminated

__all__ = [
    "BadData",
    "BadInput",
    "BrokenRule",
    "FatecastError",
    "Inconclusive",
    "Interrupted",
    "NotComparable",
    "Run",
    "Stopped",
    "Terminated",
    "load_run",
    "run",
]

_HOMES = {
    "sim.api": ("Run", "load_run", "run"),
    "engine.errors": ("BadData", "BadInput", "BrokenRule", "FatecastError", "NotComparable"),
    "sim.errors": ("Inconclusive", "Interrupted", "Stopped", "Terminated"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'fatecast' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
