"""Compiles a layout into the tables that the kernel reads."""

from engine.kernel.records import new
from engine.oracle.layout.boxes import LETTERS, VALUES, Box
from engine.oracle.layout.layout import NO_COLOUR, Layout
from engine.oracle.table.state import COLOURLESS, NONE, NOTHING, SIDES, Board


def horizontal(layout: Layout, y: int, x: int) -> int:
    """The edge from point (x, y) to the right. Points are counted from the upper left corner."""
    return y * layout.width + x


def vertical(layout: Layout, y: int, x: int) -> int:
    """The edge from point (x, y) down."""
    return (layout.height + 1) * layout.width + y * (layout.width + 1) + x


def sides_of(layout: Layout, y: int, x: int) -> tuple[int, int, int, int]:
    """The edges of a cell: top, left, right, bottom."""
    return horizontal(layout, y, x), vertical(layout, y, x), vertical(layout, y, x + 1), horizontal(layout, y + 1, x)


def cross_of(layout: Layout) -> list[int]:
    """The edges of the cross."""
    y, x = layout.height // 2, layout.width // 2
    arm = range(layout.cross_arm)
    across = [horizontal(layout, y, x + at) for at in arm] + [horizontal(layout, y, x - 1 - at) for at in arm]
    down = [vertical(layout, y + at, x) for at in arm] + [vertical(layout, y - 1 - at, x) for at in arm]
    return across + down


def board_of(layout: Layout) -> Board:
    board = new(Board)
    board.width, board.cells, board.edges = layout.width, layout.width * layout.height, layout.edges
    board.strip, board.boxes, board.funding, board.par = layout.strip, layout.boxes, layout.funding, layout.par
    cross = cross_of(layout)
    board.printed = len(cross)
    for edge in cross:
        board.is_cross[edge] = 1
    _draw_map(board, layout)
    _find_targets(board, layout)
    for row, boxes in enumerate(layout.rows):
        _write_row(board, row, boxes)
    return board


def _draw_map(board: Board, layout: Layout) -> None:
    board.beside[:] = NONE
    for y, letters in enumerate(layout.map):
        for x, letter in enumerate(letters):
            cell = y * layout.width + x
            board.colour[cell] = COLOURLESS if letter == NO_COLOUR else LETTERS.index(letter)
            top, left, right, bottom = sides_of(layout, y, x)
            board.side[cell] = top, left, right, bottom
            board.beside[bottom, 0] = board.beside[right, 0] = cell
            board.beside[top, 1] = board.beside[left, 1] = cell


def _find_targets(board: Board, layout: Layout) -> None:
    """Cell by cell, rows from the top, left to right: the cell, it with its right neighbour, it with the one below."""
    for cell in range(int(board.cells)):
        y, x = divmod(cell, layout.width)
        right = cell + 1 if x + 1 < layout.width else NONE
        below = cell + layout.width if y + 1 < layout.height else NONE
        for other, side in ((NONE, SIDES), (right, 2), (below, 3)):
            pair = other != NONE
            if board.colour[cell] == COLOURLESS or (side < SIDES and not pair):
                continue
            if pair and (board.colour[other] != board.colour[cell] or board.is_cross[board.side[cell, side]]):
                continue
            at = board.targets
            board.first[at], board.second[at] = cell, other
            board.between[at] = board.side[cell, side] if pair else NONE
            border = [edge for each in ((cell, other) if pair else (cell,)) for edge in board.side[each]]
            board.on_cross[at] = any(board.is_cross[edge] for edge in border)
            board.targets += 1


def _write_row(board: Board, row: int, boxes: list[Box]) -> None:
    """The boxes of a row, and how much of the next reward each of them is worth."""
    board.length[row] = len(boxes)
    rewarded = [at for at, box in enumerate(boxes) if box.reward != NOTHING]
    for at, box in enumerate(boxes):
        board.reward[row, at], board.colours[row, at] = box
        ahead = [other for other in rewarded if other >= at]
        behind = [other for other in rewarded if other < at]
        if ahead:
            steps = ahead[0] - (behind[-1] if behind else -1)
            board.share[row, at] = VALUES[boxes[ahead[0]].reward] / steps
