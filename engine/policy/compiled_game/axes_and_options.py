"""Axes of whole numbers and options, declared once: for the help of the command line, for the grid, and for game ids.
Imports nothing heavy, because `about` of a game does not."""

from dataclasses import dataclass

from engine.game.axes import Axis, Option, Role
from engine.policy.parameters import Parameter

SWITCH = ("off", "on")


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


def players(description: str, low: int, high: int, usual: tuple[int, ...], example: str) -> Numbers:
    """How many play: `3p` in a game id."""
    return numbers("players", description, low, high, usual, "{}p", example, "size")


def difficulty(name: str, description: str, low: int, high: int, usual: tuple[int, ...], example: str) -> Numbers:
    """How hard the game is: `doom4` in a game id."""
    return numbers(name, description, low, high, usual, f"{name}{{}}", example, "difficulty")


@dataclass(frozen=True)
class Setting(Option):
    """An option that is a number, one of some words, or a switch."""

    parameter: Parameter


def number(name: str, meaning: str, low: float, high: float, default: float | None = None) -> Setting:
    """Without a default, it depends on the content or on the number of players."""
    values = f"{low} or {high}" if high - low == 1 else f"{low:g} to {high}"
    usual = low if default is None else default
    return Setting(name, meaning, values, Parameter(usual, low, high, meaning, depends=default is None))


def choice(name: str, meaning: str, *words: str, depends: bool = False) -> Setting:
    """One of some words, which are kept as they are. The first is the default, unless it depends on something."""
    values = ", ".join(words[:-1]) + f" or {words[-1]}"
    return Setting(name, meaning, values, Parameter(0, 0, len(words) - 1, meaning, words, depends))


def switch(name: str, meaning: str, default: bool) -> Setting:
    return Setting(name, meaning, "on or off", Parameter(int(default), 0, 1, meaning, SWITCH))
