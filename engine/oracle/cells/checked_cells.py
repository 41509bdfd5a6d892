"""What `fatecast policies check` plays: few players and many, usual and unusual options. No decision may depend on luck
that is still to come."""

import numpy as np
from numpy.typing import NDArray

from engine.errors import Text, message
from engine.game.results import Rows
from engine.oracle.cells.grid import IDS
from engine.oracle.cells.play_cell import TABLES
from engine.oracle.table.state import World
from engine.policy.compiled_game.checking import Check


def par_was_reached(rows: Rows) -> NDArray[np.bool_]:
    reached: NDArray[np.bool_] = rows["won"] == 1
    return reached


def place(world: World) -> Text:
    return message("day {day}, turn {turn}", day=int(world.table.day), turn=int(world.table.turn))


CHECK = Check(
    tables=TABLES,
    ids=IDS,
    scenarios=(
        {"layouts": ["A"]},
        {"layouts": ["B"], "players": [2], "rogues": [0], "options": {"change_spaces": "three", "every_market": True}},
        {"layouts": ["C"], "players": [4], "rogues": [8], "options": {"no_repeat": False, "clump": 0.5}},
        {"layouts": ["A"], "players": [3], "options": {"goods_return": False, "closed": ["horoscope", "warden"]}},
    ),
    elsewhere=[{"players": [2]}],
    succeeded=par_was_reached,
    place=place,
)
