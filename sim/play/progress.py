"""The progress bar: games played, the estimate for the current cell, the time left. Hidden without a terminal."""

import sys
from types import TracebackType
from typing import Self

from tqdm import tqdm

from engine.game.cell import Cell
from sim.play.block_plan import BlockPlan
from sim.runs.block import Block
from sim.statistics.intervals import wilson


class ProgressBar:
    """A tqdm bar over games."""

    def __init__(self, plan: BlockPlan, cells: list[Cell], shown: bool | None) -> None:
        arrived = sum(cell.arrived for cell in plan.cells)
        self._plan = plan
        self._cells = cells
        self._bar = tqdm(
            total=arrived + plan.remaining(),
            initial=arrived,
            unit=" games",
            unit_scale=True,
            dynamic_ncols=True,
            disable=not (sys.stderr.isatty() if shown is None else shown),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.close()

    def moved(self, block: Block) -> None:
        """Show that a block has arrived."""
        if self._bar.disable:
            return
        so_far = self._plan.cells[block.cell].so_far
        if so_far.games:
            low, high = wilson(so_far.wins, so_far.games)
            estimate = f"{so_far.wins / so_far.games:.1%} ±{(high - low) / 2:.1%}"
            self._bar.set_postfix_str(f"{self._cells[block.cell].name} {estimate}", refresh=False)
        self._bar.total = self._bar.n + (block.last - block.first) + self._plan.remaining()
        self._bar.update(block.last - block.first)
