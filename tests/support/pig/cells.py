"""Cells of Pig for tests, in one line each."""

from typing import Any

from engine.game.cell import Cell
from engine.pig.game import PIG


def make(policy: str = "hold", players: int = 2, **options: int) -> Cell:
    """One policy in every seat; several with commas, one a seat."""
    who: dict[str, Any] = {"tables": [policy]} if "," in policy else {"policies": [policy]}
    return PIG.cells(PIG.resolve({**who, "players": [players], "options": options}, "test"))[0]


def with_focus(who: str, against: str, players: int = 2, **options: int) -> Cell:
    grid = {"focus": [who], "field": [against], "players": [players], "options": options}
    return PIG.cells(PIG.resolve(grid, "test"))[0]
