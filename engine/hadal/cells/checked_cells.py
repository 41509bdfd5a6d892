"""What `fatecast policies check` plays: few agents and many, all options. No decision may depend on what nobody knows;
see `hidden_redeal`."""

import numpy as np
from numpy.typing import NDArray

from engine.game.results import Rows
from engine.hadal.cells.grid import IDS
from engine.hadal.cells.play_cell import TABLES, moment
from engine.hadal.table.state import COMPLETED
from engine.policy.compiled_game.checking import Check


def succeeded(rows: Rows) -> NDArray[np.bool_]:
    """Completed, and not at a great price: few policies win a hard mission often, and few fail to complete one."""
    success: NDArray[np.bool_] = (rows["end"] == COMPLETED) & (rows["returned"] <= 3)
    return success


CHECK = Check(
    tables=TABLES,
    ids=IDS,
    scenarios=(
        {"missions": ["A"], "players": [3]},
        {"missions": ["B"], "players": [2], "shift": [-1]},
        {"missions": ["C"], "players": [4], "options": {"bare_explore": False, "reshuffle": "round"}},
        {"missions": ["A"], "players": [2], "options": {"retry": False, "emergency_pays": True, "reshuffle": "always"}},
        {"missions": ["B"], "players": [4], "shift": [1], "options": {"surplus": False, "free_refreshes": 1}},
    ),
    elsewhere=[{"players": [3]}],
    succeeded=succeeded,
    place=moment,
)
