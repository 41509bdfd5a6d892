"""The belief about the active player's two fates before the play.

Every held fate has a public marginal belief. The fates that other players are expected to hold are not in the bag. The
exact joint belief makes no measurable difference, so the marginal beliefs are used instead.
"""

from engine.kernel.compiled import compiled, inlined
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.table.state import NONE, View

LEAST = 0.02
"""A fate that may be in the bag never counts less than this, however many the others are expected to hold."""


@inlined
def unseen(view: View, value: int) -> int:
    """Copies of a value that are not visible."""
    return view.table.tokens[value] - view.table.visible[value]


@inlined
def held_elsewhere(view: View, value: int) -> float:
    """How many copies the players who are not active are expected to hold."""
    table = view.table
    expected = 0.0
    for seat in range(table.seats):
        if seat != table.seat and table.holds[seat]:
            expected += table.belief[seat, value]
    return expected


@inlined
def clipped(copies: int, elsewhere: float) -> float:
    """How much a value counts in the bag; 0 if no copy is left."""
    if copies <= 0:
        return 0.0
    left = copies - elsewhere
    return left if left > LEAST else LEAST


@compiled
def weigh_hands(view: View, mind: Thought, holds_one: bool) -> None:
    """Works out the probability of every pair of fates. The possible pairs, lower value first, sum to 1."""
    top = view.book.top
    everything = 0.0
    for value in range(1, top + 1):
        elsewhere = held_elsewhere(view, value)
        mind.bag[0, value] = clipped(unseen(view, value), elsewhere)
        mind.bag[1, value] = clipped(unseen(view, value) - 1, elsewhere)
        everything += mind.bag[0, value]
    total = 0.0
    for older in range(1, top + 1):
        total += weigh_draw(view, mind, older, everything) if holds_one else weigh_two(view, mind, older)
    share = 1.0 / total
    hands = 0
    for low in range(1, top + 1):
        for high in range(low, top + 1):
            weight = mind.weight[low, high] + (mind.weight[high, low] if low != high else 0.0)
            possible = 1 if weight > 0.0 else 0
            mind.low[hands] = low
            mind.high[hands] = high
            mind.pair[hands] = weight * share
            mind.hand_at[low, high] = hands if possible else NONE
            hands += possible
    mind.hands = hands


@inlined
def weigh_draw(view: View, mind: Thought, older: int, everything: float) -> float:
    """The player held a fate and drew one: the belief in the older fate, times the odds of the draw after it."""
    believed = view.table.belief[view.table.seat, older]
    odds = everything - mind.bag[0, older] + mind.bag[1, older]
    if believed <= 0.0 or odds <= 0.0:
        believed, odds = 0.0, 1.0
    for fresh in range(1, view.book.top + 1):
        mind.weight[older, fresh] = mind.bag[0, fresh] * (believed / odds)
    mind.weight[older, older] = mind.bag[1, older] * (believed / odds)
    return believed


@inlined
def weigh_two(view: View, mind: Thought, low: int) -> float:
    """Both fates were drawn this turn."""
    total = 0.0
    for high in range(1, view.book.top + 1):
        mind.weight[low, high] = 2.0 * mind.bag[0, low] * mind.bag[0, high] if high > low else 0.0
        total += mind.weight[low, high]
    mind.weight[low, low] = mind.bag[0, low] * mind.bag[1, low]
    return total + mind.weight[low, low]
