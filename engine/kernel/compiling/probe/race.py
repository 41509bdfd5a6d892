"""The kernel of the race. Its import of `choose` is where a policy is plugged in, as in the kernel of a game."""

from typing import Any

import numpy as np

from engine.kernel.compiled import compiled
from engine.kernel.compiling.probe.bold import choose
from engine.kernel.compiling.probe.track import (
    FUEL,
    GEARS,
    GOAL,
    HAS_STORMS,
    LAST_TURN,
    SEATS,
    Table,
    View,
    World,
    blow,
    run,
)
from engine.kernel.rng import philox7_of_two


@compiled
def set_up(world: World, index: int) -> None:
    table = world.table
    world.luck.game = np.uint64(index)
    table.turn = 0
    table.seat = index % SEATS
    table.sky.wind = 0
    for seat in range(SEATS):
        table.at[seat] = 0
        table.fuel[seat] = FUEL
        table.hope[seat] = 0.0
        table.mark[seat] = np.uint64(seat)
        for gear in range(GEARS):
            table.worn[seat, gear] = 0


@compiled
def play_turn(world: World, mind: Any) -> None:
    table = world.table
    table.turn += 1
    word, other = philox7_of_two(world.luck.game, np.uint64(table.turn), world.luck.key)
    if HAS_STORMS and table.turn % 6 == 0:
        blow(table, other, table.turn // 12)
    else:
        blow(table, word, None)
    run(table, table.seat, choose(View(table), mind, table.seat))


@compiled
def leader(table: Table) -> tuple[int, int]:
    """Who is in front, and how far; the first of equals."""
    first, far = 0, table.at[0]
    for seat in range(1, SEATS):
        if table.at[seat] > far:
            first, far = seat, table.at[seat]
    return first, far


@compiled
def play_games(world: World, mind: Any, first: int, results: Any) -> int:
    """Plays a game for each row, from index `first` on."""
    table = world.table
    for game in range(results.shape[0]):
        set_up(world, first + game)
        while table.turn < LAST_TURN and table.at[table.seat] < GOAL:
            table.seat = (table.seat + 1) % SEATS
            play_turn(world, mind)
        row = results[game]
        row.winner, row.far = leader(table)
        row.turns = table.turn
        row.wind = table.sky.wind
        row.hope = int((table.hope[0] - table.hope[1]) * 1_000_000.0)
        row.mark = table.mark[0] ^ table.mark[1] ^ table.mark[2]
    games: int = results.shape[0]
    return games
