"""Lessons of a player with a habit, in which another choice gains what a test wants it to."""

import numpy as np

from engine.players.learning.features import HABIT
from engine.players.learning.lessons import Asked, Lessons, lessons_of

SEED = 36
CARD, GOOD = 7, 8


def made(number: int, gain: float, noise: float = 1.0) -> Lessons:
    """Decisions between the habit, which gets 0 on average, and another choice that gets `gain`."""
    draw = np.random.Generator(np.random.Philox(SEED))
    found = []
    for at in range(number):
        card, got = int(draw.integers(5)), draw.standard_normal(2) * noise
        habit = [(HABIT, 1)]
        found.append(Asked([(CARD, 16 * card)], [[(GOOD, 16)], habit] if at % 2 else [habit, [(GOOD, 16)]], []))
        other = at % 2 == 0
        results = [got[0], got[1] + gain] if other else [got[0] + gain, got[1]]
        found[-1] = found[-1]._replace(results=results)
    return lessons_of(found)
