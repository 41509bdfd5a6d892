"""Counts a test, and writes the result of a game into its row; see `table.results`."""

from typing import Any

from engine.hadal.rules.azrak import count_for
from engine.hadal.table.events import ENDED, SCORED
from engine.hadal.table.results import COLUMNS
from engine.hadal.table.state import (
    COMPLETED,
    CONFLICT,
    CRITICAL,
    CRITS,
    FAILS,
    GROUP,
    SUCCESS,
    SUCCESSES,
    TESTS,
    Table,
    Tally,
    World,
)
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import copying, note


@inlined
def count_test(world: World, seat: int, kind: int, result: int) -> None:
    tally = world.tally
    tally.tests += 1
    count_for(world, seat, TESTS, 1)
    if kind == CONFLICT:
        tally.conflicts += 1
    elif kind == GROUP:
        tally.group_tests += 1
    if result == SUCCESS:
        tally.successes += 1
        count_for(world, seat, SUCCESSES, 1)
    elif result == CRITICAL:
        tally.crits += 1
        count_for(world, seat, CRITS, 1)
    else:
        tally.fails += 1
        count_for(world, seat, FAILS, 1)


@compiled
def end_game(world: World, end: int) -> None:
    world.table.end = end
    note(world.log, (ENDED, end, world.table.points, world.table.returned))


@inlined
def score(world: World, points: int) -> None:
    """The mission is completed at once if the goal is reached."""
    table = world.table
    if points > 0:
        table.points += points
        note(world.log, (SCORED, points, table.points))
        if table.points >= world.scenario.goal:
            end_game(world, COMPLETED)


copy_columns = copying(COLUMNS, Tally, Table)


@compiled
def write_row(world: World, row: Any) -> None:
    table = world.table
    copy_columns(world.tally, table, row)
    reserves = 0
    for seat in range(world.scenario.agents):
        reserves += table.reserve[seat]
    row.won = 1 if table.end == COMPLETED and table.returned <= world.scenario.par else 0
    row.turns = table.round_number
    row.in_vortex = table.vortex
    row.in_reserves = reserves
