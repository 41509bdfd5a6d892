"""Stakes that are fair: every seat gets as much on average, whoever plays. NumPy draws them.

Policies change what happens, and nothing on average. `edge` makes a difference of a known size.
"""

import numpy as np

from engine.game.cell import Cell, Json
from engine.game.results import Batch
from engine.game.seats import FIELD, FOCUS
from tests.support.contest import DEFAULTS
from tests.support.dice_race import known_keys, rolls
from tests.support.stakes import OFFSET, SCALE, Market

ADDRESS = "tests.null_pages.games.even_stakes:GAME"
POLICIES = ("calm", "keen")


class EvenStakes(Market):
    name = "even_stakes"

    def resolve(self, grid, source: str) -> Json:
        return known_keys({**DEFAULTS, "options": {}}, grid, source)

    def cells(self, grid: Json) -> list[Cell]:
        return [Cell(cell.labels, {**cell.spec, "edge": grid["options"].get("edge", 0.0)}) for cell in super().cells(grid)]

    def simulate(self, cell: Cell, seed: int, first: int, last: int) -> Batch:
        who = [POLICIES.index(cell.spec[key]) for key in (FOCUS, FIELD) if key in cell.spec]
        field = who[-1] if who else POLICIES.index(cell.spec["policy"])
        worth = [SCALE * each for each in self.drawn(cell, seed + 1_000 * field, first, last)]
        rows = np.zeros(last - first, [(column.name, column.dtype) for column in self.columns])
        for seat, each in enumerate(worth, 1):
            rows[f"return{seat}"] = each - OFFSET
        rows["total"] = sum(worth) - 3 * OFFSET
        rows["turns"] = 3 + rolls(5, seed + 1_000 * field + 1, first, last, 1)[:, 0]
        if who:
            mine = SCALE * self.drawn(cell, seed + 1_000 * who[0], first, last)[0]
            rows["focus_return"], rows["focus_gain"] = mine - OFFSET, mine - worth[0] - OFFSET
        return Batch(rows, np.zeros((0, 0), np.int64), {})

    def drawn(self, cell: Cell, seed: int, first: int, last: int):
        """What each seat gets: 0 to 3 gold, and sometimes one more for being the first."""
        fine = 1_000_000
        found = rolls(fine, seed, first, last, 4).astype(np.int64) - 1
        worth = [found[:, seat] % 4 for seat in range(3)]
        worth[0] = worth[0] + (found[:, 3] < cell.spec["edge"] * fine)
        return worth


GAME = EvenStakes()
