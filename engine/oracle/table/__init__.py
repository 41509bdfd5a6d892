"""The records of a game: state, events, faults, luck and results. May import the shared engine, but no other part of
the game."""

NAME = "oracle"
"""The name of the game, and of its folder in `configs/`."""

RULES_VERSION = 1
"""Raised when games would be played differently, never for speed."""
