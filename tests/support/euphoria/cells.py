"""Cells for tests."""

from typing import Any

from engine.euphoria.cells.grid import cells_of, resolve_grid
from engine.game.cell import Cell


def make(deck: str = "none", policy: str = "random", players: int = 5, **options: Any) -> Cell:
    """Everybody plays the same; or a table, if several policies are named."""
    who = {"tables": [policy]} if "," in policy else {"policies": [policy]}
    return cells_of(resolve_grid({"decks": [deck], "players": [players], **who, "options": options}, "test"))[0]


def with_focus(deck: str, focus: str, field: str, players: int = 5, **options: Any) -> Cell:
    grid = {"decks": [deck], "players": [players], "focus": [focus], "field": [field], "options": options}
    return cells_of(resolve_grid(grid, "test"))[0]
