"""The reference results of the rule sheet: an independent program, 200,000 games a cell, shift 0."""

from typing import NamedTuple

import numpy as np

from engine.game.cell import Cell
from engine.game.results import Rows
from engine.hadal.cells.grid import GRID

GAMES = 200_000
PLAYERS = (2, 3, 4)

RETURNED = {
    "random": ((8.51, 11.73, 14.12), (7.68, 10.79, 13.15), (8.31, 11.57, 13.91)),
    "gambler": ((8.63, 7.13, 8.65), (18.36, 17.92, 20.56), (4.97, 3.21, 3.34)),
    "safe": ((4.87, 4.19, 4.82), (5.09, 4.51, 7.21), (4.24, 2.86, 3.73)),
    "even": ((3.18, 2.70, 3.15), (4.76, 4.25, 5.74), (4.57, 2.78, 3.31)),
    "sharp": ((3.17, 2.67, 3.14), (3.99, 3.88, 4.87), (2.83, 1.89, 2.62)),
    "counter": ((2.02, 1.85, 2.27), (3.33, 3.08, 3.89), (1.94, 1.37, 2.11)),
    "veteran": ((1.60, 1.25, 1.72), (2.49, 1.94, 2.41), (1.34, 1.03, 1.38)),
}
WON = {
    "random": ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    "gambler": ((0.9, 2.7, 1.5), (0.0, 0.0, 0.0), (14.5, 49.7, 38.8)),
    "safe": ((0.0, 0.1, 0.0), (7.4, 22.2, 0.0), (1.5, 37.2, 0.0)),
    "even": ((21.6, 47.1, 25.3), (8.2, 26.0, 2.2), (2.5, 43.7, 12.6)),
    "sharp": ((22.9, 48.3, 25.4), (28.4, 37.7, 18.9), (32.3, 91.2, 41.9)),
    "counter": ((73.9, 84.1, 70.1), (56.1, 71.0, 44.7), (78.4, 97.7, 79.6)),
    "veteran": ((88.6, 96.2, 90.3), (90.4, 97.6, 96.6), (93.2, 99.7, 99.1)),
}
"""In percent."""

RANDOM_A4 = {
    "turns": 4.453,
    "points": 10.506,
    "on_map": 3.741,
    "tests": 14.285,
    "crits": 2.268,
    "fails": 6.683,
    "group_tests": 2.806,
    "explore": 84.987,
    "boost": 20.170,
    "support": 6.990,
    "loss": 5.636,
    "refresh_standard": 3.346,
    "emergency": 10.058,
    "lost_control": 11.213,
    "cards_read": 17.692,
}
EVEN_A2 = {
    "won": 0.216,
    "turns": 5.249,
    "points": 20.342,
    "returned": 3.185,
    "on_map": 5.249,
    "in_vortex": 15.517,
    "in_reserves": 8.049,
    "tests": 18.866,
    "successes": 6.232,
    "crits": 6.408,
    "fails": 6.227,
    "conflicts": 2.082,
    "group_tests": 3.064,
    "enter": 5.249,
    "explore": 4.560,
    "start": 18.866,
    "boost": 23.227,
    "support": 3.898,
    "loss": 6.227,
    "free_explores": 9.608,
    "refresh_standard": 2.368,
    "refresh_free": 1.757,
    "emergency": 0.817,
    "emergency_free": 0.243,
    "cards_read": 23.491,
}
"""`enter` and `start` are not in the sheet's list; they equal `turns` and `tests`."""

FAIL_CRITICAL_SUCCESS = {
    "A": {-3: (6, 0, 0), -2: (5, 1, 0), -1: (4, 1, 1), 0: (2, 2, 2), 1: (1, 1, 4), 2: (0, 1, 5), 3: (0, 0, 6)},
    "C": {-3: (6, 0, 0), -2: (5, 1, 0), -1: (4, 1, 1), 0: (3, 1, 2), 1: (1, 2, 3), 2: (0, 1, 5), 3: (0, 0, 6)},
}
"""In sixths, from a fresh pile, by margin: the sum before Fate − difficulty."""


class Comparison(NamedTuple):
    """A number of ours beside the sheet's."""

    what: str
    here: float
    there: float
    z: float


def cell_of(mission: str, policy: str, players: int, shift: int = 0, **options: object) -> Cell:
    """A cell by its labels."""
    grid = {"missions": [mission], "policies": [policy], "players": [players], "shift": [shift], "options": options}
    return GRID.cells(GRID.resolve(grid, "references"))[0]


def compared(what: str, rows: Rows, column: str, there: float, step: float) -> Comparison:
    """Our mean against one that another program took of 200,000 games and rounded to `step`."""
    values = rows[column].astype(np.float64)
    here, spread = float(values.mean()), float(values.std())
    if column == "won":
        spread = max(spread, (there * (1 - there)) ** 0.5)
    error = (spread**2 / len(values) + spread**2 / GAMES + step**2 / 12) ** 0.5
    return Comparison(f"{what} {column}", here, there, (here - there) / error)


def comparisons(mission: str, policy: str, players: int, rows: Rows) -> list[Comparison]:
    """Everything that the sheet says about one cell."""
    what, at = f"{mission} {policy} {players}", (ord(mission) - ord("A"), PLAYERS.index(players))
    found = [
        compared(what, rows, "returned", RETURNED[policy][at[0]][at[1]], 0.01),
        compared(what, rows, "won", WON[policy][at[0]][at[1]] / 100, 0.001),
    ]
    means = {("A", "random", 4): RANDOM_A4, ("A", "even", 2): EVEN_A2}.get((mission, policy, players), {})
    return found + [compared(what, rows, column, mean, 0.001) for column, mean in means.items()]
