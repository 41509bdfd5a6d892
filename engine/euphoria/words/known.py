"""Who knows which recruit, worked out from the events of a game. A replay for one seat tells no more than that.

The rules keep the same in `Table.known`; a test compares the two.
"""

from collections.abc import Sequence
from typing import Any

from engine.euphoria.table import events as ev
from engine.euphoria.table.state import ROW


class Known:
    """The recruits on the table: their kinds, their faces, and the seats that know them."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.exposed: list[bool] = []
        self.seats: list[set[int]] = []
        """For each recruit, the seats that know it."""

    @property
    def players(self) -> int:
        return len(self.kinds) // ROW

    def hear(self, kind: int, numbers: Sequence[int]) -> None:
        """Takes in an event."""
        if kind == ev.ROW_DEALT:
            seat, *kinds = numbers[: 1 + ROW]
            self.kinds += kinds
            self.exposed += [False] * ROW
            self.seats += [{seat} for _ in kinds]
        elif kind in (ev.INTERROGATED_ONE, ev.SAW):
            self.seats[numbers[1]].add(numbers[0])
        elif kind == ev.EXPOSED_ONE:
            self.exposed[numbers[0]] = True
            self.seats[numbers[0]] = set(range(self.players))
        elif kind == ev.HID_ONE:
            self.exposed[numbers[1]] = False
        elif kind == ev.SHOWED:
            for recruit in self.row(numbers[0]):
                self.seats[recruit].add(numbers[1])
        elif kind == ev.SHUFFLED_ROW:
            self._shuffle(*numbers[:2])
        elif kind == ev.SWAPPED:
            self._swap(*numbers[1:3])

    def row(self, seat: int) -> range:
        return range(ROW * seat, ROW * seat + ROW)

    def _all(self) -> list[list[Any]]:
        return [self.kinds, self.exposed, self.seats]

    def _swap(self, one: int, other: int) -> None:
        owners = {one // ROW, other // ROW}
        for things in self._all():
            things[one], things[other] = things[other], things[one]
        self.seats[one] |= owners
        self.seats[other] |= owners

    def _shuffle(self, seat: int, order: int) -> None:
        """The others forget the hidden recruits of the row."""
        first = ROW * seat
        old = [first + order // (ROW * ROW), first + order // ROW % ROW, first + order % ROW]
        for things in self._all():
            things[first : first + ROW] = [things[place] for place in old]
        for recruit in self.row(seat):
            if not self.exposed[recruit]:
                self.seats[recruit] = {seat}
