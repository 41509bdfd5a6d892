"""The single predictor of a two-player game may use the fates in the predictor's own hand, with the option `own_fate`.

This changes the belief only while the predictor decides. The public belief, on which the active player relies, stays
the same.
"""

from engine.kernel.compiled import compiled
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.minds.beliefs.speaker import normalise
from engine.shipwreck.table.state import View


@compiled
def sees_own_fates(view: View) -> bool:
    """Whether there is such a predictor with a fate in hand."""
    copies = 0
    for value in range(1, view.book.top + 1):
        copies += view.table.own[value]
    return copies > 0


@compiled
def lean_on_own_hand(view: View, mind: Thought) -> None:
    """Stores the public belief, then weighs every value by the copies that are not in the predictor's own hand."""
    table = view.table
    if not sees_own_fates(view):
        return
    for value in range(1, view.book.top + 1):
        unseen = table.tokens[value] - table.visible[value]
        for old in range(2):
            mind.public[old, value] = mind.belief[old, value]
            if table.own[value] > 0 and unseen > 0:
                mind.belief[old, value] *= (unseen - table.own[value]) / unseen
    if not normalise(view, mind):
        back_to_public(view, mind)


@compiled
def back_to_public(view: View, mind: Thought) -> None:
    """Restores the public belief after the decision."""
    if not sees_own_fates(view):
        return
    for value in range(1, view.book.top + 1):
        for old in range(2):
            mind.belief[old, value] = mind.public[old, value]
