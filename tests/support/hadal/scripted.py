"""A policy that gives the answers which a test has written down, one queue for each decision. When a queue is empty,
agents take unread cards, stand by, pay nothing more, lose control, and refresh only if they must."""

from typing import Annotated, Any

from engine.hadal.rules import decisions
from engine.hadal.rules.decisions import Action, Extras
from engine.hadal.rules.panorama import live_locations
from engine.hadal.table.state import DO_TEST, LOSE, NO_REFRESH, STAND_BY, STANDARD, UNREAD, Dice, View
from engine.kernel.compiled import compiled, inlined
from engine.kernel.records import Ints
from engine.policy.compiled_game.records import contains, lowest

LOCATION, CARD, ACTION, EXTRAS, GROUP_TEST, BROKEN, REFRESH, RECEIVER = range(8)
LONGEST, WIDEST = 64, 4
Mind = Any


class Memory(decisions.Memory):
    queue: Annotated[Ints, 8, LONGEST, WIDEST]
    count: Annotated[Ints, 8]
    given: Annotated[Ints, 8]
    asked: Annotated[Ints, 8, LONGEST]
    """The options of the first times that each decision was asked for."""
    times: Annotated[Ints, 8]
    testing: int
    """Whether open tests are taken when the queue is empty."""


@inlined
def has_answer(mind: Mind, hook: int, options: int) -> bool:
    """Takes the next answer, if there is one; `given` is its number."""
    if mind.times[hook] < LONGEST:
        mind.asked[hook, mind.times[hook]] = options
    mind.times[hook] += 1
    if mind.given[hook] + 1 >= mind.count[hook]:
        return False
    mind.given[hook] += 1
    return True


@inlined
def answer(mind: Mind, hook: int) -> int:
    found: int = mind.queue[hook, mind.given[hook], 0]
    return found


@compiled
def begin_game(view: View, mind: Mind) -> None:
    for hook in range(8):
        mind.given[hook] = -1
        mind.times[hook] = 0


@compiled
def choose_location(view: View, mind: Mind, dice: Dice) -> int:
    live = live_locations(view.scenario, view.table)
    return answer(mind, LOCATION) if has_answer(mind, LOCATION, live) else lowest(live)


@compiled
def choose_card(view: View, mind: Mind, dice: Dice, seat: int, cards: int) -> int:
    if has_answer(mind, CARD, cards):
        return answer(mind, CARD)
    return UNREAD if cards & view.table.unread[view.table.location] else lowest(cards)


@compiled
def choose_action(view: View, mind: Mind, dice: Dice, seat: int, options: int, cards: int) -> Action:
    if has_answer(mind, ACTION, options):
        return Action(answer(mind, ACTION), mind.queue[ACTION, mind.given[ACTION], 1])
    return Action(DO_TEST if mind.testing and contains(options, DO_TEST) else STAND_BY, UNREAD)


@compiled
def choose_extras(
    view: View, mind: Mind, dice: Dice, seat: int, kind: int, attribute: int, difficulty: int, helpers: int
) -> Extras:
    if has_answer(mind, EXTRAS, helpers):
        row = mind.given[EXTRAS]
        queue = mind.queue
        return Extras(queue[EXTRAS, row, 0], queue[EXTRAS, row, 1], queue[EXTRAS, row, 2], queue[EXTRAS, row, 3])
    return Extras(0, 0, 0, 0)


@compiled
def choose_group_test(view: View, mind: Mind, dice: Dice, seat: int) -> int:
    return answer(mind, GROUP_TEST) if has_answer(mind, GROUP_TEST, 1 << seat) else 0


@compiled
def choose_broken(view: View, mind: Mind, dice: Dice, seat: int, options: int) -> int:
    return answer(mind, BROKEN) if has_answer(mind, BROKEN, options) else LOSE


@compiled
def choose_refresh(view: View, mind: Mind, dice: Dice, options: int) -> int:
    if has_answer(mind, REFRESH, options):
        return answer(mind, REFRESH)
    return NO_REFRESH if contains(options, NO_REFRESH) else STANDARD


@compiled
def choose_receiver(view: View, mind: Mind, dice: Dice, seats: int) -> int:
    return answer(mind, RECEIVER) if has_answer(mind, RECEIVER, seats) else lowest(seats)
