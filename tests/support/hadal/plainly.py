"""Games that are played compiled and interpreted: NUMBA_DISABLE_JIT=1 python -m tests.support.hadal.plainly OUT.npz"""

import sys
from typing import Any

import numpy as np

from engine.game.cell import Cell
from engine.hadal.cells.play_cell import TABLES
from tests.support.hadal.references import cell_of

GAMES = 1
SEED = 12


def cells() -> list[Cell]:
    """Every policy, every number of agents, every option."""
    return [
        cell_of("A", "random", 2),
        cell_of("B", "random", 4, 1, free_explores="captain", free_refreshes=2, support=3),
        cell_of("A", "gambler", 3, reshuffle="always", retry="off"),
        cell_of("B", "safe", 2, -1, emergency_pays=True),
        cell_of("C", "even", 4, bare_explore="off", azrak=40),
        cell_of("B", "sharp", 3, reshuffle="round"),
        cell_of("C", "counter", 2, 1, surplus="off"),
        cell_of("A", "veteran g=3.7 rho=0.35 need=2.5 explore_at=2", 3, party="tinker+runner+steady"),
    ]


def results() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, cell in enumerate(cells()):
        batch = TABLES.play_batch(cell, SEED, 5, 5 + GAMES)
        found[f"rows{number}"], found[f"pieces{number}"] = batch.rows, batch.pieces
    return found


if __name__ == "__main__":
    np.savez(sys.argv[1], **results())
