"""The best action for each of its hours, over ways to spend modifiers."""

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.oracle.minds.memory import rounded
from engine.oracle.minds.values import appraise, worth_of_action
from engine.oracle.rules.decisions import Mind
from engine.oracle.rules.legal import actions_by_boxes, actions_by_space
from engine.oracle.rules.plate import actions_by_runes, moved, turned
from engine.oracle.table.state import (
    ACTIONS,
    CHANGE_MOVE,
    CHANGE_PLUS,
    CHANGE_X,
    FIRST_MOVE,
    HIRE,
    HOROSCOPE,
    HOURS,
    MODIFIERS,
    MOVE,
    NONE,
    PLUS,
    PREDICT,
    STAFF,
    STARS,
    View,
)
from engine.policy.compiled_game.records import contains

ORDER = np.array([PREDICT, STARS, HOROSCOPE, CHANGE_X, CHANGE_PLUS, CHANGE_MOVE, STAFF, HIRE])
"""The first of equals wins."""
NOTHING_YET = -1


@compiled
def try_way(view: View, mind: Mind, by_space: int, first: int, second: int, best: int) -> int:
    """Looks for an action that is better than the best so far if these modifiers are spent (NONE for none), and
    remembers it. Returns what is the best now, as it is compared."""
    table, boxes = view.table, view.board.boxes
    plate, die_1, die_2 = table.plate, table.die[0], table.die[1]
    plus, move = table.filled[PLUS], table.filled[MOVE]
    spent = 0
    for modifier in (first, second):
        if modifier == NONE:
            continue
        spent += 1
        if modifier >= FIRST_MOVE:
            plate = moved(plate, modifier)
            move -= 1
        else:
            plus -= 1
            if modifier < 2:
                die_1 = turned(die_1, modifier)
            else:
                die_2 = turned(die_2, modifier)
    legal = by_space & actions_by_runes(view.scenario, plate) & actions_by_boxes(boxes, plus, move)
    for at in range(ACTIONS):
        action = ORDER[at]
        if contains(legal, action):
            worth = worth_of_action(view, mind, action, plate, die_1, die_2, plus, move)
            rate = rounded((worth - mind.mu * spent) / HOURS[action])
            if rate > best:
                best = rate
                mind.action = action
                mind.spent = spent
                mind.modifier[0] = first
                mind.modifier[1] = second
    return best


@inlined
def can_spend(view: View, first: int, second: int) -> bool:
    """Whether enough boxes are filled for two modifiers, and no rune is moved twice."""
    plus = (first < FIRST_MOVE) + (second < FIRST_MOVE)
    enough: bool = view.table.filled[PLUS] >= plus and view.table.filled[MOVE] >= 2 - plus
    return enough and (first != second or first < FIRST_MOVE)


@compiled
def plan_turn(view: View, mind: Mind, most: int) -> None:
    """Finds the best action with at most so many modifiers."""
    table = view.table
    appraise(view, mind)
    mind.turn = table.turn
    mind.spent = 0
    mind.action = NONE
    by_space = actions_by_space(view)
    best = try_way(view, mind, by_space, NONE, NONE, NOTHING_YET)
    if most >= 1:
        for first in range(MODIFIERS):
            if table.filled[PLUS if first < FIRST_MOVE else MOVE] > 0:
                best = try_way(view, mind, by_space, first, NONE, best)
    if most >= 2:
        for first in range(MODIFIERS):
            for second in range(first, MODIFIERS):
                if can_spend(view, first, second):
                    best = try_way(view, mind, by_space, first, second, best)
