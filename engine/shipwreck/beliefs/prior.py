"""What is believed of the active player's two fates before the play.

Every holder's fate has a public marginal belief. What the other holders are expected to hold is not in the bag; the
exact joint belief of all holders makes no difference that could be measured, so the marginals stand for it.
"""

from engine.compiled import compiled, inlined
from engine.shipwreck.beliefs.thought import Thought
from engine.shipwreck.state import View

LEAST = 0.02
"""A fate that may be in the bag never counts for less than this, however much the others are expected to hold."""


@inlined
def unseen(view: View, value: int) -> int:
    """Copies of a value that do not lie open."""
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
    """How much a value counts in the bag: not at all if there is no copy left for it."""
    if copies <= 0:
        return 0.0
    left = copies - elsewhere
    return left if left > LEAST else LEAST


@compiled
def weigh_hands(view: View, mind: Thought, holds_one: bool) -> None:
    """Fill in how likely every pair of fates is; the pairs that are possible, lower value first, add up to 1."""
    top = view.book.top
    for value in range(1, top + 1):
        mind.elsewhere[value] = held_elsewhere(view, value)
    total = 0.0
    for older in range(1, top + 1):
        for fresh in range(1, top + 1):
            mind.weight[older, fresh] = 0.0
        if holds_one:
            total += weigh_draw(view, mind, older)
        else:
            total += weigh_two(view, mind, older)
    hands = 0
    for low in range(1, top + 1):
        for high in range(low, top + 1):
            weight = mind.weight[low, high]
            if low != high:
                weight += mind.weight[high, low]
            if weight > 0.0:
                mind.low[hands] = low
                mind.high[hands] = high
                mind.pair[hands] = weight / total
                hands += 1
    mind.hands = hands


@inlined
def weigh_draw(view: View, mind: Thought, older: int) -> float:
    """The player held a fate and drew one: the belief in the older, times the odds of the draw given it."""
    believed = view.table.belief[view.table.seat, older]
    if believed <= 0.0:
        return 0.0
    odds = 0.0
    for fresh in range(1, view.book.top + 1):
        copies = unseen(view, fresh) - (1 if fresh == older else 0)
        mind.weight[older, fresh] = clipped(copies, mind.elsewhere[fresh])
        odds += mind.weight[older, fresh]
    if odds <= 0.0:
        return 0.0
    for fresh in range(1, view.book.top + 1):
        mind.weight[older, fresh] *= believed / odds
    return believed


@inlined
def weigh_two(view: View, mind: Thought, low: int) -> float:
    """Both fates are fresh."""
    one = clipped(unseen(view, low), mind.elsewhere[low])
    total = 0.0
    for high in range(low, view.book.top + 1):
        other = clipped(unseen(view, high) - (1 if high == low else 0), mind.elsewhere[high])
        mind.weight[low, high] = one * other * (1.0 if high == low else 2.0)
        total += mind.weight[low, high]
    return total
