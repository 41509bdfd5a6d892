"""How long compiling will take, before it begins.

The time of the front end grows with the number of functions that the kernels need together, the time of the back end
with the number that each needs by itself. How long one function takes was measured on one machine. A short calculation,
timed there and here, tells how this machine compares. Where other programs want the cores, too, it takes longer.
"""

import os
from collections.abc import Collection, Sequence
from functools import cache
from time import thread_time
from typing import Any

from engine.kernel.compiled import Kernel
from engine.language.current import said

FRONT_END, BACK_END = 0.05, 0.025
"""Seconds for a function, on the machine where `_calculate` took `THERE` seconds."""
THERE = 0.0051
START = 2.5
"""Seconds that Numba needs there before it compiles anything."""


def functions_behind(entry: Any) -> set[Kernel]:
    """A kernel function, and all that it can call, directly or not: those whose names it uses."""
    found: set[Kernel] = set()
    waiting = [entry]
    while waiting:
        function = waiting.pop()
        if isinstance(function, Kernel) and function not in found:
            found.add(function)
            code: Any = function.py_func
            waiting += [code.__globals__[name] for name in code.__code__.co_names if name in code.__globals__]
    return found


def expected_seconds(kernels: Sequence[Collection[Kernel]]) -> float:
    """For the kernels that need these functions. While the front end works on a kernel, others are linked."""
    if not kernels:
        return 0.0
    front_end = START + FRONT_END * len(set().union(*kernels))
    back_ends = [BACK_END * len(kernel) for kernel in kernels]
    shared = (front_end + sum(back_ends)) / _cores()
    return max(front_end + back_ends[-1], shared) * _slowness() * _crowd()


def about(seconds: float) -> str:
    """A rough number of seconds, in words: an estimate knows no more."""
    if seconds < 90:
        return said("about {number} s", number=max(1, round(seconds)) if seconds < 10 else 5 * round(seconds / 5))
    return said("about {number} min", number=round(seconds / 60))


@cache
def _slowness() -> float:
    """How many times as long this machine computes, however many others use it; the best of a few tries."""
    return min(_calculate() for _ in range(5)) / THERE


def _calculate() -> float:
    """The seconds that a core computes what is like a compiler's work: small objects, names and calls."""
    began = thread_time()
    table: dict[str, tuple[int, str]] = {}
    for number in range(8_000):
        name = f"name{number % 499}"
        table[name] = (number, table.get(name, (0, ""))[1][-8:] + name)
    return thread_time() - began


def _crowd() -> float:
    """How many times as long it takes because of others, who want as many cores as the last minute's load says."""
    return max(1.0, (os.getloadavg()[0] + min(2, _cores())) / _cores())


def _cores() -> int:
    return os.cpu_count() or 1
