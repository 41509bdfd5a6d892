"""What every worker plays, and since when: in shared memory, because a worker that hangs cannot be asked."""

import os
from collections.abc import MutableSequence
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

FIELDS = 5
"""Numbers that a worker shows: its process, the number of its task, the first game of the current call, the one after
the last, and when the call began (0 between calls). All but the time are whole numbers that a float holds exactly."""


class Call(NamedTuple):
    """Some games of a task that a worker plays."""

    task: int
    first: int
    last: int


@dataclass
class Heartbeat:
    """The numbers that one worker shows."""

    shown: MutableSequence[float] = field(default_factory=lambda: [0.0] * FIELDS)
    at: int = 0
    """The place of the first of these numbers in `shown`."""

    def sign_in(self) -> None:
        """Show which process this is, so that it can be ended even before it plays."""
        self.shown[self.at] = float(os.getpid())

    def beat(self, task: int, first: int, last: int) -> None:
        """Show that a call begins."""
        at = self.at
        self.shown[at : at + FIELDS - 1] = [float(os.getpid()), float(task), float(first), float(last)]
        self.shown[at + FIELDS - 1] = monotonic()

    def rest(self) -> None:
        """Show that a call has returned."""
        self.shown[self.at + FIELDS - 1] = 0.0


def overdue(shown: MutableSequence[float], patience: float) -> Call | None:
    """A call that has lasted longer than this many seconds."""
    for at in range(0, len(shown), FIELDS):
        _, task, first, last, since = shown[at : at + FIELDS]
        if since and monotonic() - since > patience:
            return Call(int(task), int(first), int(last))
    return None


def processes(shown: MutableSequence[float]) -> list[int]:
    """The process ids of all workers."""
    return [int(shown[at]) for at in range(0, len(shown), FIELDS) if shown[at]]


def played_by(shown: MutableSequence[float], process: int) -> Call | None:
    """What a process played last; None if it plays nothing."""
    for at in range(0, len(shown), FIELDS):
        number, task, first, last, since = shown[at : at + FIELDS]
        if int(number) == process and since:
            return Call(int(task), int(first), int(last))
    return None
