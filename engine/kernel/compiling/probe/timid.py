"""Spares its fuel, by whole numbers and a coin of its own."""

from engine.kernel.compiled import compiled
from engine.kernel.compiling.probe.track import COST, GEARS, View, scrambled
from engine.kernel.records import Words
from engine.kernel.rng import HALF, number_below


class Memory:
    coin: Words
    spared: int


@compiled
def choose(view: View, mind: Memory, seat: int) -> int:
    table = view.table
    mind.coin = scrambled(mind.coin, table.mark[seat])
    gear = number_below(mind.coin >> HALF, GEARS)
    if COST[gear] * 4 > table.fuel[seat]:
        mind.spared += gear
        gear = 1 if table.fuel[seat] > 0 else 0
    return gear
