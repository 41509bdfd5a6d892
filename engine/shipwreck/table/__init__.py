"""The records of a game: state, events, faults and results. All other parts of the game work on them. May import the
shared engine, but no other part of the game."""

NAME = "shipwreck"
"""The name of the game, and of its folder in `configs/`."""

RULES_VERSION = 3
"""Raised when games would be played differently, never for speed."""
