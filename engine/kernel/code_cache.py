"""Where machine code and generated modules are kept between starts.

Numba notices a changed function, but not a changed helper in another file: it would go on running the old machine code
and give wrong numbers without a word. So the cache folder is named by a hash of everything the machine code depends on.
A changed source looks into an empty folder.

Each game has a folder of its own. Its hash covers the modules with kernel functions, in the shared part of the engine
and in the game's folder, and every module these import. So work on one game does not recompile another, and a change of
a module that no kernel imports recompiles nothing.
"""

import importlib.util
import os
import sys
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import llvmlite
import numba
import numpy as np

from engine.kernel.compile_way import compiles_whole_programs
from engine.kernel.sources import digest_of, game_of, kernel_sources, sources_of


@cache
def machine_code_digest(game: str) -> str:
    """Of the sources that machine code depends on, of the compiler's versions and of the way it is used."""
    way = "whole" if compiles_whole_programs() else "plain"
    versions = f"{numba.__version__} {np.__version__} {llvmlite.__version__}"
    return digest_of(kernel_sources(sources_of(game)), f"{way} {versions}")


@cache
def cache_folder(game: str) -> Path:
    """Where the machine code and the generated modules of a game live; `FATECAST_CACHE` moves it."""
    chosen = os.environ.get("FATECAST_CACHE")
    home = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fatecast"
    name = f"{game}-{machine_code_digest(game)}"
    for root in (home, Path(tempfile.gettempdir()) / f"fatecast-{os.getuid()}"):
        folder = root / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="fatecast-"))


def folder_for(module: str, file: str) -> Path:
    """Where the machine code of a function belongs: beside a generated module, else in the folder of its game."""
    beside = Path(file).parent
    return beside if (beside / GENERATED).exists() else cache_folder(game_of(module))


GENERATED = ".generated"
"""Marks a cache folder that holds generated modules."""


def write_module(game: str, name: str, source: str) -> Path:
    """A generated module in the cache folder. It is written once, whole or not at all."""
    folder = cache_folder(game)
    (folder / GENERATED).touch()
    path = folder / f"{name}.py"
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(source, encoding="utf-8")
        fresh.replace(path)
    return path


def named_by_content(name: str, source: str) -> str:
    """A name for a generated module that no other text has."""
    return f"{name}_{sha256(source.encode()).hexdigest()[:12]}"


def load_module(path: Path) -> ModuleType:
    """Import a generated module; its name is the file's."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module
