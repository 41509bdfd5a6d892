"""Every decision of a game as a function, with what happens if a policy does not define it.

The agents play together, so a policy decides for all of them. It is a module with functions of these names; those it
leaves out are taken from here, and choose at random. All are compiled into the kernel. `view` is what everybody sees.
`mind` is the policy's own record: its parameters, and what it remembers. `dice` are its own random numbers (`roll`).
`seat` is the agent that a decision is about. A policy must at least say what an agent does in a pass (`choose_action`).
"""

from typing import Any, NamedTuple

from engine.hadal.rules.panorama import live_locations
from engine.hadal.table.state import EXPLORE, UNREAD, Dice, View
from engine.kernel.compiled import compiled, inlined
from engine.policy.compiled_game.records import Memory as Memory
from engine.policy.compiled_game.records import any_of, roll
from engine.policy.compiled_game.records import prepare as prepare

Mind = Any
"""A record of the policy's own class `Memory`."""


class Action(NamedTuple):
    """What an agent does in a pass: DO_TEST, EXPLORE or STAND_BY; and the card that an Explore takes, or UNREAD."""

    kind: int
    card: int


class Extras(NamedTuple):
    """What each seat adds to a test: the tester its own extras, the others their support."""

    first: int
    second: int
    third: int
    fourth: int


@inlined
def any_card(view: View, dice: Dice, cards: int) -> int:
    """One of these cards at random. Unread cards look alike, so all that can be said of one is UNREAD."""
    card = any_of(dice, cards)
    return UNREAD if (view.table.unread[view.table.location] >> card) & 1 else card


@inlined
def most_extras(view: View, seat: int, tester: int, helpers: int) -> int:
    """The most that an agent may add to a test: never its last Azrak, and as a helper no more than the support."""
    most = max(view.table.reserve[seat] - 1, 0)
    if seat == tester:
        return most
    return min(most, view.scenario.support) if (helpers >> seat) & 1 else 0


@compiled
def begin_game(view: View, mind: Mind) -> None:
    """A new game starts: forget the last one."""


@compiled
def choose_location(view: View, mind: Mind, dice: Dice) -> int:
    """The location that is visited next: one with an unread card or an open test."""
    return any_of(dice, live_locations(view.scenario, view.table))


@compiled
def choose_card(view: View, mind: Mind, dice: Dice, seat: int, cards: int) -> int:
    """Reconnoitre: the card of the panorama that an agent takes, or UNREAD."""
    return any_card(view, dice, cards)


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, seat: int, options: int, cards: int) -> Action:
    """What an agent does in a pass. `options` has the kinds that are legal, `cards` what lies in the panorama."""
    kind = any_of(dice, options)
    return Action(kind, any_card(view, dice, cards) if kind == EXPLORE else UNREAD)


@compiled
def choose_extras(
    view: View, mind: Mind, dice: Dice, seat: int, kind: int, attribute: int, difficulty: int, helpers: int
) -> Extras:
    """What the tester and its helpers add to a test of this kind, after its start is paid."""
    agents = view.scenario.agents
    first, second, third, fourth = 0, 0, 0, 0
    for step in range(agents):
        payer = (seat + step) % agents
        most = most_extras(view, payer, seat, helpers)
        paid = roll(dice, most + 1) if most > 0 else 0
        if payer == 0:
            first = paid
        elif payer == 1:
            second = paid
        elif payer == 2:
            third = paid
        else:
            fourth = paid
    return Extras(first, second, third, fourth)


@compiled
def choose_group_test(view: View, mind: Mind, dice: Dice, seat: int) -> int:
    """Which of the tests of the group conflict an agent takes, from 0 on."""
    return roll(dice, view.scenario.group_tests)


@compiled
def choose_broken(view: View, mind: Mind, dice: Dice, seat: int, options: int) -> int:
    """What an agent does that has to pay its last Azrak: EMERGENCY, FREE_EMERGENCY or LOSE, those possible."""
    return any_of(dice, options)


@compiled
def choose_refresh(view: View, mind: Mind, dice: Dice, options: int) -> int:
    """What happens between two locations: NO_REFRESH, STANDARD or FREE, those possible."""
    return any_of(dice, options)


@compiled
def choose_receiver(view: View, mind: Mind, dice: Dice, seats: int) -> int:
    """Who gets the next Azrak of a refresh: one of the agents below their levels."""
    return any_of(dice, seats)
