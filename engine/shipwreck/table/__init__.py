"""What lies on the table: the state of a game, its events, faults and results. Imports no other part of the game."""

NAME = "shipwreck"
"""The name of the game, and of its folder below configs."""
