"""The results of an independent program, 200,000 games a cell, and how far ours may be from them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from engine.game.results import Rows

GAMES = 200_000
"""Of each cell of the independent program."""


class Cell(NamedTuple):
    """A cell of the independent program."""

    layout: str
    policy: str
    players: int = 1
    rogues: int = 4


class Compared(NamedTuple):
    """A mean of ours beside one of theirs."""

    cell: Cell
    column: str
    ours: float
    theirs: float
    z: float


WORTH = {
    "random": (2.13, 1.16, 1.21),
    "stargazer": (15.03, 13.37, 14.39),
    "prophet": (21.26, 18.59, 20.67),
    "greedy": (22.22, 20.17, 21.65),
    "planner": (28.94, 24.40, 29.41),
}
CORRUPTION = {
    "random": (3.08, 2.65, 3.14),
    "stargazer": (3.04, 4.18, 3.78),
    "prophet": (3.61, 4.44, 4.06),
    "greedy": (3.42, 4.54, 3.86),
    "planner": (5.39, 8.16, 5.91),
}
WON = {
    "random": (0.0, 0.0, 0.0),
    "stargazer": (0.9, 1.6, 0.4),
    "prophet": (47.1, 40.1, 40.7),
    "greedy": (57.9, 58.8, 50.9),
    "planner": (98.8, 93.3, 99.0),
}
"""In per cent."""
PROPHET_BY_PLAYERS = {1: 21.26, 2: 21.28, 3: 21.21, 4: 19.90}
PROPHET_BY_ROGUES = {2: 21.60, 4: 21.28, 6: 20.98, 8: 20.71}
"""With two players."""
RANDOM = {
    "turns": 22.875,
    "worth": 2.126,
    "tablets": 0.149,
    "worth_stars": 0.113,
    "worth_predict": 0.561,
    "worth_horoscope": 1.453,
    "change_plus": 1.734,
    "change_move": 1.753,
    "change_x": 2.708,
    "stars": 2.794,
    "predict": 3.425,
    "horoscope": 3.877,
    "staff": 3.077,
    "hire": 3.376,
    "idle_hours": 0.131,
    "lines": 11.149,
    "areas1": 0.104,
    "areas2": 0.004,
    "tier3": 0.548,
    "tier2": 0.453,
    "tier1": 0.541,
    "failed": 1.787,
    "open": 0.096,
    "strip_used": 8.564,
    "boxes_written": 5.024,
    "x_horoscope": 1.957,
    "x_funding": 3.317,
    "market_icons": 0.777,
    "corruption_cross": 0.089,
    "discarded": 1.470,
    "corruption": 3.083,
    "plus_spent": 5.836,
    "move_spent": 5.878,
    "mods_left": 0.775,
}
PROPHET = {
    "turns": 23.827,
    "worth_stars": 10.160,
    "worth_predict": 8.119,
    "worth_horoscope": 2.976,
    "stars": 7.824,
    "predict": 10.251,
    "horoscope": 4.350,
    "lines": 21.484,
    "areas1": 1.676,
    "areas2": 4.242,
    "tier3": 3.068,
    "tier2": 1.983,
    "tier1": 1.711,
    "failed": 3.372,
    "strip_used": 27.534,
    "boxes_written": 9.768,
    "corruption_cross": 1.722,
}


def expected() -> dict[Cell, list[tuple[str, float, int]]]:
    """For each cell: the columns, their means, and to how many digits they are given."""
    found: dict[Cell, list[tuple[str, float, int]]] = {}

    def add(cell: Cell, column: str, mean: float, digits: int) -> None:
        if all(column != other for other, _, _ in found.setdefault(cell, [])):
            found[cell].append((column, mean, digits))

    for column, mean in RANDOM.items():
        add(Cell("A", "random"), column, mean, 3)
    for column, mean in PROPHET.items():
        add(Cell("A", "prophet"), column, mean, 3)
    for policy in WORTH:
        for at, layout in enumerate("ABC"):
            add(Cell(layout, policy), "worth", WORTH[policy][at], 2)
            add(Cell(layout, policy), "corruption", CORRUPTION[policy][at], 2)
            add(Cell(layout, policy), "won", WON[policy][at] / 100, 3)
    for players, mean in PROPHET_BY_PLAYERS.items():
        add(Cell("A", "prophet", players), "worth", mean, 2)
    for rogues, mean in PROPHET_BY_ROGUES.items():
        add(Cell("A", "prophet", 2, rogues), "worth", mean, 2)
    return found


def compared(cell: Cell, rows: Rows, means: Sequence[tuple[str, float, int]]) -> Iterator[Compared]:
    """Our means beside theirs. Both have their noise, and theirs are rounded."""
    for column, theirs, digits in means:
        values = rows[column].astype(np.float64)
        noise = values.var() * (1 / len(values) + 1 / GAMES)
        rounding = 10.0 ** (-2 * digits) / 12
        # A rare event may not have happened at all: then one of them would.
        least = 1 / len(values) ** 2
        yield Compared(
            cell, column, values.mean(), theirs, (values.mean() - theirs) / (noise + rounding + least) ** 0.5
        )
