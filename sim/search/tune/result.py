"""What a search found, how it went, and why it missed its goals if it did."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

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
    reached: int


class CandidatesFailed(NamedTuple):
    """Candidates reached the goals in the search but not on fresh games, too often to go on."""

    attempts: int


class NearestPlayed(NamedTuple):
    """Nothing reached the goals, so the combinations that should come nearest were played."""

    combinations: int


SearchStep = SinglesMeasured | SizeSearched | CandidatesFailed | NearestPlayed


class OutOfReach(NamedTuple):
    """A goal that the fields cannot reach: together they move its outcome between these ends."""

    goal: Goal
    fields: int
    low: float
    high: float


MissReason = OutOfReach | Literal["failed on fresh games", "no combination reaches all goals"]


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
