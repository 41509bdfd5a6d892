"""The laboratory: it plays experiments and turns games into tables, comparisons and reports.

It knows no rule of any game and imports no game. Each package imports only packages further down this list: `cli`,
`api`, `search` and `compare.gate`, `report`, `compare`, `inspect`, `display`, `play`, `runs`, `experiment` and
`statistics`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.api.playing import Run, load_run, run

__all__ = ["Run", "load_run", "run"]


def __getattr__(name: str) -> Any:
    """Load the API when it is first used: workers and `fatecast --help` do not need it."""
    if name in __all__:
        from sim.api import playing

        return getattr(playing, name)
    raise AttributeError(f"module 'sim' has no attribute {name!r}")
