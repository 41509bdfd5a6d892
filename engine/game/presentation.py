"""How a game wants to be told: which of its axes, columns and counters play which part in a report.

The laboratory counts without knowing what it counts. To write "at Doomed with five players an attentive table wins
82 %" it must be told which label is the difficulty, how its steps are called, and who the attentive table is. A game
says so here, as data; what it leaves out, a report leaves out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Rung:
    """One kind of table on the ladder of play."""

    label: str
    """The label of the axis `Presentation.who`, as far as it tells this table from others."""
    table: str
    """What people call such a table in the middle of a sentence: `an attentive table`."""


@dataclass(frozen=True)
class Ratio:
    """Σ over / Σ under: a number of a report. Over columns of games it gets an interval, over counters it is exact."""

    name: str
    title: str
    """The head of its column."""
    meaning: str
    over: str
    under: str = "games"
    """`games`: per game."""
    kind: Literal["share", "number"] = "number"
    scale: int = 1
    """`over` is counted in so many parts of a unit."""


@dataclass(frozen=True)
class Shape:
    """A column whose distribution shows how games go."""

    column: str
    title: str
    won: int | None = None
    """1: of the games won only, 0: of those lost; None: of all."""


@dataclass(frozen=True)
class Calibration:
    """Where a game keeps how sure its players were, and how often they were right."""

    table: str
    """A count table: one key, the bin of the stated probability; counters `predictions`, `stated`, `right`."""
    made: str
    """The column of a game's predictions."""
    right: str
    """The column of those that were right."""
    stated: str
    """The column of the probabilities they were stated with, summed."""
    scale: int
    """A stated probability is counted in so many parts of 1."""


@dataclass(frozen=True)
class Comeback:
    """When a win counts as a comeback."""

    column: str
    """The most by which the team was behind in a game."""
    least: int
    meaning: str
    """`the doom gained had been ahead of the score by 2 or more`"""


@dataclass(frozen=True)
class Feature:
    """Something that the rules of a cell provide for, and the counter that tells whether it ever happened."""

    kind: str
    name: str
    piece: str
    counter: str


@dataclass(frozen=True)
class Presentation:
    """The parts that the words of a game play in a report."""

    title: str
    difficulty: str = ""
    """The axis of difficulty, easiest value first."""
    unit: str = ""
    """What one step on it is a step of: `doom`."""
    levels: Mapping[int | str, str] = field(default_factory=dict)
    """The names of its values, where they have one."""
    size: str = ""
    """The axis of the size of a table."""
    who: str = ""
    """The axis of who plays."""
    ladder: Sequence[Rung] = ()
    """From the floor upwards. A label that begins with that of a rung stands on it."""
    focus: Sequence[str] = ()
    """The labels of `who` that a report should speak of, the best one first."""
    beginner: str = ""
    """The label of a table that plays for the first time."""
    piece: str = "piece"
    """What the rows of `Batch.pieces` are: a card."""
    opening: str = ""
    """A column: the pieces a game begins with, one bit each in the order of `Game.pieces`. It is drawn by lot, and the
    same for equal indices in all cells with the same pieces."""
    end: str = ""
    """A column of codes: how a game ended; code 0 is a win."""
    shape: Sequence[Shape] = ()
    """The columns whose distribution shows how games go."""
    feel: Sequence[Ratio] = ()
    """Numbers over columns of games."""
    pieces: Sequence[Ratio] = ()
    """Numbers over counters of pieces."""
    comeback: Comeback | None = None
    calibration: Calibration | None = None
    course: str = ""
    """A count table with two keys, how far a game was to a win and to a loss, and the counters `games` and `wins`."""
