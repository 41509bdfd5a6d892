"""The set-up of a game."""

from engine.kernel.compiled import compiled
from engine.oracle.rules.plate import all_together, throw
from engine.oracle.table.state import (
    COLOURS,
    GOODS,
    KINDS,
    NONE,
    ROWS,
    SIDES,
    STAFF,
    Board,
    Chart,
    Table,
    Tally,
    World,
)
from engine.policy.compiled_game.records import clearing

clear_tally = clearing(Tally, kept=["piece"])


@compiled
def clear_map(board: Board, table: Table, chart: Chart) -> None:
    """Only the cross is drawn."""
    table.open_edges = 0
    for edge in range(board.edges):
        chart.drawn[edge] = board.is_cross[edge]
        if not board.is_cross[edge]:
            table.edge[table.open_edges] = edge
            table.place[edge] = table.open_edges
            table.open_edges += 1
    for cell in range(board.cells):
        chart.missing[cell] = SIDES
    for edge in range(board.edges):
        if board.is_cross[edge]:
            for side in range(2):
                chart.missing[board.beside[edge, side]] -= 1


@compiled
def set_up(world: World) -> None:
    """One box of each kind is filled, the figure stands on staff, and the runes of the first turn are thrown: again and
    again while all lie in one half."""
    scenario, board, table, chart = world.scenario, world.board, world.table, world.chart
    clear_map(board, table, chart)
    clear_tally(world.tally)
    world.tally.by = STAFF
    chart.version += 1
    for good in range(GOODS):
        for colour in range(COLOURS):
            chart.supply[good, colour] = scenario.supply[good]
    table.day = 0
    table.turn = 0
    table.space = scenario.space[STAFF]
    table.strip_left = board.strip
    table.predictions = 0
    table.at_market = 0
    table.hired = 0
    table.corruption = 0
    table.line = 0
    table.action = NONE
    table.fault = 0
    for kind in range(KINDS):
        table.filled[kind] = min(1, board.boxes)
    for row in range(ROWS):
        table.boxes[row] = 0
        table.last[row] = 0
    for faction in range(COLOURS):
        table.funded[faction] = 0
    attempt = 0
    throw(world, 1, attempt)
    while all_together(table.plate):
        attempt += 1
        throw(world, 1, attempt)
