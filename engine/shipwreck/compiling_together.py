"""Several kernels are compiled side by side, one process each, as many at once as there are cores.

A kernel takes a minute to compile and Numba keeps one core busy with it. What the processes compile they find in the
cache afterwards, and so does the process that asked.
"""

import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess

from engine.compiled import INTERPRETED
from engine.game import Cell
from engine.shipwreck.compiling import plays_plainly
from engine.shipwreck.playing import lay_out, make_ready
from engine.shipwreck.seating import mark_of


def compile_together(cells: Sequence[Cell], say: Callable[[str], None]) -> None:
    """Fill the cache for cells of different policies, if there is more than one to compile and more than one core.
    Whatever goes wrong in a process is left to who compiles the same again, and tells."""
    cold = [] if INTERPRETED or parent_process() else [cell for cell in cells if _is_cold(cell)]
    if len(cold) < 2 or (os.cpu_count() or 1) < 2:
        return
    say(f"compiling {len(cold)} policies, once for this version; about a minute for each, on all cores …")
    queue = [get_context("fork").Process(target=_compile, args=(cell,), daemon=True) for cell in reversed(cold)]
    running: list[ForkProcess] = []
    while queue or running:
        while queue and len(running) < (os.cpu_count() or 1):
            running.append(queue.pop(0))
            running[-1].start()
        wait([process.sentinel for process in running])
        running = [process for process in running if process.is_alive()]


def _is_cold(cell: Cell) -> bool:
    policy = lay_out(cell).policy
    return not plays_plainly(policy) and not mark_of(policy.__name__).exists()


def _compile(cell: Cell) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever asked has the word
    with suppress(Exception):
        make_ready(cell, lambda line: None)
