"""How far a command has come: a bar on a terminal; elsewhere a line now and then, so that nobody has to guess whether
it still lives.

Lines are for the command line only: a script that imports fatecast gets none. They come after ten seconds, then each
time when half as long again has passed as until the last one, so that a whole day of work prints some dozens.
"""

import sys
from collections.abc import Callable, Sequence
from threading import RLock
from time import monotonic
from types import TracebackType
from typing import Any, Self

from tqdm import tqdm
from tqdm.utils import disp_len, disp_trim

from engine.game.cell import Cell
from engine.game.outcomes import Share
from engine.language.current import said, word
from sim.errors import Cancelled
from sim.play.block_plan import BlockPlan
from sim.play.logs import LOGGER, Console, is_quiet
from sim.play.options import PlayOptions
from sim.runs.block import Block
from sim.runs.summary import estimated
from sim.runs.tally import Tally
from sim.text.escapes import visible
from sim.text.number_format import brief_number, plain_percent, whole

FIRST_LINE, GROWTH, LONGEST_SILENCE = 10.0, 1.5, 1800.0
"""Seconds until the first line, how much longer until each further one, and at most between two."""
SHORTEST_BAR = 10
"""Characters that the bar itself gets, whatever else there is to say."""
WIDTH_UNKNOWN = 79


class FittingBar(tqdm):  # type: ignore[type-arg]
    """A bar that is never longer than the terminal: what has no room beside it is left out, the least important
    first."""

    @staticmethod
    def format_meter(n: float, total: float, elapsed: float, ncols: int | None = None, **more: Any) -> str:  # type: ignore[override]
        """The line, in this many columns."""
        width, done = ncols or WIDTH_UNKNOWN, min(max(n / total if total else 1.0, 0.0), 1.0)
        size = tqdm.format_sizeof if more.get("unit_scale") else "{:g}".format
        left = time_left(n - more.get("initial", 0), total - n, elapsed)
        parts = {
            "percent": f"{done:4.0%} ",
            "count": f" {size(n)}/{size(total)}{more.get('unit', '')}",
            "left": ", " + said("{time} left", time=left) if left else "",
            "what": more.get("prefix") or "",
            "note": f", {more['postfix']}" if more.get("postfix") else "",
        }
        used = 0
        for name, part in parts.items():
            if used + disp_len(part) > width - SHORTEST_BAR:
                parts[name] = ""
            used += disp_len(parts[name])
        length = max(1, width - used)
        bar = ("#" if more.get("ascii") else "█") * round(done * length)
        line = f"{parts['what']}{parts['percent']}{bar:<{length}}{parts['count']}{parts['left']}{parts['note']}"
        return str(disp_trim(line, width))


tqdm.set_lock(RLock())  # else tqdm makes one for processes, which an interrupt may leave half made


class Progress:
    """What a command does, stage after stage, and how far it is with each."""

    def __init__(
        self,
        shown: bool | None = None,
        unit: str = "games",
        keeps: bool = False,
        is_cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        is_command = any(isinstance(handler, Console) for handler in LOGGER.handlers)
        terminal, heard = bool(sys.stderr and sys.stderr.isatty()), not is_quiet()
        self._draws = terminal and heard if shown is None else shown and sys.stderr is not None
        self._speaks = is_command and heard and not terminal and shown is None
        self._unit, self._keeps, self._is_cancelled = unit, keeps, is_cancelled
        self._bar: FittingBar | None = None
        self._what, self._done, self._total, self._first = "", 0, 0, 0
        self._began = self._stage_began = monotonic()
        self._next_line = FIRST_LINE

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Take the bar away, or leave it where it stands at the end of a run."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def begin(self, total: int, what: str = "", done: int = 0) -> None:
        """Begin a stage with so much to do, of which a part may be done already."""
        self.close()
        self._what, self._done, self._total, self._first = what, done, total, done
        self._stage_began = monotonic()
        if self._draws and total:
            self._bar = FittingBar(
                total=total,
                initial=done,
                desc=visible(what) or None,
                unit=f" {unit_word(self._unit)}",
                unit_scale=self._unit == "games",
                dynamic_ncols=True,
                leave=self._keeps,
            )

    def advance(self, more: int, note: str = "", left: int | None = None) -> None:
        """So much more is done; `left` says how much is still to do, where that has changed."""
        self._done += more
        if left is not None:
            self._total = self._done + left
        if self._bar is not None:
            self._bar.total = self._total
            if note:
                self._bar.set_postfix_str(visible(note), refresh=False)
            self._bar.update(more)
        self.tick()

    def reached(self, done: int, of: int) -> None:
        """So much of a stage is done; less than before begins another one."""
        if done < self._done or not self._total:
            self.begin(of)
        self.advance(done - self._done)

    def tick(self) -> None:
        """Show that the command lives, even if nothing has arrived for a while; Cancelled if it should not."""
        if self._is_cancelled():
            raise Cancelled
        if self._bar is not None:
            self._bar.refresh()
        passed = monotonic() - self._began
        if not self._speaks or passed < self._next_line:
            return
        self._next_line = min(passed * GROWTH, passed + LONGEST_SILENCE)
        print(f"fatecast: {self._line()}", file=sys.stderr, flush=True)

    def _line(self) -> str:
        what = f"{visible(self._what)}: " if self._what else ""
        if not self._total:
            return what + said("at work for {time}", time=tqdm.format_interval(monotonic() - self._began))
        left = time_left(self._done - self._first, self._total - self._done, monotonic() - self._stage_began)
        so_far = said(
            "{done} of {total} {unit}", done=whole(self._done), total=whole(self._total), unit=unit_word(self._unit)
        )
        return what + ", ".join([so_far, *([said("about {time} left", time=left)] if left else [])])


class RunProgress(Progress):
    """The progress of a run: games played, and the estimate for the cell that the last ones belong to."""

    def __init__(self, plan: BlockPlan, cells: Sequence[Cell], options: PlayOptions) -> None:
        super().__init__(options.progress, keeps=True, is_cancelled=options.is_cancelled)
        self._plan, self._cells = plan, cells
        arrived = sum(cell.arrived for cell in plan.cells)
        self.begin(arrived + plan.remaining(), done=arrived)

    def moved(self, block: Block) -> None:
        """Show that a block has arrived."""
        so_far = self._plan.cells[block.cell].so_far
        shows_note = self._bar is not None and so_far.games
        note = f"{self._cells[block.cell].name} {self._estimate(so_far)}" if shows_note else ""
        self.advance(block.last - block.first, note, self._plan.remaining())

    def _estimate(self, so_far: Tally) -> str:
        """`61.2% ±0.3%`, `9.69 ±0.04 turns`"""
        found = estimated(self._plan.outcome, so_far)
        if found.value is None:
            return ""
        if isinstance(self._plan.outcome, Share):
            return f"{plain_percent(found.value)} ±{plain_percent(found.half_width)}"
        value, half = brief_number(found.value, 4), brief_number(found.half_width, 2)
        return f"{value} ±{half} {word(self._plan.outcome.unit)}"


def unit_word(unit: str) -> str:
    """What is counted, as a person reads it."""
    known = {"games": said("games"), "cells": said("cells"), "blocks": said("blocks"), "questions": said("questions")}
    return known.get(unit, unit)


def time_left(done: float, left: float, seconds: float) -> str:
    """`02:31`, if so much took these seconds; empty if nothing is done yet."""
    return str(tqdm.format_interval(seconds * left / done)) if done > 0 else ""
