"""The cells in which `fatecast policies check` tests a policy."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.configs import names
from engine.game.cell import Cell
from engine.game.results import Rows
from engine.hadal.cells.grid import cells_of, resolve_grid
from engine.hadal.table import NAME
from engine.hadal.table.state import COMPLETED

SCENARIOS: tuple[dict[str, Any], ...] = (
    {"missions": ["A"], "players": [3]},
    {"missions": ["B"], "players": [2], "shift": [-1]},
    {"missions": ["C"], "players": [4], "options": {"bare_explore": False, "reshuffle": "round"}},
    {"missions": ["A"], "players": [2], "options": {"retry": False, "emergency_pays": True, "reshuffle": "always"}},
    {"missions": ["B"], "players": [4], "shift": [1], "options": {"surplus": False, "free_refreshes": 1}},
)


def cells_to_check(policy: str) -> Iterator[Cell]:
    """Few agents and many, all options; then every other mission that can be found."""
    shipped = {scenario["missions"][0] for scenario in SCENARIOS}
    others = [{"missions": [mission], "players": [3]} for mission in names("missions", NAME) if mission not in shipped]
    for scenario in (*SCENARIOS, *others):
        yield cells_of(resolve_grid({"policies": [policy], **scenario}, f"check of {policy}"))[0]


def succeeded(rows: Rows) -> NDArray[np.bool_]:
    """Completed, and not at a great price: few policies win a hard mission often, and few fail to complete one."""
    found: NDArray[np.bool_] = (rows["end"] == COMPLETED) & (rows["returned"] <= 3)
    return found
