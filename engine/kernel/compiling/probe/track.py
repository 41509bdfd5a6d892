"""The records of the race, and what its kernel and its policies do with them."""

from typing import Annotated, Any, NamedTuple

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp
from engine.kernel.records import Ints, Words
from engine.kernel.rng import Word, number_below

SEATS, GEARS, GOAL, FUEL, LAST_TURN = 3, 4, 60, 40, 40
COST = np.array([0, 1, 3, 6])
"""The fuel for each gear."""
HAS_STORMS, HAS_TIDES = True, False
SHIFT, FACTOR = np.uint64(29), np.uint64(0xBF58476D1CE4E5B9)


class Sky:
    wind: int
    """From the back if it is above 0."""
    calm: Annotated[float, np.float64]


class Table:
    turn: int
    seat: int
    at: Annotated[Ints, SEATS]
    fuel: Annotated[Any, np.int16, SEATS]
    worn: Annotated[Ints, SEATS, GEARS]
    hope: Annotated[Any, np.float64, SEATS]
    mark: Annotated[Any, np.uint64, SEATS]
    """A hash of all places of a seat."""
    sky: Sky


class Luck:
    key: Words
    game: Words


class World(NamedTuple):
    table: Table
    luck: Luck


class View(NamedTuple):
    table: Table


@inlined
def scrambled(mark: Word, word: Word) -> Word:
    mark = (mark ^ mark >> SHIFT) * FACTOR + word
    return mark ^ mark >> SHIFT


@compiled
def blow(table: Table, word: Word, storm: Any) -> None:
    """The wind turns; in a storm further. Without one, `storm` is None."""
    if storm is None:
        turned = number_below(word, 7) - 3
    else:
        turned = (number_below(word, 13) - 6) * (1 + storm)
    if HAS_TIDES:
        turned = turned.tide  # type: ignore[attr-defined]  # to compile this line would fail
    table.sky.wind += turned - table.sky.wind // 4
    table.sky.calm = exp(-0.125 * (table.sky.wind % 8))


@inlined
def step_of(table: Table, seat: int, gear: int) -> int:
    """How far a seat would come."""
    step: int = 2 * gear + (table.sky.wind >> 1) - table.worn[seat, gear] // 5
    return max(step, 0)


@compiled
def run(table: Table, seat: int, gear: int) -> None:
    """A seat goes on in a gear."""
    table.at[seat] += step_of(table, seat, gear)
    table.fuel[seat] -= COST[gear]
    table.worn[seat, gear] += 1 + gear
    table.mark[seat] = scrambled(table.mark[seat], np.uint64(table.at[seat]))
    table.hope[seat] += (table.at[seat] / GOAL - table.hope[seat]) * table.sky.calm
