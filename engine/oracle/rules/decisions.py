"""Every decision of a game as a function, with what happens if a policy does not define it.

A policy is a module with functions of these names; those it leaves out are taken from here, and choose at random. All
are compiled into the kernel. `view` is everything on the table. `mind` is the policy's own record: its parameters, and
what it remembers. `dice` are its own random numbers (`roll`). A set of choices is a mask with one bit each.

A policy must at least say which action it takes (`choose_action`).
"""

from typing import Any

from engine.kernel.compiled import compiled, inlined
from engine.oracle.table.state import NONE, Dice, View
from engine.policy.compiled_game.records import Memory as Memory
from engine.policy.compiled_game.records import count_bits, lowest, nth, roll
from engine.policy.compiled_game.records import prepare as prepare

Mind = Any
"""A record of the policy's own class `Memory`."""


@inlined
def any_of(dice: Dice, members: int) -> int:
    """One member of a set, at random."""
    number = count_bits(members)
    return nth(members, roll(dice, number) if number > 1 else 0)


@compiled
def begin_game(view: View, mind: Mind) -> None:
    """A new game starts: forget the last one."""


@compiled
def choose_modifier(view: View, mind: Mind, dice: Dice) -> int:
    """A change of the plate: die 1 plus, minus, die 2 plus, minus (0 to 3, if a ±1 box is filled), or bone, doll, coin,
    die 1, die 2 to the other half (4 to 8, if a Move box is filled); NONE for no more. By default none."""
    return NONE


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, legal: int) -> int:
    """The action of this turn, one of the legal ones."""
    return any_of(dice, legal)


@compiled
def choose_line(view: View, mind: Mind, dice: Dice, left: int) -> int:
    """An edge to draw, or NONE for no more; `left` lines could follow, this one included, and `view.table.line` of the
    same action are drawn. By default any edge."""
    edge: int = view.table.edge[roll(dice, view.table.open_edges)]
    return edge


@compiled
def choose_die(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The die to predict with, 0 or 1, one of those that lie with the doll."""
    return any_of(dice, allowed)


@compiled
def choose_prediction(view: View, mind: Mind, dice: Dice, icons: int) -> int:
    """The colour of a prediction with so many icons."""
    return roll(dice, 4)


@compiled
def choose_half(view: View, mind: Mind, dice: Dice) -> int:
    """The half whose dice are written into the horoscope, 0 or 1."""
    return roll(dice, 2)


@compiled
def choose_first(view: View, mind: Mind, dice: Dice) -> int:
    """The die that is written first, 0 or 1, if both lie in the chosen half."""
    return roll(dice, 2)


@compiled
def choose_row(view: View, mind: Mind, dice: Dice, number: int, allowed: int) -> int:
    """The row for a number that fits in both."""
    return any_of(dice, allowed)


@compiled
def choose_reward(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """What a prediction that came true pays: AMULET_BOX, TABLET_BOX, X_BOX or MARKET_BOX; NONE declines."""
    return any_of(dice, allowed)


@compiled
def choose_x(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The place of an X: UPPER, LOWER, or FUNDING + a faction; NONE declines."""
    return any_of(dice, allowed)


@compiled
def choose_faction(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The faction of a market icon; NONE declines."""
    return any_of(dice, allowed)


@compiled
def choose_colour(view: View, mind: Mind, dice: Dice, good: int, allowed: int) -> int:
    """The colour of a good; NONE declines."""
    return any_of(dice, allowed)


@compiled
def choose_hire(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The ability to hire."""
    return any_of(dice, allowed)


@compiled
def choose_ability(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The hired ability to use next; NONE declines those that are left. By default in the order of their numbers:
    exorcist, astrologer, palmist, warden."""
    return lowest(allowed)


@compiled
def choose_box(view: View, mind: Mind, dice: Dice, allowed: int) -> int:
    """The kind of modifier box that the palmist fills, PLUS or MOVE; NONE declines."""
    return any_of(dice, allowed)


@compiled
def choose_order(view: View, mind: Mind, dice: Dice, first: int, second: int) -> int:
    """Two adventurers of different colours were drawn together while predictions are active. 0: they count as drawn,
    1: the other way round."""
    return roll(dice, 2)
