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
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import llvmlite
import numba
import numpy as np

from engine.kernel.compile_way import compiles_whole_programs

ENGINE = Path(__file__).parents[1]
KERNEL_MARK = re.compile(r"^@(?:compiled|inlined)\b", re.MULTILINE)
IMPORT = re.compile(
    r"^[ \t]*from (engine[\w.]*) import (?:\(([^)]*)\)|(.*))$|^[ \t]*import (engine[\w.]*)", re.MULTILINE
)
SHARED, EVERY_GAME = "shared", "all"
"""In place of a game: the shared part of the engine alone, and with all games."""


@cache
def game_folders() -> tuple[Path, ...]:
    """The folders of games: those with a module called `game`."""
    return tuple(sorted(path.parent for path in ENGINE.glob("*/game.py")))


def game_of(module: str) -> str:
    """The game that a module belongs to. A module that is not the engine's may call any game."""
    top, _, rest = module.partition(".")
    if top != ENGINE.name:
        return EVERY_GAME
    name = rest.partition(".")[0]
    return name if ENGINE / name in game_folders() else SHARED


def sources_of(game: str) -> list[Path]:
    """The shared part of the engine, and the folder of the game."""
    others = [folder for folder in game_folders() if game not in (EVERY_GAME, folder.name)]
    return [path for path in sorted(ENGINE.rglob("*.py")) if not any(path.is_relative_to(other) for other in others)]


@cache
def sources_digest(game: str) -> str:
    """Of every source that decides how a game is played: changed rules show even if nobody raised a version."""
    return _digest(sources_of(game))


@cache
def machine_code_digest(game: str) -> str:
    """Of the sources that machine code depends on, of the compiler's versions and of the way it is used."""
    way = "whole" if compiles_whole_programs() else "plain"
    versions = f"{numba.__version__} {np.__version__} {llvmlite.__version__}"
    return _digest(kernel_sources(sources_of(game)), f"{way} {versions}")


def kernel_sources(paths: Iterable[Path]) -> list[Path]:
    """Of these modules, those with kernel functions and everything that they import."""
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    wanted: set[Path] = set()
    waiting = [path for path, text in texts.items() if KERNEL_MARK.search(text)]
    while waiting:
        path = waiting.pop()
        if path not in wanted:
            wanted.add(path)
            waiting += [each for each in _imported(texts[path]) if each in texts]
    return sorted(wanted)


def _imported(text: str) -> Iterator[Path]:
    """The files that the imports of a module may mean."""
    for match in IMPORT.finditer(text):
        module = match[1] or match[4]
        named = re.findall(r"(\w+)(?: as \w+)?", match[2] or match[3] or "")
        for dotted in (module, *(f"{module}.{name}" for name in named)):
            path = ENGINE.parent / dotted.replace(".", "/")
            yield path.with_suffix(".py")
            yield path / "__init__.py"


def _digest(paths: Iterable[Path], also: str = "") -> str:
    digest = sha256(also.encode())
    for path in paths:
        digest.update(path.relative_to(ENGINE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


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
