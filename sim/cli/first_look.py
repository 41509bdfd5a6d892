"""The first look at what was typed: which game is meant? The command of a verb is made for that game.

A game in a file (`--game ./pirates`) is code, so it is loaded here, where a person has just named it, and nowhere else.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.game.registry import DEFAULT_GAME, admit

GAME = "--game"


class NamedGame(NamedTuple):
    """The game that is meant."""

    name: str
    is_named: bool
    """Whether it was named, or is meant because none was."""


def game_in(arguments: Sequence[str]) -> NamedGame:
    """The game that is named among the arguments of a verb; of several, the last, as for every other flag."""
    word = None
    for at, each in enumerate(arguments):
        flag, equals, value = each.partition("=")
        if flag == GAME and equals:
            word = value
        elif each == GAME and at + 1 < len(arguments):
            word = arguments[at + 1]
    return NamedGame(DEFAULT_GAME, False) if word is None else NamedGame(admit(word), True)
