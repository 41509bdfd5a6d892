"""Several kernels are compiled side by side, by as many processes as there are cores.

What all kernels share, the rules, is compiled before the processes part. Then they take kernels from the two ends of
the list: neighbours are alike, and what a process has compiled for one it has at hand for the next. What the processes
compile they leave in the cache, where the process that asked finds it.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import Any

from engine.kernel.compiled import INTERPRETED
from engine.kernel.orphans import default_signals, ended_with_us

Job = Callable[[], object]
"""Compiles one kernel."""


def compile_together(jobs: Sequence[Job], say: Callable[[str], None]) -> None:
    """Fill the cache with several kernels, if there is more than one core. If a job fails here, nothing is said:
    whoever needs the kernel compiles it again, and tells."""
    waiting = [] if INTERPRETED or parent_process() else list(jobs)
    cores = os.cpu_count() or 1
    if len(waiting) < 2 or cores < 2:
        return
    say(f"compiling {len(waiting)} policies on all cores, once for this version; about a minute for all of them …")
    _try(waiting.pop(0))
    context = get_context("fork")
    ends = context.Array("i", (0, len(waiting)))
    workers = [
        context.Process(target=_take_from, args=(waiting, ends, worker % 2), daemon=True)
        for worker in range(min(cores, len(waiting)))
    ]
    for process in workers:
        process.start()
    with ended_with_us(lambda: [process.pid or 0 for process in workers]):
        for process in workers:
            process.join()


def _take_from(jobs: Sequence[Job], ends: Any, end: int) -> None:
    """Do jobs from one end of the list on (0 the first, 1 the last), until nothing is left between the ends."""
    default_signals()
    while True:
        with ends.get_lock():
            if ends[0] >= ends[1]:
                return
            ends[end] += -1 if end else 1
            at = ends[end] - (0 if end else 1)
        _try(jobs[at])


def _try(job: Job) -> None:
    with suppress(Exception):
        job()
