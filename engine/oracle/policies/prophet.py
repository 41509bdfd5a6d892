"""prophet: predicts whenever it can. Takes the first legal action of a fixed order, and spends no modifiers."""

from engine.kernel.compiled import compiled
from engine.oracle.minds import habits
from engine.oracle.minds.habits import first_legal
from engine.oracle.minds.memory import COUNTING
from engine.oracle.rules.decisions import Mind
from engine.oracle.table.state import (
    CHANGE_MOVE,
    CHANGE_PLUS,
    CHANGE_X,
    HIRE,
    HOROSCOPE,
    PREDICT,
    STAFF,
    STARS,
    Dice,
    View,
)

FOUNDATION = habits
PARAMETERS = {"counting": COUNTING}
ORDER = (PREDICT, STARS, HOROSCOPE, CHANGE_X, CHANGE_PLUS, CHANGE_MOVE, HIRE, STAFF)


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, legal: int) -> int:
    return first_legal(legal, ORDER)
