"""Writes the result of a game into its row; see `table.results`."""

from typing import Any

from engine.kernel.compiled import inlined
from engine.oracle.table.results import COLUMNS
from engine.oracle.table.state import (
    AMULET,
    BY_HOROSCOPE,
    BY_PREDICTION,
    BY_STARS,
    CHANGE_MOVE,
    CHANGE_PLUS,
    CHANGE_X,
    HIRE,
    HOROSCOPE,
    MOVE,
    PLUS,
    PREDICT,
    STAFF,
    STARS,
    TABLET,
    Table,
    Tally,
    World,
)
from engine.policy.compiled_game.records import copying

copy_columns = copying(COLUMNS, Tally, Table)


@inlined
def worth_of(world: World) -> int:
    goods = world.tally.goods
    worth: int = goods[AMULET] + 2 * goods[TABLET]
    return worth


@inlined
def write_row(world: World, row: Any) -> None:
    scenario, board, table, tally = world.scenario, world.board, world.table, world.tally
    copy_columns(tally, table, row)
    row.won = 1 if worth_of(world) >= board.par else 0
    row.turns = table.turn
    row.worth = worth_of(world)
    row.amulets = tally.goods[AMULET]
    row.tablets = tally.goods[TABLET]
    row.goods = tally.goods[AMULET] + tally.goods[TABLET]
    row.worth_stars = tally.worth[BY_STARS]
    row.worth_predict = tally.worth[BY_PREDICTION]
    row.worth_horoscope = tally.worth[BY_HOROSCOPE]
    row.change_plus = tally.taken[CHANGE_PLUS]
    row.change_move = tally.taken[CHANGE_MOVE]
    row.change_x = tally.taken[CHANGE_X]
    row.stars = tally.taken[STARS]
    row.predict = tally.taken[PREDICT]
    row.horoscope = tally.taken[HOROSCOPE]
    row.staff = tally.taken[STAFF]
    row.hire = tally.taken[HIRE]
    row.areas1 = tally.areas[AMULET]
    row.areas2 = tally.areas[TABLET]
    row.tier3 = tally.tier[3]
    row.tier2 = tally.tier[2]
    row.tier1 = tally.tier[1]
    row.failed = tally.tier[0]
    row.open = table.predictions
    row.strip_used = board.strip - table.strip_left
    row.strip_empty = 1 if table.strip_left == 0 else 0
    row.corruption_clump = tally.clump
    row.corruption_skull = tally.skull
    row.corruption_cross = tally.cross
    row.plus_spent = tally.spent[PLUS]
    row.move_spent = tally.spent[MOVE]
    row.mods_left = table.filled[PLUS] + table.filled[MOVE]
    row.hours = scenario.days * scenario.hours - tally.idle_hours
