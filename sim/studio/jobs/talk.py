"""How a job speaks with whoever listens, from inside the worker."""

from collections.abc import Callable
from typing import Any

from engine.language.current import said
from sim.errors import Cancelled
from sim.play.options import KeptGames
from sim.verbs.request.progress import Progress

MOST_KEPT = 20_000_000
"""Games in memory from which on the worker forgets what it has played."""


class Talk(Progress):
    """A page in the browser: it hears events, and may lose interest."""

    @property
    def caller(self) -> str:
        return said("studio")

    @property
    def means(self) -> str:
        return said("fields")

    kept_games: KeptGames = KeptGames(MOST_KEPT)
    """Shared by all jobs of this worker."""

    def __init__(self, send: Callable[[dict[str, Any]], None], is_cancelled: Callable[[], bool]) -> None:
        self._send, self._is_cancelled = send, is_cancelled

    def event(self, kind: str, **more: object) -> None:
        """Something that the page shows; Cancelled if it does not want more."""
        if self._is_cancelled():
            raise Cancelled
        self._send({"kind": kind, **more})

    def last_word(self, kind: str, **more: object) -> None:
        """The same, also if nobody may want it: the work was stopped, and this is what is kept of it."""
        self._send({"kind": kind, **more})

    def tell(self, part: object) -> None:
        if isinstance(part, str):
            self.event("line", line=part)

    def is_cancelled(self) -> bool:
        return self._is_cancelled()
