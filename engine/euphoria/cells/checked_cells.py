"""The cells in which `fatecast policies check` tests a policy: alone, and in the first seat among others."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.configs import names
from engine.errors import BadInput
from engine.euphoria.cells.grid import cells_of, resolve_grid
from engine.euphoria.cells.play_cell import seat
from engine.euphoria.table import NAME
from engine.game.cell import Cell
from engine.game.results import Rows

SCENARIOS: tuple[dict[str, Any], ...] = (
    {"decks": ["surrogate"], "players": [5]},
    {"decks": ["none"], "players": [4]},
    {"decks": ["wide"], "players": [8], "options": {"aim_trigger": "every", "arm_cost": 0}},
    {"decks": ["wide"], "players": [6], "options": {"anarchists": False, "hide_action": False, "start_artifacts": 4}},
)


def cells_to_check(policy: str) -> Iterator[Cell]:
    """Few players and many, with and without artifacts; then every other deck that can be found."""
    shipped = {scenario["decks"][0] for scenario in SCENARIOS}
    others = [{"decks": [deck], "players": [7]} for deck in names("decks", NAME) if deck not in shipped]
    for scenario in (*SCENARIOS, *others):
        try:
            grid = resolve_grid({"policies": [policy], **scenario}, f"check of {policy}")
        except BadInput:
            if scenario in SCENARIOS:
                raise
            continue  # a deck that is too small for so many players
        yield cells_of(grid)[0]


def deciding_policy(cell: Cell) -> ModuleType:
    """The module that makes the decisions in a cell."""
    return seat(cell).module


def first_seat_won(rows: Rows) -> NDArray[np.bool_]:
    won: NDArray[np.bool_] = rows["first_won"] == 1
    return won
