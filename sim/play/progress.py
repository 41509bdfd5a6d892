"""The progress bar: games played, the estimate for the current cell, the time left. Hidden without a terminal."""

import sys
from types import TracebackType
from typing import Self

from tqdm import tqdm

from engine.game.cell import Cell
from engine.game.outcomes import Share
from sim.play.block_plan import BlockPlan
from sim.runs.block import Block
from sim.runs.summary import estimated
from sim.runs.tally import Tally


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
            self._bar.set_postfix_str(f"{self._cells[block.cell].name} {self._estimate(so_far)}", refresh=False)
        self._bar.total = self._bar.n + (block.last - block.first) + self._plan.remaining()
        self._bar.update(block.last - block.first)

    def _estimate(self, so_far: Tally) -> str:
        """`61.2% ±0.3%`, `9.69 ±0.04 turns`"""
        found = estimated(self._plan.outcome, so_far)
        if found.value is None:
            return ""
        if isinstance(self._plan.outcome, Share):
            return f"{found.value:.1%} ±{found.half_width:.1%}"
        return f"{found.value:.4g} ±{found.half_width:.2g} {self._plan.outcome.unit}"
