"""Every decision of a game as a function, with what happens if a policy does not define it.

A policy is a module with functions of these names; those it leaves out are taken from here. All are compiled into the
kernel. Each gets the `View`, which contains nothing hidden. The active player's functions also get the two fates in
hand, or the kept one. `mind` is the policy's own record: its parameters and what it remembers of a game. `dice` is its
own random stream.

A policy must at least say how to play (`choose_play`) and what to predict (`predict`).
"""

from typing import Annotated, Any

import numpy as np

from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import count_bits, nth
from engine.shipwreck.deck.rule_tables import Compiled
from engine.shipwreck.rules.moves import slips_of
from engine.shipwreck.rules.powers import NO_ORDER, Order
from engine.shipwreck.table.state import NONE, Dice, Luck, Table, View
from engine.shipwreck.table.streams import roll_die

READS_LINES = False
"""Whether the policy needs number lines."""

KEEPS_BELIEFS = False
"""Whether the policy writes its beliefs about each seat's fate into `table.belief`."""

SEES_ALL = False
"""Whether the group is shown the hidden fate. Only the policy that measures the upper bound sets this."""

Mind = Any
"""A record of the policy's own class `Memory`."""


class Memory:
    """The fields that every policy has. A policy that remembers more derives its own class."""

    stated: Annotated[float, np.float64]
    """How sure the group said it was of its last prediction, from 0 to 1."""
    forced: int
    """1 if the group predicted because silence would have lost the game."""
    bits: Annotated[float, np.float64]
    """The information, in bits, that the group has just received about the hidden fate; negative if the policy has only
    number lines."""
    fallbacks: int
    """How often the group saw something that its model of the player considers impossible."""
    slip: Annotated[float, np.float64]
    """The chance of an illegal play."""
    reveal_last_copy: int


def prepare(mind: Mind, parameters: dict[str, Any], deck: Compiled) -> None:
    """Writes the parameters into a new record, before the first game."""
    for name, value in parameters.items():
        setattr(mind, name, value)


def stack(luck: Luck, parameters: dict[str, Any], deck: Compiled) -> None:
    """Stacks the deck and the bag; only for worked examples."""


# Every random decision has its own dice, so that no decision changes the luck of another.
PLAY_DIE, THEFT_DIE, GUESS_DIE, SLIP_DIE, POWER_DIE, FORGET_DIE = 0, 16, 32, 48, 64, 80


@inlined
def roll(table: Table, dice: Dice, die: int, n: int) -> int:
    """A random number from 0 to n − 1, always the same for the same turn and die."""
    return roll_die(dice, table.turn, die, n)


@inlined
def chance(table: Table, dice: Dice, die: int) -> float:
    """A random number from 0 to below 1, in steps of 2⁻³⁰."""
    return roll(table, dice, die, 1 << 30) / 1073741824.0


@inlined
def any_of(table: Table, dice: Dice, die: int, moves: int) -> int:
    """One move of a set, at random."""
    return nth(moves, roll(table, dice, die, count_bits(moves)))


@compiled
def begin_game(view: View, mind: Mind) -> None:
    """A new game starts: forget the last one."""


@compiled
def before_play(view: View, mind: Mind, dice: Dice, first: int, second: int) -> Order:
    """The active player uses Cycle, +1 or Relocate, or nothing."""
    return NO_ORDER


@compiled
def choose_slip(view: View, mind: Mind, dice: Dice, first: int, second: int) -> int:
    """Returns the illegal move that the active player makes by mistake, or NONE. By default any illegal move, with the
    probability `slip`."""
    table = view.table
    if mind.slip <= 0.0 or chance(table, dice, SLIP_DIE + 2 * table.plays) >= mind.slip:
        return NONE
    slips = slips_of(table, first, second)
    return any_of(table, dice, SLIP_DIE + 2 * table.plays + 1, slips) if slips else NONE


@compiled
def expect_play(view: View, mind: Mind, dice: Dice) -> None:
    """For mixed groups: a player with another policy is about to play. A policy whose `choose_play` also works out what
    `hear_play` needs does that part here."""


@compiled
def choose_play(view: View, mind: Mind, dice: Dice, first: int, second: int, moves: int) -> int:
    """The active player chooses one of the legal moves. By default any, at random."""
    return any_of(view.table, dice, PLAY_DIE + view.table.plays, moves)


@compiled
def choose_theft(view: View, mind: Mind, dice: Dice, thief: int, kept: int, loot: int) -> int:
    """The active player chooses the fate that the card in slot `thief` steals. By default any, at random."""
    return any_of(view.table, dice, THEFT_DIE + thief, loot)


@compiled
def hear_play(view: View, mind: Mind) -> None:
    """The group has seen a play and the card's answer to it, or a slip (`table.slipped`)."""


@compiled
def hear_theft(view: View, mind: Mind, thief: int, loot: int) -> None:
    """The group sees which fate is about to be stolen; NONE if there is nothing to steal."""


@compiled
def after_play(view: View, mind: Mind, dice: Dice, kept: int, played_old: int) -> Order:
    """The active player uses Old? or Discard lower, or nothing."""
    return NO_ORDER


@compiled
def hear_power(view: View, mind: Mind, order: Order, answer: int) -> None:
    """The group sees which power the active player is about to use after the play, or that none is used; `answer` is
    the answer of Old?."""


@compiled
def hear_reveal(view: View, mind: Mind, value: int) -> None:
    """A player shows the last copy of a value."""


@compiled
def hear_answer(view: View, mind: Mind) -> None:
    """The group's power has been used (`table.used`), and a question has been answered (`table.answered`)."""


@compiled
def hear_verdict(view: View, mind: Mind) -> None:
    """The prediction was right (`table.shown` is the fate) or wrong."""


@compiled
def end_turn(view: View, mind: Mind) -> None:
    """The turn is over and the game goes on."""


@compiled
def reveals(view: View, mind: Mind, dice: Dice, seat: int, held: int) -> bool:
    """A player who holds the last copy of a value decides whether to discard it."""
    return mind.reveal_last_copy == 1


@compiled
def before_prediction(view: View, mind: Mind, dice: Dice) -> Order:
    """The group uses a question, Twice, Help or Slow, or nothing."""
    return NO_ORDER


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    """Returns the values that the group names, as a mask; 0 for no prediction."""
    return 0


@compiled
def after_correct(view: View, mind: Mind, dice: Dice) -> Order:
    """The group uses Exile, or nothing."""
    return NO_ORDER
