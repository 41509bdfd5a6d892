"""The laboratory: plays experiments and turns games into tables. It knows no rule of any game."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.api import Run, load_run, run

__all__ = ["Run", "load_run", "run"]


def __getattr__(name: str) -> Any:
    """The API, loaded when first asked for: workers and `fatecast --help` need none of it."""
    if name in __all__:
        from sim import api

        return getattr(api, name)
    raise AttributeError(f"module 'sim' has no attribute {name!r}")
