"""What the rules allow: actions, rows, places of an X, rewards."""

from engine.kernel.compiled import compiled, inlined
from engine.oracle.rules.plate import actions_by_runes
from engine.oracle.table.state import (
    ABILITIES,
    ACTIONS,
    AMULET_BOX,
    CHANGE_MOVE,
    CHANGE_PLUS,
    CHANGE_X,
    COLOURS,
    FACES,
    FUNDING,
    GOODS,
    HIRE,
    HOURS,
    KINDS,
    LOWER,
    MARKET_BOX,
    MOVE,
    PLUS,
    PREDICT,
    ROWS,
    STAFF,
    STARS,
    TABLET_BOX,
    UPPER,
    X_BOX,
    Board,
    Chart,
    Table,
    View,
)


@compiled
def actions_by_space(view: View) -> int:
    """The actions that are legal if their runes lie together and boxes are free: they exist, the figure can go there,
    there are hours enough, and something else is left to do."""
    scenario, table = view.scenario, view.table
    hours = scenario.hours - table.clock[0]
    found = scenario.open_actions
    for action in range(ACTIONS):
        if HOURS[action] > hours or (scenario.no_repeat and scenario.space[action] == table.space):
            found &= ~(1 << action)
    if places_of_x(view.board, table) == 0:
        found &= ~(1 << CHANGE_X)
    if table.open_edges == 0:
        found &= ~(1 << STARS)
    if table.strip_left == 0:
        found &= ~(1 << PREDICT)
    if table.hired == 0:
        found &= ~(1 << STAFF)
    if abilities_to_hire(view) == 0:
        found &= ~(1 << HIRE)
    return found


@inlined
def actions_by_boxes(boxes: int, plus: int, move: int) -> int:
    """The actions that are legal with so many modifier boxes filled of so many of each kind, other things aside."""
    found = (1 << ACTIONS) - 1
    if plus >= boxes:
        found &= ~(1 << CHANGE_PLUS)
    if move >= boxes:
        found &= ~(1 << CHANGE_MOVE)
    return found


@inlined
def legal_actions(view: View) -> int:
    """The legal actions of this turn, as a mask."""
    table = view.table
    by_boxes = actions_by_boxes(view.board.boxes, table.filled[PLUS], table.filled[MOVE])
    return actions_by_space(view) & actions_by_runes(view.scenario, table.plate) & by_boxes


@inlined
def abilities_to_hire(view: View) -> int:
    return view.scenario.open_abilities & ~view.table.hired & ((1 << ABILITIES) - 1)


@inlined
def free_rows(board: Board, table: Table) -> int:
    """The rows with a free box, as a mask."""
    upper = 1 if table.boxes[UPPER] < board.length[UPPER] else 0
    lower = 2 if table.boxes[LOWER] < board.length[LOWER] else 0
    return upper | lower


@inlined
def would_fit(board: Board, row: int, boxes: int, last: int, number: int) -> bool:
    """Whether a number can follow in a row with so many boxes written."""
    if boxes >= board.length[row]:
        return False
    if last == 0:
        return True
    if row == UPPER:
        return number == (last + 1 if last < FACES else 1)
    return number == (last - 1 if last > 1 else FACES)


@inlined
def fits(board: Board, table: Table, row: int, number: int) -> bool:
    """Whether a number can be written into the next box of a row."""
    return would_fit(board, row, table.boxes[row], table.last[row], number)


@inlined
def fitting_rows(board: Board, table: Table, number: int) -> int:
    """The rows in which a number can be written, as a mask."""
    found = 0
    for row in range(ROWS):
        if fits(board, table, row, number):
            found |= 1 << row
    return found


@inlined
def free_factions(board: Board, table: Table) -> int:
    """The factions with a free funding icon, as a mask."""
    found = 0
    for faction in range(COLOURS):
        if table.funded[faction] < board.funding:
            found |= 1 << faction
    return found


@inlined
def places_of_x(board: Board, table: Table) -> int:
    """Where an X can go, as a mask: the rows, then the factions."""
    return free_rows(board, table) | (free_factions(board, table) << FUNDING)


@inlined
def colours_left(chart: Chart, good: int) -> int:
    """The colours of a good that are not sold out, as a mask."""
    found = 0
    for colour in range(COLOURS):
        if chart.supply[good, colour] > 0:
            found |= 1 << colour
    return found


@compiled
def rewards_of(view: View, icons: int) -> int:
    """What a prediction with so many unstruck icons can pay, as a mask."""
    found = 0
    for good in range(GOODS):
        if icons >= 2 + good and colours_left(view.chart, good):
            found |= 1 << (TABLET_BOX if good else AMULET_BOX)
    if free_factions(view.board, view.table):
        found |= 1 << MARKET_BOX
    if places_of_x(view.board, view.table):
        found |= 1 << X_BOX
    return found


@inlined
def free_kinds(board: Board, table: Table) -> int:
    """The kinds of modifier with a free box, as a mask."""
    found = 0
    for kind in range(KINDS):
        if table.filled[kind] < board.boxes:
            found |= 1 << kind
    return found
