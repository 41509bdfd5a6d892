"""The cells in which `fatecast policies check` tests a policy."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.configs import names
from engine.errors import BadInput
from engine.game.cell import Cell
from engine.game.results import Rows
from engine.shipwreck.cells.grid import cells_of, resolve_grid
from engine.shipwreck.cells.play_cell import lay_out
from engine.shipwreck.table import NAME

SCENARIOS: tuple[dict[str, Any], ...] = (
    {"players": [3], "doom": [0]},
    {"players": [2], "doom": [6], "challenge": True},
    {"players": [5], "doom": [4], "options": {"fall": "announced", "imago": "strict"}},
    {"players": [4], "doom": [2], "options": {"restless": True}, "changes": [{"before_turn": 3, "leave": 2}]},
)


def cells_to_check(policy: str) -> Iterator[Cell]:
    """Every deck that can be found, in different scenarios; the base deck first."""
    for deck in sorted(names("decks", NAME), key=lambda deck: deck != "base"):
        for scenario in SCENARIOS:
            try:
                grid = resolve_grid({"decks": [deck], "policies": [policy], **scenario}, f"check of {policy}")
            except BadInput:
                if deck == "base":
                    raise
                continue  # a part of a deck, or a deck with other limits
            yield cells_of(grid)[0]


def deciding_policy(cell: Cell) -> ModuleType:
    """The module that makes the decisions in a cell."""
    module: ModuleType = lay_out(cell).policy
    return module


def players_won(rows: Rows) -> NDArray[np.bool_]:
    won: NDArray[np.bool_] = rows["won"] == 1
    return won
