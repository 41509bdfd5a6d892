"""The habits of all policies but random: every decision except the modifiers and the action."""

from engine.kernel.compiled import compiled, inlined
from engine.oracle.minds.lines import plan_lines
from engine.oracle.minds.memory import COUNTING, HabitMemory, rounded
from engine.oracle.minds.values import commonest_colour
from engine.oracle.minds.writing import best_row, best_writing, dice_in_half, key_after, rows_key
from engine.oracle.rules.decisions import Mind
from engine.oracle.table.state import (
    AMULET_BOX,
    ASTROLOGER,
    COLOURS,
    EXORCIST,
    FUNDING,
    LOWER,
    MARKET_BOX,
    MOVE,
    NONE,
    PALMIST,
    PLUS,
    TABLET_BOX,
    UPPER,
    WARDEN,
    X_BOX,
    Dice,
    View,
)
from engine.policy.compiled_game.records import contains

PARAMETERS = {"counting": COUNTING}
Memory = HabitMemory


@inlined
def first_legal(legal: int, order: tuple[int, ...]) -> int:
    """The first action of an order that is legal."""
    for action in order:
        if contains(legal, action):
            return action
    return NONE


@compiled
def begin_game(view: View, mind: Mind) -> None:
    mind.planned_for = NONE
    mind.rows = NONE
    mind.turn = 0


@compiled
def choose_line(view: View, mind: Mind, dice: Dice, left: int) -> int:
    """The lines are planned before the first of them."""
    line = view.table.line
    if line == 0:
        plan_lines(view, mind)
    edge: int = mind.line[line] if line < mind.planned else NONE
    return edge


@compiled
def choose_die(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The higher one."""
    return 1 if view.table.die[1] > view.table.die[0] else 0


@compiled
def choose_prediction(view: View, mind: Mind, dice: Dice, icons: int) -> int:
    return commonest_colour(view, mind)


@compiled
def choose_half(view: View, mind: Mind, dice: Dice) -> int:
    """The half, the order and the rows with the greatest sum of shares."""
    board, table = view.board, view.table
    one, two = dice_in_half(table.plate, 0, table.die[0], table.die[1])
    best, half = best_writing(board, table, one, two), 0
    one, two = dice_in_half(table.plate, 1, table.die[0], table.die[1])
    other = best_writing(board, table, one, two)
    if rounded(other.worth) > rounded(best.worth):
        best, half = other, 1
    mind.first = best.first
    mind.row_1 = best.row_1
    mind.row_2 = best.row_2
    mind.before = rows_key(table)
    mind.after = key_after(table, best.row_1, table.die[best.first])
    return half


@compiled
def choose_first(view: View, mind: Mind, dice: Dice) -> int:
    first: int = mind.first
    return first


@compiled
def choose_row(view: View, mind: Mind, dice: Dice, number: int, allowed: int) -> int:
    """As planned. If a reward has changed the rows, the second die goes to the greater share."""
    table = view.table
    key = rows_key(table)
    planned: int = mind.row_1 if key == mind.before and mind.row_1 != NONE else mind.row_2
    if key in (mind.before, mind.after):
        return planned
    return best_row(view.board, number, table.boxes[UPPER], table.last[UPPER], table.boxes[LOWER], table.last[LOWER])


@compiled
def choose_reward(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    return first_legal(allowed, (TABLET_BOX, AMULET_BOX, X_BOX, MARKET_BOX))


@inlined
def most_free_faction(view: View, allowed: int) -> int:
    best = NONE
    for faction in range(COLOURS):
        if contains(allowed, faction) and (best == NONE or view.table.funded[faction] < view.table.funded[best]):
            best = faction
    return best


@compiled
def choose_x(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The row of the greater share; a funding icon if both are full."""
    board, boxes = view.board, view.table.boxes
    if contains(allowed, UPPER) and contains(allowed, LOWER):
        lower = rounded(board.share[LOWER, boxes[LOWER]]) > rounded(board.share[UPPER, boxes[UPPER]])
        return LOWER if lower else UPPER
    if contains(allowed, UPPER):
        return UPPER
    if contains(allowed, LOWER):
        return LOWER
    return FUNDING + most_free_faction(view, allowed >> FUNDING)


@compiled
def choose_faction(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    return most_free_faction(view, allowed)


@compiled
def choose_colour(view: View, mind: Mind, dice: Dice, good: int, allowed: int) -> int:
    """The one of which most are left."""
    best = NONE
    for colour in range(COLOURS):
        if contains(allowed, colour) and (
            best == NONE or view.chart.supply[good, colour] > view.chart.supply[good, best]
        ):
            best = colour
    return best


@compiled
def choose_hire(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    return first_legal(allowed, (ASTROLOGER, EXORCIST, PALMIST, WARDEN))


@compiled
def choose_ability(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    return first_legal(allowed, (WARDEN, ASTROLOGER, EXORCIST, PALMIST))


@compiled
def choose_box(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The kind of which fewer are filled."""
    if allowed != (1 << PLUS) | (1 << MOVE):
        return PLUS if contains(allowed, PLUS) else MOVE
    return MOVE if view.table.filled[MOVE] < view.table.filled[PLUS] else PLUS


@inlined
def tier_value(icons: int) -> int:
    """What a prediction is held for if it comes true with so many icons."""
    return 4 if icons >= 3 else icons


@compiled
def choose_order(view: View, mind: Mind, dice: Dice, first: int, second: int) -> int:
    """The order with the greater sum of tiers."""
    table = view.table
    as_drawn, other_way = 0, 0
    for at in range(table.predictions):
        icons = table.unstruck[at]
        if table.foretold[at] == first:
            as_drawn += tier_value(icons)
            other_way += tier_value(icons - 1)
        elif table.foretold[at] == second:
            as_drawn += tier_value(icons - 1)
            other_way += tier_value(icons)
    return 1 if other_way > as_drawn else 0
