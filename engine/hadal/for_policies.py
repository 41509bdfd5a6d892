"""Everything that the author of a policy may import. All of it keeps its name and its meaning.

    from engine.hadal.for_policies import DO_TEST, Action, contains

A policy is a module with a function `choose_action(view, mind, dice, seat, options, cards)`, and perhaps the other
decisions of `engine.hadal.rules.decisions`; see docs/reference/games/hadal.md.
"""

from engine.hadal.minds import habits
from engine.hadal.minds.worth import Worth, best_extras, most_of_team
from engine.hadal.rules.decisions import Action, Extras, Memory, Mind, any_card, most_extras
from engine.hadal.rules.panorama import live_locations, lying
from engine.hadal.table.state import (
    CLUE,
    CONFLICT,
    DEXTERITY,
    DO_TEST,
    EMERGENCY,
    EXPLORE,
    FREE,
    FREE_EMERGENCY,
    GROUP,
    LOSE,
    MOST_FATE,
    NO_REFRESH,
    NONE,
    NOTHING,
    SEATS,
    STAND_BY,
    STANDARD,
    STRENGTH,
    TECHNOLOGY,
    TEST,
    UNREAD,
    Dice,
    Scenario,
    Table,
    View,
)
from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp, log2
from engine.kernel.records import Ints
from engine.policy.compiled_game.records import any_of, contains, count_bits, lowest, nth, roll
from engine.policy.parameters import Parameter

__all__ = [name for name in dir() if not name.startswith("_")]
