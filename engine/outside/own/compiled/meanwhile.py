"""Kernels of game files are compiled by another process, while their games are played plainly. It does not give way to
those who play: they play many times faster as soon as it is done."""

import atexit
import os
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import parent_process
from time import sleep

from engine.kernel.compiling.parallel import CompilingElsewhere
from engine.outside.own.compiled.kernels import OwnKernel, is_wanted

PATIENCE = 3.0
"""Seconds before it begins: most runs are over by then, and need no kernel."""
_begun: set[OwnKernel] = set()


def compile_meanwhile(kernels: Sequence[OwnKernel], say: Callable[[str], None]) -> None:
    """Begin to compile those that are not compiled yet. A run that lasts is told why one cannot be."""
    if not is_wanted() or parent_process():
        return
    cold = [kernel for kernel in kernels if kernel not in _begun and not kernel.is_ready]
    if not cold:
        return
    _begun.update(cold)
    compiling = CompilingElsewhere([partial(_compile, kernel, say) for kernel in cold])
    compiling.__enter__()
    atexit.register(_give_up, compiling, os.getpid())


def _give_up(compiling: CompilingElsewhere, owner: int) -> None:
    if os.getpid() == owner:
        compiling.__exit__(None, None, None)


def _compile(kernel: OwnKernel, say: Callable[[str], None]) -> None:
    sleep(PATIENCE)
    if kernel.refusals:
        more = f" (and {len(kernel.refusals) - 1} more: fatecast check)" if len(kernel.refusals) > 1 else ""
        say(f"{kernel.where}: played in plain Python, which is slow: {kernel.refusals[0]}{more}")
        return
    kernel.compile()
