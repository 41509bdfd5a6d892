"""Everything that the author of a policy may import. All of it keeps its name and its meaning.

    from engine.oracle.for_policies import STARS, contains, habits

A policy is a module with a function `choose_action(view, mind, dice, legal)`, and perhaps the other decisions of
`rules.decisions`; see docs/reference/games/oracle.md. With `FOUNDATION = habits` it has the habits of the shipped
policies for all that it leaves out.
"""

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp, log2
from engine.kernel.records import Ints
from engine.oracle.minds import habits
from engine.oracle.minds.habits import first_legal
from engine.oracle.minds.lines import plan_lines, worth_of_lines
from engine.oracle.minds.memory import COUNTING, HabitMemory, rounded
from engine.oracle.minds.plans import plan_turn
from engine.oracle.minds.values import commonest_colour, greater_share
from engine.oracle.minds.writing import best_writing
from engine.oracle.rules.bag import in_bag
from engine.oracle.rules.chart import score_of
from engine.oracle.rules.decisions import Memory, Mind, any_of
from engine.oracle.rules.legal import (
    abilities_to_hire,
    colours_left,
    fitting_rows,
    free_factions,
    free_kinds,
    free_rows,
    legal_actions,
    places_of_x,
)
from engine.oracle.rules.plate import actions_by_runes, dice_with, higher_die, lie_together
from engine.oracle.table.state import (
    ABILITIES,
    ACTIONS,
    AMULET,
    AMULET_BOX,
    ASTROLOGER,
    BONE,
    CHANGE_MOVE,
    CHANGE_PLUS,
    CHANGE_X,
    COIN,
    COLOURS,
    DIE_1,
    DIE_2,
    DOLL,
    EXORCIST,
    FIRST_MOVE,
    FUNDING,
    HIRE,
    HOROSCOPE,
    HOURS,
    LOWER,
    MARKET_BOX,
    MODIFIERS,
    MOVE,
    NONE,
    PALMIST,
    PLUS,
    PREDICT,
    ROGUE,
    STAFF,
    STARS,
    TABLET,
    TABLET_BOX,
    UPPER,
    WARDEN,
    X_BOX,
    Board,
    Chart,
    Dice,
    Scenario,
    Table,
    View,
)
from engine.policy.compiled_game.records import contains, count_bits, roll
from engine.policy.parameters import Parameter

__all__ = [name for name in dir() if not name.startswith("_")]
