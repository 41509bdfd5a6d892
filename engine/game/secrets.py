"""What was found when the seats of a game were asked in worlds where what they have not seen lies otherwise."""

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from engine.game.cell import Cell


@dataclass
class Secrets:
    """Of some games of some cells."""

    hides: bool = False
    """Whether anything lies where it is known who has seen it."""
    leaks: list[str] = field(default_factory=list)
    """Where a seat can see what it should not, in lines."""
    asked: int = 0
    """Decisions that were asked about."""
    worlds: int = 0
    """Worlds in which that was done."""
    unasked: int = 0
    """Decisions for which too few worlds were left."""

    def note(self, worlds: int, enough: bool) -> None:
        """A decision that nothing was noticed at, in so many worlds."""
        self.worlds += worlds
        if enough:
            self.asked += 1
        else:
            self.unasked += 1

    def add(self, other: "Secrets") -> None:
        self.hides |= other.hides
        self.leaks += other.leaks
        self.asked += other.asked
        self.worlds += other.worlds
        self.unasked += other.unasked


@runtime_checkable
class AnswersForSecrets(Protocol):
    """A game that knows who has seen which of its cards."""

    def secrets(self, cell: Cell, seed: int, games: int) -> Secrets:
        """Ask the seats of so many games."""
        ...
