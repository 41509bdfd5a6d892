"""How surely a choice must be better than the habit before a network leaves it.

Where a habit is good, most of what a fit finds is noise, and to follow all of it is worse than the habit. So the habit
gets a head start, the one that gains most in lessons that were not fitted to. It is one more unit in each layer: a
network with it is a network like any other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.players.learning.columns import Known
from engine.players.learning.features import HABIT
from engine.players.learning.fit import Floats, Layers, Positions
from engine.players.learning.lessons import Lessons

STARTS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
"""Head starts that are tried, in units of what the network is fitted to."""
ALWAYS = 1e3
"""The head start by which a network never leaves its habit."""
SURE = 3.0
"""Standard errors by which a gain must be more than nothing."""


class Start(NamedTuple):
    """A head start, and what a decision gains with it in lessons that were not fitted to."""

    size: float
    gain: float
    error: float
    """Its standard error."""
    leaves: float
    """The share of the decisions in which the habit is left."""


def habits_in(lessons: Lessons) -> NDArray[np.bool_]:
    """For each choice, whether it is the habit."""
    pairs = lessons.choices
    thing = np.repeat(np.arange(len(pairs.first) - 1), np.diff(pairs.first))
    found = np.zeros(len(lessons.results), bool)
    found[thing[pairs.keys == np.uint64(HABIT)]] = True
    return found


def worths(layers: Layers, positions: Positions) -> Floats:
    """What the network says of each choice."""
    shown = np.repeat(positions.views @ layers.of_view + layers.bias, np.diff(positions.first), axis=0)
    one = np.maximum(shown + positions.choices @ layers.of_choice, 0)
    found: Floats = np.maximum(one @ layers.second + layers.second_bias, 0) @ layers.out
    return found


def kept_promise(layers: Layers, positions: Positions) -> float:
    """What choices were worth for each that the network said they are: 1 if it says how things are, less if it knows
    noise by heart. Of positions that it was not fitted to."""
    sizes = np.diff(positions.first)
    said: NDArray[np.float64] = worths(layers, positions).astype(np.float64)
    said -= np.repeat(np.add.reduceat(said, positions.first[:-1]) / sizes, sizes)
    return float(said @ positions.worth) / max(float(said @ said), 1e-12)


def best_start(layers: Layers, positions: Positions, lessons: Lessons) -> Start:
    """The head start for the habit that gains most, surely; of these lessons, which were not fitted to."""
    said, is_habit = worths(layers, positions).astype(np.float64), habits_in(lessons)
    starts = [_judged(size, said, is_habit, lessons) for size in STARTS]
    best = max(starts, key=lambda start: start.gain - SURE * start.error)
    return best if best.gain > SURE * best.error else Start(ALWAYS, 0.0, 0.0, 0.0)


def _judged(size: float, said: NDArray[np.float64], is_habit: NDArray[np.bool_], lessons: Lessons) -> Start:
    first = lessons.first[:-1]
    has_habit = np.add.reduceat(is_habit.astype(int), first) == 1
    worth = said + size * is_habit
    number = np.repeat(np.arange(len(first)), np.diff(lessons.first))
    order = np.lexsort((np.arange(len(worth)), -worth, number))  # of equals the first
    chosen = order[first][has_habit]
    habit = np.flatnonzero(is_habit & has_habit[number])
    gains = lessons.results[chosen] - lessons.results[habit]
    error = float(gains.std() / np.sqrt(max(len(gains), 1)))
    return Start(size, float(gains.mean()), error, float((chosen != habit).mean()))


def with_start(layers: Layers, known: Known, size: float) -> Layers:
    """The same network with a head start for the habit."""
    at = np.flatnonzero(known.choices.keys == np.uint64(HABIT))
    if not len(at) or not size:
        return layers
    column = int(at[0])
    one, two = layers.second.shape
    of_choice = _widened(layers.of_choice, columns=1)
    of_choice[column, one] = known.choices.spread[column]
    second = _widened(layers.second, rows=1, columns=1)
    second[one, two] = 1
    return Layers(
        _widened(layers.of_view, columns=1),
        of_choice,
        np.append(layers.bias, np.float32(known.choices.middle[column])),
        second,
        np.append(layers.second_bias, np.float32(0)),
        np.append(layers.out, np.float32(size)),
    )


def _widened(layer: Floats, rows: int = 0, columns: int = 0) -> Floats:
    found: Floats = np.pad(layer, ((0, rows), (0, columns)))
    return found
