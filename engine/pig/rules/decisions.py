"""The decision of the game as a function, with what happens if a policy does not define it.

A policy is a module with functions of these names; those it leaves out are taken from here. All are compiled into the
kernel. `view` is what everybody sees. `mind` is the policy's own record: its parameters, and what it remembers. `dice`
are its own random numbers.
"""

from typing import Any

from engine.kernel.compiled import compiled, inlined
from engine.pig.table.state import Dice, Scenario, View
from engine.pig.table.streams import policy_die

Mind = Any
"""A record of the policy's own class `Memory`."""


class Memory:
    """The fields that every policy has. A policy that needs more derives its own class."""

    spare: int
    """Free for the policy; nobody else reads or writes it. A record must have at least one field."""


def prepare(mind: Mind, parameters: dict[str, Any], scenario: Scenario) -> None:
    """Writes the parameters into a new record, before the first game."""
    for name, value in parameters.items():
        setattr(mind, name, value)


@inlined
def chance(view: View, dice: Dice) -> float:
    """A random number from 0 to below 1 for this decision, in steps of 2⁻³⁰."""
    table = view.table
    return policy_die(dice, table.seat, table.own_turn, table.rolls, 1 << 30) / 1073741824.0


@inlined
def best_other(view: View) -> int:
    """The highest score among the other players."""
    best = 0
    for seat in range(view.scenario.players):
        if seat != view.table.seat and view.table.score[seat] > best:
            best = view.table.score[seat]
    return best


@compiled
def begin_game(view: View, mind: Mind) -> None:
    """A new game starts: forget the last one."""


@compiled
def rolls_again(view: View, mind: Mind, dice: Dice) -> bool:
    """The player has rolled, has not lost the turn and has not won. True: roll again. False: hold."""
    return False
