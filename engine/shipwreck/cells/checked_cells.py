"""What `fatecast policies check` plays: every deck that can be found, in different scenarios. No decision may depend on
hidden fates."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell
from engine.game.results import Rows
from engine.policy.checking.asked_again import Finding
from engine.policy.compiled_game.checking import Check
from engine.policy.compiled_game.play import is_searched
from engine.shipwreck.cells.game_ids import IDS
from engine.shipwreck.cells.hidden_redeal import permute
from engine.shipwreck.cells.play_cell import TABLES

SCENARIOS: tuple[dict[str, Any], ...] = (
    {"players": [3], "doom": [0]},
    {"players": [2], "doom": [6], "challenge": True},
    {"players": [5], "doom": [4], "options": {"fall": "announced", "imago": "strict"}},
    {"players": [4], "doom": [2], "options": {"restless": True}, "changes": [{"before_turn": 3, "leave": 2}]},
)


class ShipwreckCheck(Check):
    """Hidden fates are dealt as the number lines allow."""

    def redeal(self, cell: Cell, seed: int, games: int, deals: int) -> Finding:
        if is_searched(self.tables.seat(cell)):
            return super().redeal(cell, seed, games, deals)
        return permute(cell, seed, games, deals)


def players_won(rows: Rows) -> NDArray[np.bool_]:
    won: NDArray[np.bool_] = rows["won"] == 1
    return won


CHECK = ShipwreckCheck(
    tables=TABLES,
    ids=IDS,
    scenarios=[{"decks": ["base"], **scenario} for scenario in SCENARIOS],
    elsewhere=SCENARIOS,
    succeeded=players_won,
)
