"""Where lines go: to the target that pays most for each of its lines, until it is closed or the lines are used up."""

from engine.kernel.compiled import compiled, inlined
from engine.oracle.minds.memory import MOST_LINES
from engine.oracle.rules.chart import NO_AREA, close, colour_of, good_of, put_line, score_of
from engine.oracle.rules.decisions import Mind
from engine.oracle.table.state import COLOURS, GOODS, NONE, SIDES, Board, Chart, View


@inlined
def copy_chart(board: Board, chart: Chart, sketch: Chart) -> None:
    for edge in range(board.edges):
        sketch.drawn[edge] = chart.drawn[edge]
    for cell in range(board.cells):
        sketch.missing[cell] = chart.missing[cell]
    for good in range(GOODS):
        for colour in range(COLOURS):
            sketch.supply[good, colour] = chart.supply[good, colour]


@compiled
def sketch_line(board: Board, sketch: Chart, edge: int) -> None:
    """A line on the copy, with what it pays."""
    put_line(board, sketch, edge)
    for side in range(2):
        cell = board.beside[edge, side]
        if cell == NONE:
            continue
        area = close(board, sketch, cell)
        if area != NO_AREA and sketch.supply[good_of(area), colour_of(area)] > 0:
            sketch.supply[good_of(area), colour_of(area)] -= 1


@compiled
def plan_lines(view: View, mind: Mind) -> None:
    """Works out the next lines and what they are worth. Fewer lines are the first of them."""
    board, sketch = view.board, mind.sketch
    if mind.planned_for == view.chart.version:
        return
    mind.planned_for = view.chart.version
    copy_chart(board, view.chart, sketch)
    count = 0
    while count < MOST_LINES:
        best, target = 0, NONE
        for other in range(board.targets):
            score = score_of(board, sketch, other)
            if score > best:
                best, target = score, other
        if best == 0:
            break
        for half in range(2):
            cell = board.second[target] if half else board.first[target]
            if cell == NONE:
                break
            for side in range(SIDES):
                edge = board.side[cell, side]
                if count < MOST_LINES and not sketch.drawn[edge] and edge != board.between[target]:
                    sketch_line(board, sketch, edge)
                    mind.line[count] = edge
                    mind.gain[count + 1] = mind.gain[count] + best / 60.0
                    count += 1
    mind.planned = count


@inlined
def worth_of_lines(mind: Mind, number: int) -> float:
    """What so many lines are worth; they must be planned."""
    worth: float = mind.gain[min(number, mind.planned)]
    return worth
