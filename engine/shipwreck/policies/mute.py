"""mute: plays any legal move; the group never predicts.

This is the lowest skill level: it shows how many turns the game needs to beat players who do nothing.
"""

from engine.shipwreck.rules.decisions import choose_play, predict

__all__ = ["choose_play", "predict"]
