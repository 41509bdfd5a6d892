"""How fast games are played here, measured by playing some.

Every cell plays a few games, for cells differ by a factor of a hundred; what a block costs beside its games is not in
it. Nothing is kept.
"""

from collections.abc import Sequence
from time import perf_counter

from engine.game.cell import Cell
from sim.experiment.experiment import Effective

BUDGET = 2.0
"""Seconds to spend on all cells together."""
FEW = 8
"""Games of the first batch; the next one is twice as large."""
MOST_CELLS = 64
"""Of a larger grid, so many cells are tried, evenly spread."""


def seconds_per_game(effective: Effective) -> list[float]:
    """For each cell, what a game takes one worker; of a large grid, what it takes in the cell tried nearest before."""
    count = len(effective.cells)
    step = -(-count // MOST_CELLS)
    tried = [_time(effective, effective.cells[at], BUDGET / min(count, MOST_CELLS)) for at in range(0, count, step)]
    return [tried[at // step] for at in range(count)]


def _time(effective: Effective, cell: Cell, budget: float) -> float:
    """The first batch makes the cell ready and is not counted."""
    game, seed = effective.game, effective.settings.seed
    game.simulate(cell, seed, 0, FEW)
    played, size, took = 0, FEW, 0.0
    while took < budget:
        began = perf_counter()
        game.simulate(cell, seed, played, played + size)
        took += perf_counter() - began
        played, size = played + size, 2 * size
    return took / played


def costly_axis(cells: Sequence[Cell], seconds: Sequence[float]) -> dict[str, float]:
    """The axis along which games differ most in what they take: the mean for each of its values, slowest first. Empty
    if there is none that matters."""
    best: dict[str, float] = {}
    ratio = 2.0
    for axis in cells[0].labels:
        groups: dict[str, list[float]] = {}
        for cell, took in zip(cells, seconds, strict=True):
            groups.setdefault(f"{axis} {cell.labels[axis]}", []).append(took)
        means = {name: sum(each) / len(each) for name, each in groups.items()}
        if max(means.values()) / min(means.values()) > ratio:
            best, ratio = means, max(means.values()) / min(means.values())
    return dict(sorted(best.items(), key=lambda each: -each[1]))


def duration(seconds: float) -> str:
    """`40 s`, `3 min`, `2.5 h`, `4 days`: as rough as the estimate is."""
    for size, unit in ((86_400.0, "days"), (3_600.0, "h"), (60.0, "min")):
        if seconds >= 1.5 * size:
            return f"{seconds / size:.2g} {unit}"
    return f"{seconds:.0f} s" if seconds >= 1 else "less than a second"
