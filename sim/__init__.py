"""The laboratory: it plays experiments and turns games into tables, comparisons and reports.

It knows no rule of any game and imports no game. Each package imports only packages further down this list: `cli`,
`api`, `verbs`, `start`, `training`, `search` and `compare.gate`, `report`, `ladder`, `compare`, `inspect`, `display`,
`play`, `runs`, `experiment` and `statistics`, `text`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from sim.verbs.request.finished_run import Run, load_run

    run: Callable[..., Run]

__all__ = ["Run", "load_run", "run"]


def __getattr__(name: str) -> Any:
    """Load the API when it is first used: workers and `fatecast --help` do not need it."""
    if name in __all__:
        from sim.api.names import found

        return found(name)
    raise AttributeError(f"module 'sim' has no attribute {name!r}")
