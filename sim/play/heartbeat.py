"""Where every worker is, and since when: in memory that all share, for a worker that hangs cannot be asked."""

import os
from collections.abc import MutableSequence
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

FIELDS = 5
"""Numbers that a worker shows: its process, the cell, the first game of the call it is in, the one after the last, and
when that call began (0 between calls). All are whole numbers that a float holds exactly, but for the time."""


class Call(NamedTuple):
    """Some games of a cell that a worker is at."""

    cell: int
    first: int
    last: int


@dataclass
class Pulse:
    """The numbers of one worker."""

    shown: MutableSequence[float] = field(default_factory=lambda: [0.0] * FIELDS)
    at: int = 0
    """Where they begin."""

    def beat(self, cell: int, first: int, last: int) -> None:
        """A call begins."""
        at = self.at
        self.shown[at : at + FIELDS - 1] = [float(os.getpid()), float(cell), float(first), float(last)]
        self.shown[at + FIELDS - 1] = monotonic()

    def rest(self) -> None:
        """A call has come back."""
        self.shown[self.at + FIELDS - 1] = 0.0


def overdue(shown: MutableSequence[float], patience: float) -> Call | None:
    """A call that has lasted longer than that."""
    for at in range(0, len(shown), FIELDS):
        _, cell, first, last, since = shown[at : at + FIELDS]
        if since and monotonic() - since > patience:
            return Call(int(cell), int(first), int(last))
    return None


def processes(shown: MutableSequence[float]) -> list[int]:
    """The workers that have ever begun a call."""
    return [int(shown[at]) for at in range(0, len(shown), FIELDS) if shown[at]]
