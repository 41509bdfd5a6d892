"""The records of a game: state, luck, events, faults and results. All other parts of the game work on them. May import
the shared engine, but no other part of the game."""

NAME = "euphoria"
"""The name of the game, and of its folder in `configs/`."""

RULES_VERSION = 1
"""Raised when games would be played differently, never for speed."""
