"""mute: any legal move, and the group never predicts.

The floor of the ladder: how long the game takes to kill a table that does nothing against it.
"""

from engine.shipwreck.rules.decisions import choose_play, predict

__all__ = ["choose_play", "predict"]
