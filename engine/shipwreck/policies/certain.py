"""certain: plays any legal move; the group predicts exactly when one value is left on the number line.

It uses only the logic of the rule book's number line: it does not ask why a player chose a play, and takes no risk.
"""

from engine.kernel.compiled import compiled
from engine.shipwreck.rules.decisions import Mind, choose_play
from engine.shipwreck.table.state import Dice, View

__all__ = ["READS_LINES", "choose_play", "predict"]

READS_LINES = True


@compiled
def predict(view: View, mind: Mind, dice: Dice) -> int:
    """The one value that is left, or 0 for silence."""
    mind.stated = 1.0
    line = view.table.line[view.table.seat]
    return line if line & (line - 1) == 0 else 0
