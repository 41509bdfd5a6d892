"""A player that learns from lessons, round by round.

Each round the network goes on from where it was, and is fitted to the lessons of the last rounds together: play changes
little from one round to the next, so older lessons still hold, and eight times as many make it that much surer.

Most of what few lessons say is noise, and a network that knows it by heart plays worse from round to round. The lessons
of a new round are an exam: it was not fitted to them. If it promises more than they keep, its weights shrink more while
they are fitted; if less, they shrink less.

Where a network sits upon a habit, some lessons of each round are never fitted to. By those, the habit gets its head
start.
"""

from typing import NamedTuple

import numpy as np

from engine.players.learning.caution import best_start, habits_in, kept_promise, with_start
from engine.players.learning.columns import (
    Known,
    grown,
    only,
    positions_of,
    rounded,
    scale_of,
    some_of,
    thinned,
    widened,
)
from engine.players.learning.fit import Layers, fitted, new_layers
from engine.players.learning.lessons import FROM_A_GAME, Lessons, joined
from engine.policy.seats.trained_net import Net

UNITS = (32, 32)
HELD_OUT = 4
"""One in so many lessons is not fitted to, where there is a habit."""
REMEMBERED = 8
"""Rounds whose lessons are fitted together."""
FIRST_EPOCHS, EPOCHS = 10, 6
SHRINKS, LEAST_SHRUNK, MOST_SHRUNK = 2.0, 1 / 64, 16.0
"""How much weights shrink at first, at least and at most."""
PROMISES_TOO_MUCH, TOO_LITTLE, STEP = 0.75, 0.95, 4.0
"""What a network kept of what it promised; beyond these, weights shrink by so many times more or less."""


class Learner(NamedTuple):
    """What was learned so far."""

    lessons: tuple[Lessons, ...] = ()
    """Of the last rounds."""
    known: Known = Known()
    layers: Layers | None = None
    scale: float = 1.0
    rounds: int = 0
    start: float = 0.0
    """The head start of the habit."""
    shrinks: float = SHRINKS
    """By how much weights shrink while they are fitted."""

    def after(self, lessons: Lessons, seed: int) -> "Learner":
        """The same player, one round later."""
        scale = self.scale if self.rounds else scale_of(lessons)
        known, shrinks = grown(self.known, lessons), self._shrinks_after(lessons, seed)
        if self.layers is None:
            layers, epochs = new_layers(len(known.shown), len(known.choices), UNITS, seed), FIRST_EPOCHS
        else:
            layers, epochs = widened(self.layers, self.known, known), EPOCHS
        pool = (*self.lessons, lessons)[-REMEMBERED:]
        has_habit, start = any(habits_in(each).any() for each in pool), 0.0
        learned = joined([_part(each, seen=True) for each in pool] if has_habit else pool)
        learned = some_of(learned, thinned(learned, known), seed + self.rounds)
        layers = fitted(layers, positions_of(known, learned, scale), seed + self.rounds, epochs, shrinks)
        if has_habit:
            unseen = joined([_part(each, seen=False) for each in pool])
            unseen = some_of(unseen, thinned(unseen, known), seed + self.rounds)
            start = best_start(layers, positions_of(known, unseen, scale), unseen).size
        return Learner(pool, known, layers, scale, self.rounds + 1, start, shrinks)

    def _shrinks_after(self, lessons: Lessons, seed: int) -> float:
        """By how much weights shrink from now on, after an exam."""
        if self.layers is None:
            return self.shrinks
        exam = some_of(lessons, thinned(lessons, self.known), seed + self.rounds)
        kept = kept_promise(self.layers, positions_of(self.known, exam, self.scale))
        times = STEP if kept < PROMISES_TOO_MUCH else 1 / STEP if kept > TOO_LITTLE else 1.0
        return min(max(self.shrinks * times, LEAST_SHRUNK), MOST_SHRUNK)

    @property
    def net(self) -> Net:
        assert self.layers is not None
        return rounded(with_start(self.layers, self.known, self.start), self.known)


def _part(lessons: Lessons, seen: bool) -> Lessons:
    """The lessons of a round that are fitted to, or the others."""
    number = np.arange(len(lessons)) // FROM_A_GAME  # lessons of the same game are alike, so they stay together
    return only(lessons, number[(number % HELD_OUT != 0) == seen])
