"""What `fatecast policies check` plays: few players and many, with and without artifacts. No decision may depend on
what is hidden from the seat that makes it."""

import numpy as np
from numpy.typing import NDArray

from engine.errors import Text, message
from engine.euphoria.cells.grid import IDS
from engine.euphoria.cells.play_cell import TABLES
from engine.euphoria.table.state import World
from engine.game.results import Rows
from engine.policy.compiled_game.checking import Check

MOST_TURNS = 40
"""Games are compared up to this turn, because some games are long."""


def first_seat_won(rows: Rows) -> NDArray[np.bool_]:
    won: NDArray[np.bool_] = rows["first_won"] == 1
    return won


def place(world: World) -> Text:
    return message("turn {turn}, seat {seat}", turn=int(world.table.turn), seat=int(world.sight.seat) + 1)


def shorten(world: World) -> None:
    world.scenario.turn_cap = min(world.scenario.turn_cap, MOST_TURNS)


CHECK = Check(
    tables=TABLES,
    ids=IDS,
    scenarios=(
        {"decks": ["surrogate"], "players": [5]},
        {"decks": ["none"], "players": [4]},
        {"decks": ["wide"], "players": [8], "options": {"aim_trigger": "every", "arm_cost": 0}},
        {
            "decks": ["wide"],
            "players": [6],
            "options": {"anarchists": False, "hide_action": False, "start_artifacts": 4},
        },
    ),
    elsewhere=[{"players": [7]}],
    succeeded=first_seat_won,
    place=place,
    shorten=shorten,
)
