"""The legal choices of The Oracle. Only luck to come is hidden: what is left in the bag is public, and its order is
drawn when it is needed."""

from engine.oracle.cells.policy_set import HOOKS
from engine.oracle.table.state import COLOURS, FIRST_MOVE, HALVES, MODIFIERS, MOVE, NONE, PLUS, SEATS, View, World
from engine.policy.compiled_game.decisions import Decisions, Given, Pool, Spots, Words, one_below, one_of, one_or_none
from engine.policy.compiled_game.records import WORDS

DICE, ORDERS = 2, 2
"""Both dice, and both orders of two adventurers."""


def modifiers(world: World, given: Given) -> list[int]:
    """Each needs a filled box of its kind."""
    filled = world.table.filled
    turns, moves = range(FIRST_MOVE), range(FIRST_MOVE, MODIFIERS)
    return [NONE, *(turns if filled[PLUS] else ()), *(moves if filled[MOVE] else ())]


def lines(world: World, given: Given) -> list[int]:
    """Every edge that is not drawn."""
    return [NONE, *sorted(world.table.edge[: world.table.open_edges].tolist())]


def drawn_ahead(world: World, seat: int) -> list[Pool]:
    """Words of luck for the next tokens, and for the rivals of the day."""
    return [
        Words(Spots("luck", "word", slice(WORDS)), WORDS),
        Words(Spots("luck", "rival", slice(SEATS)), SEATS),
    ]


DECISIONS = Decisions(
    hooks=HOOKS,
    view=View,
    choices={
        "choose_modifier": modifiers,
        "choose_action": one_of("legal"),
        "choose_line": lines,
        "choose_die": one_of("allowed"),
        "choose_prediction": one_below(COLOURS),
        "choose_half": one_below(HALVES),
        "choose_first": one_below(DICE),
        "choose_row": one_of("allowed"),
        "choose_reward": one_or_none("allowed"),
        "choose_x": one_or_none("allowed"),
        "choose_faction": one_or_none("allowed"),
        "choose_colour": one_or_none("allowed"),
        "choose_hire": one_of("allowed"),
        "choose_ability": one_or_none("allowed"),
        "choose_box": one_or_none("allowed"),
        "choose_order": one_below(ORDERS),
    },
    content=("board",),
    lists={
        "table.foretold": lambda world: world.table.predictions,
        "table.unstruck": lambda world: world.table.predictions,
        "table.edge": lambda world: world.table.open_edges,
    },
    unknown=drawn_ahead,
)
