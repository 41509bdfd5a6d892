"""The star map: lines, and the areas that they close."""

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.oracle.table.state import AMULET, COLOURLESS, FILLED, NONE, SIDES, TABLET, Board, Chart

NO_AREA = 0
BITS_OF_A_CELL, CELL_MASK = 10, 1023

TOP, LEFT, RIGHT, BOTTOM = range(4)
"""The sides of a cell, in the order of `Board.side`."""

MOST_GAIN, MOST_MISSING = 4, 6
SCORES = np.array([[0] + [60 * gain // missing for missing in range(1, MOST_MISSING + 1)] for gain in range(5)])
"""The score of a target by what it gains and by the edges that it misses."""


@inlined
def area_code(good: int, colour: int, cross: int, first: int, second: int) -> int:
    """A closed area that pays, in one number."""
    cells = (first << BITS_OF_A_CELL) | (second + 1)
    return (((((cells << 1) | cross) << 2) | colour) << 2) | (good << 1) | 1


@inlined
def good_of(area: int) -> int:
    return (area >> 1) & 1


@inlined
def colour_of(area: int) -> int:
    return (area >> 2) & 3


@inlined
def touches_cross(area: int) -> int:
    return (area >> 4) & 1


@inlined
def second_of(area: int) -> int:
    return ((area >> 5) & CELL_MASK) - 1


@inlined
def first_of(area: int) -> int:
    return (area >> (5 + BITS_OF_A_CELL)) & CELL_MASK


@inlined
def put_line(board: Board, chart: Chart, edge: int) -> None:
    """Draws an edge. What it closes is asked for cell by cell: see `close`."""
    chart.drawn[edge] = 1
    chart.version += 1
    for side in range(2):
        cell = board.beside[edge, side]
        if cell != NONE:
            chart.missing[cell] -= 1


@inlined
def across(board: Board, edge: int, cell: int) -> int:
    """The cell on the other side of an edge."""
    other: int = board.beside[edge, 0] + board.beside[edge, 1] - cell
    return other


@inlined
def on_cross(board: Board, cell: int) -> int:
    """1 if an edge of a cell belongs to the cross."""
    for side in range(SIDES):
        if board.is_cross[board.side[cell, side]]:
            return 1
    return 0


@compiled
def close(board: Board, chart: Chart, cell: int) -> int:
    """The area that a line on an edge of this cell has closed, if it pays; its cells are then filled. Else NO_AREA."""
    missing = chart.missing[cell]
    colour = board.colour[cell]
    if missing > 1 or colour == COLOURLESS:
        return NO_AREA
    if missing == 0:
        chart.missing[cell] = FILLED
        return area_code(AMULET, colour, on_cross(board, cell), cell, NONE)
    open_edge = 0
    for side in range(SIDES):
        if not chart.drawn[board.side[cell, side]]:
            open_edge = board.side[cell, side]
    if board.beside[open_edge, 0] == NONE or board.beside[open_edge, 1] == NONE:
        return NO_AREA
    other = across(board, open_edge, cell)
    if chart.missing[other] != 1 or board.colour[other] != colour:
        return NO_AREA
    chart.missing[cell] = FILLED
    chart.missing[other] = FILLED
    return area_code(TABLET, colour, on_cross(board, cell) | on_cross(board, other), cell, other)


@compiled
def score_of(board: Board, chart: Chart, target: int) -> int:
    """How much a line of a target is worth, in sixtieths: what the area pays less 1 for the cross, divided by the lines
    it still takes. 0 if it cannot pay."""
    first, second = board.first[target], board.second[target]
    colour = board.colour[first]
    missing = chart.missing[first]
    good = AMULET
    if second != NONE:
        if chart.drawn[board.between[target]]:
            return 0
        missing += chart.missing[second] - 2
        good = TABLET
    if missing > MOST_MISSING or chart.supply[good, colour] == 0:
        return 0
    score: int = SCORES[2 + 2 * good - board.on_cross[target], missing]
    return score
