"""The decorators of the kernel, and where its machine code is kept between starts.

Numba notices a changed function, but not a changed helper that lives in another file: it would go on running
the old machine code and give wrong numbers without a word. So the cache folder carries a hash of every source
of the engine and of the compilers' versions; a changed source looks into an empty folder.

`NUMBA_DISABLE_JIT=1` runs the same source as plain Python, with the same games, bit for bit.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np

from engine.kernel.whole_program import Part

F = TypeVar("F", bound=Callable[..., object])

settings: Any = numba.config

INTERPRETED = bool(settings.DISABLE_JIT)
"""True when the engine runs as plain Python."""


@cache
def sources_digest() -> str:
    """Names the machine code: any change of the engine or its compilers gives another name."""
    digest = sha256()
    root = Path(__file__).parents[1]
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    digest.update(f"{numba.__version__} {np.__version__} {llvmlite.__version__}".encode())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Where machine code and generated modules live; `FATECAST_CACHE` moves it."""
    chosen = os.environ.get("FATECAST_CACHE")
    home = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fatecast"
    for root in (home, Path(tempfile.gettempdir()) / f"fatecast-{os.getuid()}"):
        folder = root / sources_digest()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="fatecast-"))


_strangers: list[str] = []
"""The hash of the code from outside the engine that is being loaded, if any is."""


@contextmanager
def from_outside(digest: str) -> Iterator[None]:
    """Whatever is decorated within is not the engine's own code: its machine code is kept in a folder named by the
    hash of its sources, and it looks where it reads and writes and what it divides by, for nobody has tested it."""
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
    care: dict[str, Any]
    folder, care = cache_folder(), {"error_model": "numpy"}
    if _strangers:
        folder, care = folder / _strangers[-1], {"error_model": "python", "boundscheck": True}
        folder.mkdir(exist_ok=True)
    settings.CACHE_DIR = str(folder)  # read by the decorator only: nobody else's functions move
    try:
        return cast(F, Part(function, {"forceinline": inline, **care}))
    finally:
        settings.CACHE_DIR = theirs
