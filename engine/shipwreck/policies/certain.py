"""certain: any legal move, and the group predicts exactly when the number line leaves one value.

The logic of the rule book's number line and nothing more: no thought of why a player played as he did, and no risk.
"""

from engine.kernel.compiled import compiled
from engine.shipwreck.rules.decisions import Mind, choose_play
from engine.shipwreck.table.state import Dice, View

__all__ = ["READS_LINES", "choose_play", "predict"]

READS_LINES = True


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    """The one value that is left, or silence."""
    mind.stated = 1.0
    line = view.table.line[view.table.seat]
    return line if line & (line - 1) == 0 else 0
