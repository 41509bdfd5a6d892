"""omniscient: the group sees the hidden fate and names it.

No table can do better: the bound that the other rungs are measured against. The one policy that is allowed to look.
"""

from engine.kernel.compiled import compiled
from engine.shipwreck.rules.decisions import Mind, choose_play
from engine.shipwreck.table.state import Dice, View

__all__ = ["SEES_ALL", "choose_play", "predict"]

SEES_ALL = True


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    """The hidden fate itself."""
    mind.stated = 1.0
    return 1 << view.table.whispered
