"""What every worker does, and since when: in shared memory, because a worker that hangs cannot be asked."""

from collections.abc import Iterator, MutableSequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

FIELDS = 5
"""Numbers that a worker shows: what it does, the number of its task, the first game of the current call, the one after
the last, and when that began. All but the time are whole numbers that a float holds exactly."""

BETWEEN, CALL, COMPILES, WRITES = 0.0, 1.0, 2.0, 3.0
"""What a worker does: something between two calls of the game, a call, a kernel, a file."""


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

    def beat(self, task: int, first: int, last: int) -> None:
        """Show that a call begins."""
        at = self.at
        self.shown[at + 1 : at + FIELDS] = [float(task), float(first), float(last), monotonic()]
        self.shown[at] = CALL

    def rest(self) -> None:
        """Show that a call has returned."""
        self._show(BETWEEN)

    @contextmanager
    def while_it(self, does: float) -> Iterator[None]:
        """Show that it compiles, or writes, also within a call."""
        before = self.shown[self.at]
        self._show(does)
        try:
            yield
        finally:
            self._show(before)

    def _show(self, does: float) -> None:
        self.shown[self.at + FIELDS - 1] = monotonic()
        self.shown[self.at] = does

    @property
    def does(self) -> float:
        """What the worker does."""
        return self.shown[self.at]

    @property
    def call(self) -> Call | None:
        """The call of the game in which the worker is."""
        does, task, first, last, _ = self.shown[self.at : self.at + FIELDS]
        return Call(int(task), int(first), int(last)) if does == CALL else None

    @property
    def all_shown(self) -> tuple[float, ...]:
        """All of it: as long as that is the same, nothing new has begun."""
        return tuple(self.shown[self.at : self.at + FIELDS])
