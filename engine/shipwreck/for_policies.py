"""Everything that the author of a policy may import. All of it keeps its name and its meaning.

    from engine.shipwreck.for_policies import Parameter, count_bits, value_of

A policy is a module with functions of the names that docs/reference/policies.md lists. `reasoning` and `planning` can
be its `FOUNDATION`: they have the decisions of a group that reasons about why a player chose a play, and of one that
also knows what a position is worth.
"""

from engine.kernel.compiled import compiled, inlined
from engine.kernel.floats import exp, log2
from engine.kernel.records import Ints
from engine.policy.compiled_game.records import count_bits
from engine.policy.compiled_game.records import nth as nth_move
from engine.policy.parameters import Parameter
from engine.shipwreck.minds.beliefs import decisions as reasoning
from engine.shipwreck.minds.planning import decisions as planning
from engine.shipwreck.rules.decisions import Memory, Mind, any_of, chance, roll
from engine.shipwreck.rules.moves import (
    is_among,
    look,
    loot_of,
    move_of,
    moves_of,
    moves_to,
    place_of,
    slips_of,
    value_of,
)
from engine.shipwreck.rules.powers import (
    NO_ORDER,
    Order,
    find_power,
    has_card,
    is_affordable,
    is_choice,
    kind_at,
    lies_there,
    power_at,
    yes_values,
)
from engine.shipwreck.table.state import (
    AMPLIFY,
    CARDS,
    CYCLE,
    DISCARD,
    EXILE,
    EXTRA_GUESS,
    HOURS,
    LANES,
    NONE,
    OLD,
    POWERS,
    QUESTION,
    RAISE,
    RELOCATE,
    SEATS,
    SLOTS,
    SLOW,
    Dice,
    Table,
    View,
)

__all__ = [name for name in dir() if not name.startswith("_")]
