"""Cells for tests."""

from typing import Any

from engine.game.cell import Cell
from engine.oracle.cells.grid import GRID

TINY: dict[str, Any] = {
    "name": "tiny",
    "content": {
        "name": "tiny",
        "map": ["RR", "GB"],
        "cross_arm": 0,
        "upper": ["-", "amulet:RG", "x", "tablet:BY", "market"],
        "lower": ["x", "-", "cleanse"],
        "strip": 8,
        "boxes": 2,
        "par": 3,
    },
}
"""A layout of two by two cells."""


def tiny(**changed: Any) -> dict[str, Any]:
    """The tiny layout with some keys changed."""
    return {"name": "tiny", "content": {**TINY["content"], **changed}}


def make(
    layout: str | dict[str, Any] = "A", policy: str = "random", players: int = 1, rogues: int = 4, **options: Any
) -> Cell:
    grid = {"layouts": [layout], "policies": [policy], "players": [players], "rogues": [rogues], "options": options}
    return GRID.cells(GRID.resolve(grid, "test"))[0]
