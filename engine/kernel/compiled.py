"""The decorators of kernel functions.

`NUMBA_DISABLE_JIT=1` runs the same source as plain Python, with the same games, bit for bit.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba

from engine.kernel.code_cache import folder_for
from engine.kernel.compile_way import compiles_whole_programs

F = TypeVar("F", bound=Callable[..., object])

settings: Any = numba.config

INTERPRETED = bool(settings.DISABLE_JIT)
"""True when the engine runs as plain Python."""


_strangers: list[str] = []
"""The hash of the code from outside the engine that is being loaded, if any is."""


@contextmanager
def from_outside(digest: str) -> Iterator[None]:
    """Whatever is decorated within is not the engine's own code. Its machine code is kept in a folder named by the hash
    of its sources. It checks array bounds and divisors, because nobody has tested it."""
    _strangers.append(digest)
    try:
        yield
    finally:
        _strangers.pop()


def compiled(function: F) -> F:
    """Compile a kernel function at its first call and keep the machine code for the next start."""
    return _compile(function, inline=False)


def inlined(function: F) -> F:
    """The same for a small function that every turn calls: it becomes part of its caller, because handing over the
    state would cost more than the work itself."""
    return _compile(function, inline=True)


def _compile(function: F, inline: bool) -> F:
    if INTERPRETED:
        return function
    theirs = settings.CACHE_DIR
    code: Any = function
    folder = folder_for(function.__module__, code.__code__.co_filename)
    care: dict[str, Any] = {"error_model": "numpy"}
    if _strangers:
        folder, care = folder / _strangers[-1], {"error_model": "python", "boundscheck": True}
        folder.mkdir(exist_ok=True)
    settings.CACHE_DIR = str(folder)  # read by the decorator only: nobody else's functions move
    try:
        return cast(F, _dispatcher(function, {"forceinline": inline, **care}))
    finally:
        settings.CACHE_DIR = theirs


def _dispatcher(function: Callable[..., object], options: dict[str, Any]) -> object:
    if not compiles_whole_programs():
        return numba.njit(cache=True, **options)(function)
    from engine.kernel.whole_program import Part  # Numba's inside may be other than it expects

    return Part(function, options)
