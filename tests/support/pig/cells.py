"""Cells of Pig for tests, in one line each."""

from typing import Any, cast

from engine.game.cell import Cell
from engine.game.registry import load_game
from engine.game.results import Batch
from engine.outside.own.game import OwnGame

PIG = cast(OwnGame, load_game("pig"))
MANY = 1_000
"""Games that are worth a kernel."""


def make(policy: str = "hold", players: int = 2, **options: int) -> Cell:
    """One policy in every seat; several with commas, one a seat."""
    who: dict[str, Any] = {"tables": [policy]} if "," in policy else {"policies": [policy]}
    return PIG.cells(PIG.resolve({**who, "players": [players], "options": options}, "test"))[0]


def with_focus(who: str, against: str, players: int = 2, **options: int) -> Cell:
    grid = {"focus": [who], "field": [against], "players": [players], "options": options}
    return PIG.cells(PIG.resolve(grid, "test"))[0]


def play_batch(cell: Cell, seed: int, first: int, last: int) -> Batch:
    if last - first >= MANY:
        PIG.compile_now()
    return PIG.simulate(cell, seed, first, last)


def play_plainly(cell: Cell, seed: int, first: int, last: int) -> Batch:
    with PIG.plainly():
        return PIG.simulate(cell, seed, first, last)
