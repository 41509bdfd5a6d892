"""What it is worth to write dice into the horoscope: the shares of the next rewards, each taken just before writing."""

from typing import NamedTuple

from engine.kernel.compiled import compiled, inlined
from engine.oracle.minds.memory import rounded
from engine.oracle.rules.decisions import Mind
from engine.oracle.rules.legal import would_fit
from engine.oracle.table.state import DIE_1, DIE_2, FACES, LOWER, NONE, ROWS, UPPER, Board, Table, View

UNKNOWN = -1.0


class Writing(NamedTuple):
    """A way to write the dice of a half."""

    worth: float
    first: int
    """The die that is written first."""
    row_1: int
    row_2: int
    """The rows; NONE if a number is dropped, or if there is none."""


@inlined
def rows_key(table: Table) -> int:
    """The state of both rows in one number."""
    rows = (table.boxes[UPPER] << 8) | table.boxes[LOWER]
    key: int = (((rows << 4) | table.last[UPPER]) << 4) | table.last[LOWER]
    return key


@inlined
def key_after(table: Table, row: int, number: int) -> int:
    """The same after a number was written into a row."""
    boxes_1, boxes_2, last_1, last_2 = table.boxes[UPPER], table.boxes[LOWER], table.last[UPPER], table.last[LOWER]
    if row == UPPER:
        boxes_1, last_1 = boxes_1 + 1, number
    elif row == LOWER:
        boxes_2, last_2 = boxes_2 + 1, number
    key: int = ((((boxes_1 << 8) | boxes_2) << 4 | last_1) << 4) | last_2
    return key


@inlined
def best_row(board: Board, number: int, boxes_1: int, last_1: int, boxes_2: int, last_2: int) -> int:
    """The row of the greater share among those in which a number fits, the upper one at a tie; NONE if it fits
    nowhere."""
    upper = would_fit(board, UPPER, boxes_1, last_1, number)
    lower = would_fit(board, LOWER, boxes_2, last_2, number)
    if upper and lower:
        return LOWER if rounded(board.share[LOWER, boxes_2]) > rounded(board.share[UPPER, boxes_1]) else UPPER
    if upper:
        return UPPER
    return LOWER if lower else NONE


@compiled
def write_two(board: Board, table: Table, one: int, two: int) -> Writing:
    """The best rows for two numbers in this order; 0 for no number."""
    best = Writing(UNKNOWN, 0, NONE, NONE)
    boxes_1, boxes_2, last_1, last_2 = table.boxes[UPPER], table.boxes[LOWER], table.last[UPPER], table.last[LOWER]
    for row in range(ROWS + 1):
        b1, b2, l1, l2 = boxes_1, boxes_2, last_1, last_2
        worth, row_1 = 0.0, NONE
        if row == UPPER:
            if one == 0 or not would_fit(board, UPPER, b1, l1, one):
                continue
            worth, row_1 = board.share[UPPER, b1], UPPER
            b1, l1 = b1 + 1, one
        elif row == LOWER:
            if one == 0 or not would_fit(board, LOWER, b2, l2, one):
                continue
            worth, row_1 = board.share[LOWER, b2], LOWER
            b2, l2 = b2 + 1, one
        elif best.worth != UNKNOWN:
            continue  # what fits must be written
        row_2 = best_row(board, two, b1, l1, b2, l2) if two else NONE
        if row_2 == UPPER:
            worth += board.share[UPPER, b1]
        elif row_2 == LOWER:
            worth += board.share[LOWER, b2]
        if best.worth == UNKNOWN or rounded(worth) > rounded(best.worth):
            best = Writing(worth, 0, row_1, row_2)
    return best


@compiled
def best_writing(board: Board, table: Table, one: int, two: int) -> Writing:
    """The best way to write die 1 and die 2, which show these numbers; 0 for a die that is not there. Die 1 comes first
    if that is as good."""
    if one == 0:
        found = write_two(board, table, two, 0)
        return Writing(found.worth, 1, found.row_1, found.row_2)
    found = write_two(board, table, one, two)
    if two != 0:
        other = write_two(board, table, two, one)
        if rounded(other.worth) > rounded(found.worth):
            return Writing(other.worth, 1, other.row_1, other.row_2)
    return found


@inlined
def forget_rows(view: View, mind: Mind) -> None:
    """What is known about writing, if the rows have changed."""
    key = rows_key(view.table)
    if mind.rows != key:
        mind.rows = key
        for one in range(FACES + 1):
            for two in range(FACES + 1):
                mind.written[one, two] = UNKNOWN


@inlined
def worth_of_writing(view: View, mind: Mind, one: int, two: int) -> float:
    """What the best way to write these dice is worth; `forget_rows` comes before."""
    if mind.written[one, two] == UNKNOWN:
        mind.written[one, two] = best_writing(view.board, view.table, one, two).worth
    worth: float = mind.written[one, two]
    return worth


@inlined
def dice_in_half(plate: int, half: int, die_1: int, die_2: int) -> tuple[int, int]:
    """The numbers of the dice in a half; 0 for a die that is in the other."""
    one = die_1 if (plate >> DIE_1) & 1 == half else 0
    two = die_2 if (plate >> DIE_2) & 1 == half else 0
    return one, two
