"""The axes of a game's grid: what a person can vary from the command line, one flag each.

A game declares its axes in a module that imports nothing heavy, so that `fatecast run --help` can show them at once.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Axis:
    """One axis: `--players 2-5` sets the key `players` of an experiment."""

    name: str
    """The flag, and the label of a cell: `deck`."""
    key: str
    """The key of an experiment, which holds a list: `decks`."""
    help: str
    values: Literal["names", "numbers"]
    """Numbers may be written as ranges (`2-5`) and with commas; a name is one value, and its flag can be repeated."""
    example: str = ""
