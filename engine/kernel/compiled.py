"""The decorators of kernel functions.

`NUMBA_DISABLE_JIT=1` runs the same source as plain Python, with the same games, bit for bit.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, update_wrapper
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

from engine.kernel.numba_inside.settings_files import load_numba

F = TypeVar("F", bound=Callable[..., object])

SWITCH = "NUMBA_DISABLE_JIT"


def _is_interpreted() -> bool:
    """What Numba makes of its switch; Numba is not loaded to be asked."""
    if "numba" in sys.modules:
        return bool(sys.modules["numba"].config.DISABLE_JIT)
    try:
        return bool(int(os.environ.get(SWITCH) or 0))
    except ValueError:
        return False


INTERPRETED = _is_interpreted()
"""True when the engine runs as plain Python."""


TESTED = "INDICES_ARE_TESTED"
"""A game whose package says so has kernels that are tested to use no array index below 0 and to give no record to a
function twice. Its machine code takes both for granted, which makes it faster."""

_strangers: list[str] = []
"""The hash of the code from outside the engine that is being loaded, if any is."""

_one_at_a_time = RLock()
"""A cache folder is Numba's own setting while a function is handed to it."""


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
    return function if INTERPRETED else cast(F, Kernel(function, inline, _strangers[-1] if _strangers else ""))


class Kernel:
    """A kernel function that nobody has called yet. Numba takes half a second to load, and most verbs play nothing: it
    is loaded, and told of the function, when the function is called, or compiled into another one."""

    def __init__(self, function: Callable[..., Any], inline: bool, stranger: str) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self._inline = inline
        self._stranger = stranger

    def __call__(self, *args: Any) -> Any:
        return self.dispatcher(*args)

    @property
    def _numba_type_(self) -> Any:
        """Numba asks this of an object that a function refers to by its name."""
        return self.dispatcher._numba_type_

    @cached_property
    def dispatcher(self) -> Any:
        """What Numba compiles and calls."""
        from engine.kernel.code_cache import folder_for

        settings: Any = load_numba().config
        code: Any = self.py_func
        folder = folder_for(self.py_func.__module__, code.__code__.co_filename)
        care: dict[str, Any] = {"error_model": "numpy"}
        if self._stranger:
            folder, care = folder / self._stranger, {"error_model": "python", "boundscheck": True}
            folder.mkdir(exist_ok=True)
        elif getattr(sys.modules.get(f"engine.{folder.name.partition('-')[0]}"), TESTED, False):
            code.counts_from_the_start = True
        with _one_at_a_time, _cached_in(settings, folder):
            return _dispatcher(self.py_func, {"forceinline": self._inline, **care})


@contextmanager
def _cached_in(settings: Any, folder: Path) -> Iterator[None]:
    """Machine code of functions that are handed to Numba within is kept in this folder; nobody else's moves."""
    theirs = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = theirs


def _dispatcher(function: Callable[..., object], options: dict[str, Any]) -> object:
    from engine.kernel.compile_way import compiles_whole_programs

    if not compiles_whole_programs():
        return load_numba().njit(cache=True, **options)(function)
    from engine.kernel.numba_inside.whole_program import Part  # Numba's inside may be other than it expects

    return Part(function, options)
