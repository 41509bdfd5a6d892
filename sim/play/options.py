"""How to play: on which workers, how patiently, what to keep. Nothing here changes the results."""

import os
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Literal

from engine.errors import BadInput, message

PATIENCE = 600.0
"""Seconds that a worker may take for some games before it is considered to hang."""

MANY_WORKERS = 64
PER_CORE = 4

Detail = Literal["games", "cells"]


class KeptGames:
    """Outcomes in memory that outlast one comparison. Whoever asks again for more games of a cell, or for another
    change of the same game, plays only what is new."""

    cuts = (16, 128, 512)
    """The first piece is cut here, too: a first look needs few games, and they are not played again for the next."""

    def __init__(self, most: int) -> None:
        self.pieces: dict[Any, Any] = {}
        """What `sim.play.outcome_cache` keeps: outcomes by piece."""
        self._most = most

    def tidy(self) -> None:
        """Forget everything if there are too many games."""
        if sum(piece.last - piece.first for piece in self.pieces) > self._most:
            self.pieces.clear()


@dataclass(frozen=True)
class PlayOptions:
    """The options of everything that plays."""

    executor: str | Executor = "processes"
    workers: int | None = None
    scheduler: str | None = None
    detail: str | None = None
    """`games` keeps a row for every game, `cells` only sums; None keeps what the run was begun with, else `games`."""
    block: int | None = None
    progress: bool | None = None
    """None shows progress if stderr is a terminal."""
    patience: float = PATIENCE
    step_over: Callable[[str], None] = lambda what: None
    """Called with what was done, when a step of a run is over: compiling, playing."""
    is_cancelled: Callable[[], bool] = lambda: False
    """Asked about once a second, whether to stop as Ctrl-C would."""
    kept: KeptGames | None = None
    """Games of earlier comparisons, which are not played again."""

    def __post_init__(self) -> None:
        if self.detail not in (None, "games", "cells"):
            raise BadInput(source="detail", expected=message("'games' or 'cells'"), got=self.detail)
        if not self.patience > 0:
            raise BadInput(source="patience", expected=message("more than 0 seconds"), got=self.patience)
        if self.block is not None and self.block < 1:
            raise BadInput(source="block", expected=message("at least 1, not {block}", block=self.block))
        if self.workers is not None and self.workers < 1:
            raise BadInput(source="workers", expected=message("at least 1, not {workers}", workers=self.workers))
        if self.workers is not None and self.workers > most_workers():
            raise BadInput(
                source="workers",
                expected=message(
                    "at most {most_workers} on this machine, not {workers}",
                    most_workers=most_workers(),
                    workers=self.workers,
                ),
            )


def cores() -> int:
    """The cores that we may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def most_workers() -> int:
    """More than this many on one machine only wait for each other, and fill its memory."""
    return max(MANY_WORKERS, PER_CORE * cores())
