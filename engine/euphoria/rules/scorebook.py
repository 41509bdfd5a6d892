"""Writes the result of a game into its row; see `table.results`."""

from typing import Any

from engine.euphoria.table.results import COLUMNS
from engine.euphoria.table.state import EUPHORIA_WINS, NONE, SUBTERRA_WINS, Table, Tally, World
from engine.kernel.compiled import inlined
from engine.policy.compiled_game.records import copying, count_bits

NO_KILLER = 255


copy_columns = copying(COLUMNS, Tally, Table, but=["anarchists", "killer"])


@inlined
def write_row(world: World, focus: int, row: Any) -> None:
    table, tally, players = world.table, world.tally, world.scenario.players
    copy_columns(tally, table, row)
    subterrans = count_bits(tally.sides)
    euphorians = players - subterrans
    by_side = table.end in (EUPHORIA_WINS, SUBTERRA_WINS)
    row.won = (table.winners >> focus) & 1
    row.turns = table.turn
    row.focus = focus
    row.focus_side = (tally.sides >> focus) & 1
    row.focus_leader = (tally.leaders >> focus) & 1
    row.n_winners = count_bits(table.winners)
    row.first_won = table.winners & 1
    row.last_won = (table.winners >> (players - 1)) & 1
    row.euphorians = euphorians
    row.uneven = 1 if by_side and euphorians != subterrans else 0
    row.minority_won = 1 if by_side and (euphorians < subterrans) == (table.end == EUPHORIA_WINS) else 0
    if euphorians == subterrans:
        row.minority_won = 0
    row.anarchists = count_bits(table.anarchists)
    row.killer = NO_KILLER if table.killer == NONE else table.killer
    row.own_goal = 1 if table.killer != NONE and not (table.winners >> table.killer) & 1 else 0
    row.rounds = (table.turn + players - 1) // players
