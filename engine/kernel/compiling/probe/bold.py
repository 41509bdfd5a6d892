"""Takes the highest gear that promises enough."""

from typing import Annotated

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.kernel.compiling.probe.track import COST, GEARS, GOAL, Table, View, step_of
from engine.kernel.floats import log2
from engine.kernel.records import Ints


class Memory:
    courage: Annotated[float, np.float64]
    taken: Annotated[Ints, GEARS]


@inlined
def promise(table: Table, seat: int, gear: int) -> float:
    """In bits, so below 0."""
    bits: float = log2((1 + min(step_of(table, seat, gear), GOAL)) / (1.0 + GOAL)) + table.hope[seat]
    return bits


@compiled
def choose(view: View, mind: Memory, seat: int) -> int:
    table = view.table
    gear = GEARS - 1
    while gear > 0 and (table.fuel[seat] < COST[gear] or promise(table, seat, gear) < mind.courage):
        gear -= 1
    mind.taken[gear] += 1
    return gear
