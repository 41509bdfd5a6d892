"""The single predictor of a two-player game may use what he sees in his own hand, where the scenario lets him.

It makes him think otherwise for the moment of a decision; what is believed in public, and what the active player
reckons with, stays as it is.
"""

from engine.kernel.compiled import compiled
from engine.shipwreck.minds.beliefs.memory import Thought
from engine.shipwreck.minds.beliefs.speaker import normalise
from engine.shipwreck.table.state import View


@compiled
def sees_own_fates(view: View) -> bool:
    """Whether there is such a predictor with a fate in his hand."""
    copies = 0
    for value in range(1, view.book.top + 1):
        copies += view.table.own[value]
    return copies > 0


@compiled
def lean_on_own_hand(view: View, mind: Thought) -> None:
    """Note the public belief; then every value counts by the copies that are not in the predictor's own hand."""
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
    """The decision is taken."""
    if not sees_own_fates(view):
        return
    for value in range(1, view.book.top + 1):
        for old in range(2):
            mind.belief[old, value] = mind.public[old, value]
