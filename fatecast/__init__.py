"""What a script needs: `from fatecast import run, compare, load_run`.

`sim` and `engine` hold the code; their names are too general for a script to import. Each name is loaded when it is
first used, so `import fatecast` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.errors import BadData, BadInput, BrokenRule, FatecastError, NotComparable
    from sim.api.comparing import Tried, try_change
    from sim.api.gating import Gated, gate
    from sim.api.playing import Run, load_run, run
    from sim.api.reading import Piece, Replayed, Report, card, piece, replay, report
    from sim.api.searching import Ablated, Swept, Tuned, ablate, sweep, tune
    from sim.errors import Inconclusive, Interrupted, SearchInterrupted, Stopped, Terminated

__all__ = [
    "Ablated",
    "BadData",
    "BadInput",
    "BrokenRule",
    "Compared",
    "FatecastError",
    "Gated",
    "Inconclusive",
    "Interrupted",
    "NotComparable",
    "Piece",
    "Replayed",
    "Report",
    "Run",
    "SearchInterrupted",
    "Stopped",
    "Swept",
    "Terminated",
    "Tried",
    "Tuned",
    "ablate",
    "card",
    "compare",
    "gate",
    "load_run",
    "piece",
    "replay",
    "report",
    "run",
    "sweep",
    "try_change",
    "tune",
]

_HOMES = {
    "sim.api.playing": ("Run", "load_run", "run"),
    "sim.api.comparing": ("Tried", "try_change"),
    "sim.verbs.compare": ("Compared",),
    "sim.api.gating": ("Gated", "gate"),
    "sim.api.reading": ("Piece", "Replayed", "Report", "card", "piece", "replay", "report"),
    "sim.api.searching": ("Ablated", "Swept", "Tuned", "ablate", "sweep", "tune"),
    "engine.errors": ("BadData", "BadInput", "BrokenRule", "FatecastError", "NotComparable"),
    "sim.errors": ("Inconclusive", "Interrupted", "SearchInterrupted", "Stopped", "Terminated"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    if name in __all__:
        from sim.api.functions import function_of

        return function_of(name)
    raise AttributeError(f"module 'fatecast' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
