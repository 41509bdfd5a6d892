"""Several kernels are compiled side by side, by as many processes as there are cores.

What all kernels share, the rules, is compiled before the processes part. Then they take kernels from the two ends of
the list: neighbours on the ladder think alike, and what one process has compiled for one it has at hand for the next.
What the processes compile they find in the cache afterwards, and so does the process that asked.
"""

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import Any

from engine.game.cell import Cell
from engine.kernel.compiled import INTERPRETED
from engine.policy.compilable import plays_plainly
from engine.policy.kernel import mark_of
from engine.shipwreck.cells.play_cell import lay_out, make_ready


def compile_together(cells: Sequence[Cell], say: Callable[[str], None]) -> None:
    """Fill the cache for cells of different policies, if there is more than one to compile and more than one core.
    Whatever goes wrong in a process is left to who compiles the same again, and tells."""
    cold = [] if INTERPRETED or parent_process() else [cell for cell in cells if _is_cold(cell)]
    cores = os.cpu_count() or 1
    if len(cold) < 2 or cores < 2:
        return
    say(f"compiling {len(cold)} policies on all cores, once for this version; about a minute for the whole ladder …")
    _compile(cold.pop(0))
    context = get_context("fork")
    ends = context.Array("i", (0, len(cold)))
    workers = [
        context.Process(target=_compile_from, args=(cold, ends, worker % 2), daemon=True)
        for worker in range(min(cores, len(cold)))
    ]
    for process in workers:
        process.start()
    for process in workers:
        process.join()


def _is_cold(cell: Cell) -> bool:
    policy = lay_out(cell).policy
    return not plays_plainly(policy) and not mark_of(policy.__name__).exists()


def _compile_from(cells: Sequence[Cell], ends: Any, end: int) -> None:
    """Compile cells from one end of the list on (0 the first, 1 the last), until nothing is left between the ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever asked has the word
    while True:
        with ends.get_lock():
            if ends[0] >= ends[1]:
                return
            ends[end] += -1 if end else 1
            at = ends[end] - (0 if end else 1)
        _compile(cells[at])


def _compile(cell: Cell) -> None:
    with suppress(Exception):
        make_ready(cell, lambda line: None)
