"""Cells for tests."""

from typing import Any

from engine.euphoria.cells.grid import GRID
from engine.game.cell import Cell


def make(deck: str = "none", policy: str = "random", players: int = 5, **options: Any) -> Cell:
    """Everybody plays the same; or a table, if several policies are named."""
    who = {"tables": [policy]} if "," in policy else {"policies": [policy]}
    return GRID.cells(GRID.resolve({"decks": [deck], "players": [players], **who, "options": options}, "test"))[0]


def with_focus(deck: str, focus: str, field: str, players: int = 5, **options: Any) -> Cell:
    grid = {"decks": [deck], "players": [players], "focus": [focus], "field": [field], "options": options}
    return GRID.cells(GRID.resolve(grid, "test"))[0]
