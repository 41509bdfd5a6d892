"""A line on the real map: what it closes is paid at once."""

from engine.kernel.compiled import compiled
from engine.oracle.rules.chart import NO_AREA, close, colour_of, first_of, good_of, put_line, second_of, touches_cross
from engine.oracle.rules.effects import corrupt_by_cross, gain, lose_good
from engine.oracle.table.events import CLOSED, DREW_LINE
from engine.oracle.table.state import BY_STARS, NONE, World
from engine.policy.compiled_game.records import note


@compiled
def draw_line(world: World, edge: int) -> None:
    """Draws an edge that is not drawn. The upper or left cell beside it is looked at first."""
    board, table, chart = world.board, world.table, world.chart
    put_line(board, chart, edge)
    table.line += 1
    world.tally.lines += 1
    table.open_edges -= 1
    last, place = table.edge[table.open_edges], table.place[edge]
    table.edge[place] = last
    table.place[last] = place
    note(world.log, (DREW_LINE, edge))
    for side in range(2):
        cell = board.beside[edge, side]
        if cell == NONE:
            continue
        area = close(board, chart, cell)
        if area != NO_AREA:
            pay_area(world, area)


@compiled
def pay_area(world: World, area: int) -> None:
    """A closed area pays a good of its colour; the cross corrupts, even if the colour is sold out."""
    good, colour = good_of(area), colour_of(area)
    world.tally.areas[good] += 1
    note(world.log, (CLOSED, good, colour, first_of(area), second_of(area)))
    if touches_cross(area):
        corrupt_by_cross(world)
    if world.chart.supply[good, colour] > 0:
        gain(world, good, colour, BY_STARS)
    else:
        lose_good(world, good)
