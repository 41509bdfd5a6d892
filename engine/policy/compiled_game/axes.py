"""An axis of whole numbers, declared once: for the help of the command line, for the grid, and for game ids. Imports
nothing heavy, because `about` of a game does not."""

from dataclasses import dataclass

from engine.game.axes import Axis, Role


@dataclass(frozen=True)
class Numbers(Axis):
    """An axis of whole numbers."""

    low: int = 0
    high: int = 0
    usual: tuple[int, ...] = ()
    """What is played if an experiment names none."""
    word: str = "{}"
    """A number of this axis in a game id: `{}p`."""


def numbers(
    name: str, description: str, low: int, high: int, usual: tuple[int, ...], word: str, example: str, role: Role = ""
) -> Numbers:
    """An axis whose key in an experiment is its name."""
    return Numbers(name, name, description, "numbers", example, role, low, high, usual, word)
