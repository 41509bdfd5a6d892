"""The cells in which `fatecast policies check` tests a policy."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.configs import names
from engine.game.cell import Cell
from engine.game.results import Rows
from engine.oracle.cells.grid import cells_of, resolve_grid
from engine.oracle.cells.play_cell import module_of_cell
from engine.oracle.table import NAME

SCENARIOS: tuple[dict[str, Any], ...] = (
    {"layouts": ["A"]},
    {"layouts": ["B"], "players": [2], "rogues": [0], "options": {"change_spaces": "three", "every_market": True}},
    {"layouts": ["C"], "players": [4], "rogues": [8], "options": {"no_repeat": False, "clump": 0.5}},
    {"layouts": ["A"], "players": [3], "options": {"goods_return": False, "closed": ["horoscope", "warden"]}},
)


def cells_to_check(policy: str) -> Iterator[Cell]:
    """Few players and many, usual and unusual options; then every other layout that can be found."""
    shipped = {scenario["layouts"][0] for scenario in SCENARIOS}
    others = [{"layouts": [layout], "players": [2]} for layout in names("layouts", NAME) if layout not in shipped]
    for scenario in (*SCENARIOS, *others):
        yield cells_of(resolve_grid({"policies": [policy], **scenario}, f"check of {policy}"))[0]


def deciding_policy(cell: Cell) -> ModuleType:
    """The module that makes the decisions in a cell."""
    return module_of_cell(cell)


def par_was_reached(rows: Rows) -> NDArray[np.bool_]:
    reached: NDArray[np.bool_] = rows["won"] == 1
    return reached
