"""The Shipwreck Arcana: a cooperative deduction game for two to five players."""

from engine.shipwreck.game import Shipwreck

GAME = Shipwreck()
