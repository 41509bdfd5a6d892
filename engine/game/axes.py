"""The axes of a game's grid and its options: what a person can vary from the command line.

A game declares them in a module that imports nothing heavy, so that `fatecast run --help` can show them at once.
"""

from dataclasses import dataclass
from typing import Literal

Role = Literal["difficulty", "size", "skill", "content", ""]


@dataclass(frozen=True)
class Axis:
    """One axis: `--players 2-5` sets the key `players` of an experiment."""

    name: str
    """The flag, and the label of a cell: `deck`."""
    key: str
    """The key of an experiment, which holds a list: `decks`."""
    help: str
    values: Literal["names", "numbers", "switch", "policies"]
    """Numbers may be written as ranges (`2-5`) and with commas; a name is one value, and its flag can be repeated. A
    switch is on or off (`--challenge`, `--no-challenge`). Policies have flags of their own
    (`--policy`, `--table`, …)."""
    example: str = ""
    role: Role = ""
    """The part that the axis plays: how hard a game is, how large, who plays, which content is played."""


@dataclass(frozen=True)
class Option:
    """A rule that the players may set: `--option lasers=3`."""

    name: str
    help: str
    values: str
    """What it can be set to, in words: `on or off`, `1 to 8`."""


VARIANT = "variant"
"""The label of cells that differ in the options of the rules, where one experiment plays several versions of them."""

FOCUS_SEAT = Option("focus", "The seat of the focus; 0 draws one for each game.", "0 or a seat")
"""For games with seats; see `engine.game.seats`."""
