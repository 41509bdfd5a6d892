"""What each action is worth, in half-worth units."""

from engine.kernel.compiled import compiled, inlined
from engine.oracle.minds.lines import plan_lines, worth_of_lines
from engine.oracle.minds.memory import rounded
from engine.oracle.minds.writing import dice_in_half, forget_rows, worth_of_writing
from engine.oracle.rules.bag import in_bag
from engine.oracle.rules.decisions import Mind
from engine.oracle.rules.plate import higher_die
from engine.oracle.table.state import (
    ASTROLOGER,
    BONE,
    CHANGE_MOVE,
    CHANGE_PLUS,
    CHANGE_X,
    COLOURS,
    DOLL,
    EXORCIST,
    FACES,
    HIRE,
    HOROSCOPE,
    LOWER,
    PALMIST,
    PREDICT,
    STAFF,
    STARS,
    UPPER,
    WARDEN,
    View,
)
from engine.policy.compiled_game.records import contains

FILLED_AT_ONCE = 2
ASTROLOGERS_LINES = 2
HOURS_OF_A_GAME = 36.0


@inlined
def commonest_colour(view: View, mind: Mind) -> int:
    """Of the bag; red for a player who does not count."""
    best = 0
    if mind.counting:
        for colour in range(1, COLOURS):
            if view.table.bag[colour] > view.table.bag[best]:
                best = colour
    return best


@compiled
def foresee(view: View, mind: Mind) -> None:
    """What a prediction of each length is worth, if colours are drawn as they are in the bag now."""
    p = view.table.bag[commonest_colour(view, mind)] / max(in_bag(view.table), 1)
    for icons in range(1, FACES + 1):
        worth, missed = 0.0, 1.0
        for draw in range(1, icons + 1):
            left = icons - draw + 1
            tier = 4.0 if left >= 3 else 2.0 if left == 2 else 1.0
            worth += p * missed * tier
            missed *= 1.0 - p
        mind.foreseen[icons] = worth


@inlined
def greater_share(view: View) -> float:
    """Of the next rewards of both rows."""
    board, boxes = view.board, view.table.boxes
    upper, lower = board.share[UPPER, boxes[UPPER]], board.share[LOWER, boxes[LOWER]]
    greater: float = lower if rounded(lower) > rounded(upper) else upper
    return greater


@compiled
def appraise(view: View, mind: Mind) -> None:
    """Works out what does not depend on the plate."""
    table = view.table
    plan_lines(view, mind)
    foresee(view, mind)
    forget_rows(view, mind)
    share = greater_share(view)
    hours = (view.scenario.days - table.day + 1) * view.scenario.hours - table.clock[0]
    mind.value[CHANGE_X] = share - table.skull
    mind.value[HIRE] = mind.eta * hours / HOURS_OF_A_GAME
    staff = 0.0
    if contains(table.hired, EXORCIST):
        staff += share
    if contains(table.hired, ASTROLOGER):
        staff += worth_of_lines(mind, ASTROLOGERS_LINES)
    if contains(table.hired, WARDEN) and table.corruption > 0:
        staff += 1.0
    mind.value[STAFF] = staff


@inlined
def worth_of_action(
    view: View, mind: Mind, action: int, plate: int, die_1: int, die_2: int, plus: int, move: int
) -> float:
    """What an action is worth with this plate and so many filled boxes. `appraise` comes before."""
    boxes = view.board.boxes
    worth: float = mind.value[action]
    if action == PREDICT:
        worth = mind.foreseen[min(higher_die(plate, DOLL, die_1, die_2), view.table.strip_left)]
    elif action == STARS:
        worth = worth_of_lines(mind, higher_die(plate, BONE, die_1, die_2))
    elif action == HOROSCOPE:
        one, two = dice_in_half(plate, 0, die_1, die_2)
        worth = worth_of_writing(view, mind, one, two)
        one, two = dice_in_half(plate, 1, die_1, die_2)
        other = worth_of_writing(view, mind, one, two)
        if rounded(other) > rounded(worth):
            worth = other
    elif action == CHANGE_PLUS:
        worth = mind.mu * min(FILLED_AT_ONCE, boxes - plus) - view.table.skull
    elif action == CHANGE_MOVE:
        worth = mind.mu * min(FILLED_AT_ONCE, boxes - move) - view.table.skull
    elif action == STAFF and contains(view.table.hired, PALMIST):
        worth += mind.mu * min(FILLED_AT_ONCE, 2 * boxes - plus - move)
    return worth
