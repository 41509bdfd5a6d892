"""omniscient: plays any legal move; the group sees the hidden fate and names it.

No group can do better: this is the upper bound for all other policies. It is the only policy that may see a hidden
fate.
"""

from engine.kernel.compiled import compiled
from engine.shipwreck.rules.decisions import Mind, choose_play
from engine.shipwreck.table.state import Dice, View

__all__ = ["SEES_ALL", "choose_play", "predict"]

SEES_ALL = True


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    mind.stated = 1.0
    return 1 << view.table.whispered
