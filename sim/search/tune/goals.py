"""Win rates to reach, in words: "doom 2: 80 ± 1 %; doom 6: at most 40 %".

Statements are separated by semicolons or lines. Each names cells, as an intent does, and a range for the mean of their
win rates. To set a goal for each cell, write a statement for each cell.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import BadInput
from sim.experiment.cell_selectors import EVERYWHERE, cells_named, example_cells
from sim.experiment.labels import Labels
from sim.experiment.values import NUMBER

SHAPES = "'80 ± 1 %', '79 to 81 %', 'at least 75 %' or 'at most 40 %'"
AROUND = re.compile(rf"{NUMBER} ?(?:±|\+-|\+/-) ?{NUMBER} ?%?")
FROM_TO = re.compile(rf"{NUMBER} ?%? to {NUMBER} ?%?")
BOUND = re.compile(rf"at (least|most) {NUMBER} ?%?")


class Goal(NamedTuple):
    """Where the mean win rate of some cells should lie; 0 and 1 are open ends."""

    text: str
    low: float
    high: float
    cells: tuple[int, ...]

    @property
    def precision(self) -> float:
        """How far the rate may be from the middle; one point if an end is open."""
        return 0.01 if self.low <= 0 or self.high >= 1 else (self.high - self.low) / 2

    @property
    def aim(self) -> float:
        """The middle of the range, or the bound."""
        return self.high if self.low <= 0 else self.low if self.high >= 1 else (self.low + self.high) / 2


def read_goals(text: str, cells: Sequence[Labels], rungs: str, source: str) -> list[Goal]:
    """All goals. The cells of one goal must be of one rung: a mean over different players says little."""
    goals: list[Goal] = []
    example = f"{example_cells(cells)}: 80 ± 1 %"
    for statement in (" ".join(part.split()) for line in text.splitlines() for part in line.split(";")):
        if not statement:
            continue
        where, colon, what = (part.strip() for part in statement.rpartition(":"))
        said = f"{source}: {statement!r}"
        if not colon or not where:
            raise BadInput(
                f"{said}: expected cells, a colon and a win rate, such as '{example_cells(cells)}: 80 ± 1 %'"
            )
        low, high = _range(what, said)
        found = range(len(cells)) if EVERYWHERE.fullmatch(where) else cells_named(where, cells, source)
        players = list(dict.fromkeys(str(cells[at].get(rungs, "")) for at in found))
        if len(players) > 1:
            raise BadInput(f"{said}: names cells of {rungs} {' and '.join(players)}, expected those of one")
        goals.append(Goal(statement, low, high, tuple(found)))
    if not goals:
        raise BadInput(f"{source}: expected cells and a win rate, such as {example!r}")
    _check_agreement(goals, source)
    return goals


def _range(what: str, source: str) -> tuple[float, float]:
    if found := AROUND.fullmatch(what):
        middle, reach = float(found[1]), float(found[2])
        low, high = middle - reach, middle + reach
    elif found := FROM_TO.fullmatch(what):
        low, high = float(found[1]), float(found[2])
    elif found := BOUND.fullmatch(what):
        low, high = (float(found[2]), 100.0) if found[1] == "least" else (0.0, float(found[2]))
    else:
        raise BadInput(f"{source}: expected {SHAPES}")
    if low >= high or low >= 100 or high <= 0 or high - low >= 100:
        raise BadInput(f"{source}: expected a range of win rates within 0 to 100 %")
    return max(low, 0.0) / 100, min(high, 100.0) / 100


def _check_agreement(goals: Sequence[Goal], source: str) -> None:
    for at, goal in enumerate(goals):
        for other in goals[:at]:
            if other.cells == goal.cells and (goal.low > other.high or goal.high < other.low):
                raise BadInput(f"{source}: {goal.text!r} contradicts {other.text!r}")
