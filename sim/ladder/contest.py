"""Every rung against every other: which cells are played, and what each game counts for.

Where seats compete, one seat plays a rung among players of another (`engine.game.seats`), and a game counts for what
the seat gains over such a player in the same seat, on the same luck. Elsewhere all seats play one rung, and a game
counts for the difference from the same game of another rung.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput, message
from engine.game.cell import Cell
from engine.game.outcomes import Mean, Outcome, Share
from engine.game.seats import FIELD, FOCUS, focus_seats
from sim.compare.pairs import Match, Pair, Steps, parts_of
from sim.experiment.experiment import ResolvedExperiment
from sim.ladder.rungs import NOBODY, Rung, Setting
from sim.play.options import PlayOptions
from sim.play.outcome_cache import SeededCell, outcome_cache
from sim.play.outcomes import Outcomes

GAIN = "focus gain"


class Bout(NamedTuple):
    """The games of a cell in which one rung is compared with another."""

    players: int
    steps: Steps
    """What each game counts for, in parts of the outcome's unit: more is better."""
    imagined: float
    """How much a game counts for if it counts, in the unit."""
    reach: float
    """The most that a game can count for, in the unit; infinite if no bounds are known."""
    is_share: bool
    """Whether a game counts all or nothing."""
    seats: NDArray[np.int64] | None
    """The seat of the rung in each game, from 0 on; None where all play the same, or the seat is fixed."""


Bouts = dict[tuple[str, str], list[Bout]]
"""By the names of two rungs, the one that may gain first."""


class Meeting(NamedTuple):
    """A cell, and who plays in it."""

    upper: str
    lower: str
    """Empty where all play the same."""
    players: int
    cell: Cell


@dataclass(frozen=True)
class Contest:
    """How rungs of a game are compared."""

    setting: Setting
    outcome: Outcome
    has_fields: bool
    seed: int
    fixed_seat: int

    @classmethod
    def of(cls, setting: Setting, rungs: Sequence[Rung]) -> "Contest":
        """The contest of a game: by what a seat gains if seats compete, else by the first outcome."""
        base = setting.at(rungs[0].sizes[0], {"policies": [rungs[0].text]})
        known, seed = base.game.about, base.settings.seed
        if known.has_focus:
            returns = base.game.presentation.returns
            name = returns.gain if returns is not None and returns.gain else GAIN
            gain = next(each for each in base.game.outcomes if each.name == name)
            return cls(setting, gain, True, seed, int(base.grid["options"][FOCUS]))
        if known.kind == "competitive":
            raise BadInput(
                message("the game {game} has no seats that compete on shared luck", game=setting.game), source="ladder"
            )
        return cls(setting, base.headline, False, seed, 0)

    def experiments(self, rungs: Sequence[Rung], fields: Sequence[Rung]) -> list[tuple[int, ResolvedExperiment]]:
        """What is played, for each number of players."""
        found = []
        for size in self.setting.sizes:
            here, there = ([rung.text for rung in some if size in rung.sizes] for some in (rungs, fields))
            if here and (there or not self.has_fields):
                seats = {**NOBODY, FOCUS: here, FIELD: there} if self.has_fields else {"policies": here}
                found.append((size, self.setting.at(size, seats)))
        return found

    def meetings(self, experiments: Sequence[tuple[int, ResolvedExperiment]]) -> Iterator[Meeting]:
        """Every cell but those of a rung among its like."""
        for size, experiment in experiments:
            for cell in experiment.cells:
                if not self.has_fields:
                    yield Meeting(str(cell.labels[experiment.game.about.skill]), "", size, cell)
                elif cell.labels[FOCUS] != cell.labels[FIELD]:
                    yield Meeting(str(cell.labels[FOCUS]), str(cell.labels[FIELD]), size, cell)

    def play(self, rungs: Sequence[Rung], fields: Sequence[Rung], games: int, options: PlayOptions) -> "Played":
        """Play them all."""
        experiments = self.experiments(rungs, fields)
        meetings = list(self.meetings(experiments))
        with outcome_cache([experiment for _, experiment in experiments], options) as cache:
            outcomes = cache.play([SeededCell(meeting.cell, self.seed) for meeting in meetings], games)
        return Played(self, list(zip(meetings, outcomes, strict=True)))


@dataclass(frozen=True)
class Played:
    """The games of a contest."""

    contest: Contest
    games: list[tuple[Meeting, Outcomes]]

    def plus(self, more: "Played") -> "Played":
        """Both together."""
        return Played(self.contest, [*self.games, *more.games])

    def bouts(self) -> Bouts:
        """What the games say about every two rungs."""
        found: Bouts = {}
        if self.contest.has_fields:
            for meeting, outcomes in self.games:
                found.setdefault((meeting.upper, meeting.lower), []).append(self._of_focus(meeting, outcomes))
            return found
        sides: dict[str, dict[object, tuple[Meeting, Outcomes]]] = {}
        for meeting, outcomes in self.games:
            sides.setdefault(meeting.upper, {})[_place(meeting)] = (meeting, outcomes)
        for upper, lower in permutations(sides, 2):
            shared = [place for place in sides[upper] if place in sides[lower]]
            if shared:
                found[upper, lower] = [self._of_pair(sides[lower][place], sides[upper][place]) for place in shared]
        return found

    def _of_focus(self, meeting: Meeting, outcomes: Outcomes) -> Bout:
        gain, players, fixed = self.contest.outcome, meeting.players, self.contest.fixed_seat
        assert isinstance(gain, Mean)
        steps, parts = outcomes.of(gain), parts_of(gain)
        moved = steps[steps != 0].astype(float)
        imagined = sqrt(float((moved**2).mean())) / parts if len(moved) else gain.step
        reach = max(map(abs, gain.bounds)) / parts if gain.bounds else inf
        indices = np.arange(len(steps))
        seats = None if fixed else focus_seats(self.contest.seed, indices, players)
        return Bout(players, steps, imagined, reach, False, seats)

    def _of_pair(self, below: tuple[Meeting, Outcomes], above: tuple[Meeting, Outcomes]) -> Bout:
        outcome = self.contest.outcome
        games = min(below[1].games, above[1].games)
        match = Match(above[0].cell.labels, below[0].cell, above[0].cell)
        pair = Pair(match, below[1].first(games), above[1].first(games))
        paired, sign = pair.of(outcome), -1 if outcome.better == "less" else 1
        steps, is_share = sign * pair.steps(outcome), isinstance(outcome, Share)
        return Bout(above[0].players, steps, paired.imagined, 1.0 if is_share else paired.reach, is_share, None)


def _place(meeting: Meeting) -> object:
    """Where a rung stands, whoever it is."""
    labels: Mapping[str, object] = meeting.cell.labels
    return tuple((axis, value) for axis, value in labels.items() if value != meeting.upper)
