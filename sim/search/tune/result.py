"""What a search found, how it went, and why it missed its goals if it did."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from engine.language.current import counted
from sim.search.tune.confirmation import Confirmation
from sim.search.tune.goals import Goal


class SinglesMeasured(NamedTuple):
    """Every change was played alone."""

    changes: int
    fields: int
    games: int
    """Of each cell."""


class SizeSearched(NamedTuple):
    """Combinations of one size were played."""

    fields: int
    steps: int
    played: int
    finalists: int
    """Those that played to the end."""
    reached: int
    """Of the finalists."""


class CandidatesFailed(NamedTuple):
    """Candidates reached the goals in the search, but on fresh games not or not surely, too often to go on."""

    attempts: int


class NearestPlayed(NamedTuple):
    """Nothing reached the goals, so the combinations that should come nearest were played."""

    combinations: int


SearchStep = SinglesMeasured | SizeSearched | CandidatesFailed | NearestPlayed


class Stop(NamedTuple):
    """A field that cannot go further the way that a goal needs."""

    path: str
    value: object
    """The last one that was allowed."""
    lower: bool
    """Whether it would have to become less."""
    by_game: bool
    """Whether the game allows no further value; else the search was given no further one."""


class OutOfReach(NamedTuple):
    """A goal that the fields cannot reach: together they move its outcome between these ends."""

    goal: Goal
    fields: int
    """How many could change at a time."""
    low: float
    high: float
    stops: tuple[Stop, ...] = ()
    enough: int = 0
    """With how many fields it would be within reach; 0 if not even with all."""


class Between(NamedTuple):
    """A goal within reach, but no combination comes to lie in its range: the nearest below and above it."""

    goal: Goal
    below: float | None
    above: float | None


class Conflict(NamedTuple):
    """Two statements that can be reached, but not together: what reaches one leaves the other here at best."""

    reached: str
    missed: Goal
    at: float


MissReason = OutOfReach | Between | Conflict | Literal["failed on fresh games", "no combination reaches all goals"]


@dataclass
class TuneResult:
    """What a search found."""

    changes: dict[str, object]
    confirmation: Confirmation
    steps: list[SearchStep]
    """How the search went."""
    reasons: list[MissReason] = field(default_factory=list)
    """Why the goals were missed."""
    games: int = 0
    """Of each cell and candidate, at most."""
    played: int = 0


def some_fields(number: int) -> str:
    """`one field`, `3 fields`"""
    return counted(number, "one field", "{count} fields")


def some_steps(number: int) -> str:
    """By how much they change in all."""
    return counted(number, "one step", "{count} steps")
