"""The cells in which `fatecast policies check` tests a policy: it sits in the first seat, players who hold at 20 in the
others."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadInput
from engine.game.cell import Cell
from engine.game.results import Rows
from engine.pig.cells.grid import cells_of, resolve_grid
from engine.pig.cells.play_cell import seat

SCENARIOS: tuple[dict[str, Any], ...] = (
    {"players": [2]},
    {"players": [2], "options": {"goal": 40}},
    {"players": [6]},
)


def cells_to_check(policy: str) -> Iterator[Cell]:
    """Few players and many, near and far goals."""
    for scenario in SCENARIOS:
        try:
            grid = resolve_grid({"tables": [f"{policy},hold"], **scenario}, f"check of {policy}")
        except BadInput:
            if scenario is SCENARIOS[0]:
                raise
            continue  # a policy for two players only
        yield cells_of(grid)[0]


def deciding_policy(cell: Cell) -> ModuleType:
    """The module that makes the decisions in a cell."""
    return seat(cell).module


def first_seat_won(rows: Rows) -> NDArray[np.bool_]:
    won: NDArray[np.bool_] = rows["winners"] == 1
    return won
