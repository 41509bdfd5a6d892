"""Several kernels are compiled into the cache by other processes, side by side.

Compiling a kernel has two halves. The front end turns Python functions into parts, and kernels share most of their
parts. The back end links, optimises and translates the parts of one kernel. So one process runs the front end for all
kernels, one after another, and needs each part once. Where a kernel is ready to be linked, it forks a child, which does
the rest while the front end goes on with the next kernel.

Kernels that are not compiled as whole programs (`compile_way`) have no such point. A child compiles each of them.
"""

import gc
import os
from collections.abc import Callable, MutableSequence, Sequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from time import monotonic
from types import TracebackType
from typing import Any, Self

from engine.kernel.compile_way import compiles_whole_programs
from engine.kernel.compiled import INTERPRETED
from engine.kernel.compiling.estimate import about
from engine.kernel.orphans import default_signals, ended_with_us, kill, signals_held
from engine.kernel.processes.shared_numbers import WHOLE, shared
from engine.kernel.processes.signs_of_life import Stillness, signs_of
from engine.language.current import said

TELL_SECONDS = 15.0
"""How often to say what is left."""

LOOK_SECONDS = 0.5
STILL_SECONDS = 10.0
"""How often to look whether those who compile compute, and for how long they may do nothing: then they were stopped."""

GIVE_WAY = 3
"""How much nicer than the front end its children are."""

SELDOM = (50_000, 20, 100)
"""When Python looks for garbage in the front end. As often as usual would take a seventh of its time."""

_at_work: list["CompilingElsewhere"] = []

Job = Callable[[], object]
"""Compiles one kernel and leaves it in the cache. If it fails here, nothing is said: whoever needs the kernel compiles
it again, and tells."""


def compiles_elsewhere() -> bool:
    """Whether other processes may compile for this one: there is a core for them, and we are not a worker ourselves."""
    return not INTERPRETED and not parent_process() and (os.cpu_count() or 1) > 1


class CompilingElsewhere:
    """Meanwhile, other processes do these jobs, in this order."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._over, self._children = shared(WHOLE, len(jobs)), shared(WHOLE, len(jobs))
        self._front_end: Any = get_context("fork").Process(
            target=_run_front_end, args=(jobs, self._children, self._over)
        )
        self._watched = ended_with_us(lambda: self.processes)

    def is_over(self, job: int) -> bool:
        """Whether the job of this number is done, or has failed."""
        return bool(self._over[job]) or not self._front_end.is_alive()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all jobs are over, or so many seconds. Tells whether they are over."""
        self._front_end.join(seconds)
        return not self._front_end.is_alive()

    def __enter__(self) -> Self:
        try:
            with signals_held():
                self._front_end.start()
            self._watched.__enter__()
        except BaseException:  # Ctrl-C: then nobody else ends it
            kill(self.processes)
            raise
        _at_work.append(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Give up what is not done yet."""
        _at_work.remove(self)
        if self._front_end.is_alive():
            kill(self.processes)
        self._front_end.join()
        self._watched.__exit__(kind, error, at)

    @property
    def processes(self) -> list[int]:
        """The front end, and those of its children that are at work."""
        return [each for each in (self._front_end.pid or 0, *self._children) if each]


def compilers() -> list[int]:
    """The processes that compile for this one."""
    return [process for each in _at_work if not each.wait(0) for process in each.processes]


def compile_together(jobs: Sequence[Job], say: Callable[[str], None]) -> None:
    """Do several jobs in other processes, if there are cores for them, and wait. Says now and then what is left."""
    if len(jobs) < 2 or not compiles_elsewhere():
        return
    began = monotonic()
    with CompilingElsewhere(jobs) as compiling:
        still, told = Stillness(), began
        while not compiling.wait(LOOK_SECONDS):
            if still.look(signs_of(compiling.processes), LOOK_SECONDS) > STILL_SECONDS:
                return  # whoever needs a kernel compiles it
            if monotonic() - told < TELL_SECONDS:
                continue
            told = monotonic()
            done = sum(compiling.is_over(number) for number in range(len(jobs)))
            if done:
                left = (monotonic() - began) / done * (len(jobs) - done)
                say(said("compiled {done} of {jobs}, {time} left", done=done, jobs=len(jobs), time=about(left)))


class _GoesOn(BaseException):
    """This process is done with a job, because a child goes on with it. Nobody on the way should catch this."""

    def __init__(self, child: int) -> None:
        self.child = child


def _run_front_end(jobs: Sequence[Job], children: MutableSequence[int], over: MutableSequence[int]) -> None:
    """Begin each job and leave the rest of it to a child. At most as many children as there are cores."""
    default_signals()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    us = os.getpid()
    begun: dict[int, int] = {}

    def wait_for_a_child() -> None:
        child, _ = os.waitpid(-1, 0)
        number = begun.pop(child)
        children[number], over[number] = 0, 1  # even if it was killed

    for number, job in enumerate(jobs):
        while len(begun) >= (os.cpu_count() or 1):
            wait_for_a_child()
        try:
            _begin(job)
            over[number] = 1
        except _GoesOn as parted:
            children[number] = parted.child
            begun[parted.child] = number
        if os.getpid() != us:
            os._exit(0)
    while begun:
        wait_for_a_child()


def _begin(job: Job) -> None:
    """Do a job; a child takes over as soon as nothing is to be gained for the jobs that follow."""
    if not compiles_whole_programs():
        fork_here()
        _try(job)
        return
    from engine.kernel.numba_inside.whole_program import at_the_link  # Numba's inside may be other than it expects

    at_the_link.append(fork_here)
    try:
        _try(job)
    finally:
        at_the_link.clear()


def fork_here() -> None:
    """The child goes on from here; the parent leaves the job. All later kernels wait for the parent, so the child gives
    way: two children together get as much time as the parent."""
    child = os.fork()
    if child:
        raise _GoesOn(child)
    os.nice(GIVE_WAY)


def _try(job: Job) -> None:
    with suppress(Exception):
        job()
