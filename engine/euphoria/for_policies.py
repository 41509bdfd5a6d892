"""Everything that the author of a policy may import. All of it keeps its name and its meaning.

    from engine.euphoria.for_policies import PASS, Action, any_of

A policy is a module with a function `choose_action(view, mind, dice, options)`, and perhaps the other decisions of
`engine.euphoria.rules.decisions`; see docs/reference/games/euphoria.md.
"""

from engine.euphoria.minds import heuristic
from engine.euphoria.rules.decisions import Memory, Mind, any_recruit
from engine.euphoria.rules.legal import Action, ArtifactPhase, followers_exposed, hidden_of_others, others
from engine.euphoria.rules.recruits import owner_of, row_of, seats_of, side_of_cards
from engine.euphoria.table.state import (
    AIM_LASER,
    AIMED,
    ARM,
    ARMED,
    ARTIFACT,
    CANCEL,
    DRAW,
    DROP_LASER,
    EUPHORIA,
    EXPOSE_CLOSED,
    EXPOSE_OWNER,
    EXPOSE_USER,
    EXPOSE_VIEWED,
    GIVE,
    HIDE,
    HIDE_ANY,
    HIDE_OWN,
    INTERROGATE,
    INTERROGATED,
    LOOK,
    NEXT_TURN,
    NONE,
    NOTHING,
    PASS,
    REDIRECT,
    REDRAW,
    REVERSE,
    ROW,
    SEATS,
    SHOOT,
    SHOT,
    SHOW,
    SHUFFLE,
    STEAL,
    SUBTERRA,
    SWAP_OTHERS,
    SWAP_OWN,
    TAKE_LASER,
    USE,
    Book,
    Dice,
    Scenario,
    Sight,
    Table,
    View,
)
from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp, log2
from engine.kernel.records import Ints
from engine.policy.compiled_game.records import any_of, contains, count_bits, nth, roll
from engine.policy.parameters import Parameter

__all__ = [name for name in dir() if not name.startswith("_")]
