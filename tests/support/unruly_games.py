"""Games that do not only play wrongly, but make trouble for the process that plays them."""

import os
import sys
import time
from typing import ClassVar

from engine.game.cell import Cell
from engine.game.questions.another_process import OTHER_HASHES
from engine.game.results import Batch
from tests.support.dice_race import DiceRace, hold_the_interpreter

SECONDS = 4.5
BAD = 17
"""The game that makes trouble."""


class Unruly(DiceRace):
    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        if first <= BAD < last:
            self.misbehave()
        return super().simulate(cell, seed, first, last)

    def misbehave(self) -> None:
        raise NotImplementedError


class Hangs(Unruly):
    def misbehave(self) -> None:
        hold_the_interpreter()


class Quits(Unruly):
    def misbehave(self) -> None:
        os._exit(3)


class Exits(Unruly):
    def misbehave(self) -> None:
        sys.exit("no more dice")


class Talks(Unruly):
    def misbehave(self) -> None:
        os.write(1, b"rubbish \xff\n" * 100_000)


class Devours(Unruly):
    kept: ClassVar[list[bytearray]] = []

    def misbehave(self) -> None:
        while True:
            self.kept.append(bytearray(1 << 24))


class Hoards(DiceRace):
    """Keeps something of every game."""

    kept: ClassVar[list[str]] = []

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        self.kept.extend(f"game {index}" for index in range(first, last))
        return super().simulate(cell, seed, first, last)


HANGS, QUITS, EXITS, TALKS, DEVOURS, HOARDS = Hangs(), Quits(), Exits(), Talks(), Devours(), Hoards()


def __getattr__(name: str) -> DiceRace:
    if name == "NEVER_LOADED":
        hold_the_interpreter()
    if name == "SLOW_ELSEWHERE":
        time.sleep(SECONDS if os.environ.get("PYTHONHASHSEED") == OTHER_HASHES else 0)
        return DiceRace()
    raise AttributeError(name)
