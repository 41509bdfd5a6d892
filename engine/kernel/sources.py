"""The sources of the engine by game: which files decide how a game is played, and which its machine code depends on."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from engine.errors import BadInput, message

ENGINE = Path(__file__).parents[1]
KERNEL_MARK = re.compile(r"^@(?:compiled|inlined)\b", re.MULTILINE)
IMPORT = re.compile(
    r"^[ \t]*from (engine[\w.]*) import (?:\(([^)]*)\)|(.*))$|^[ \t]*import (engine[\w.]*)", re.MULTILINE
)
PACKAGE = "__init__.py"
SPOKEN = ENGINE / "language"
"""What texts are called in other languages: no game is played otherwise for it."""
SHARED, EVERY_GAME = "shared", "all"
"""In place of a game: the shared part of the engine alone, and with all games."""

_packages: dict[str, str] = {}
"""The games that packages offer, and a module of each package."""


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
    rooms = [place for place in ENGINE.iterdir() if place.is_dir() and place not in (SPOKEN, *others)]
    return sorted([*ENGINE.glob("*.py"), *(path for room in rooms for path in room.rglob("*.py"))])


def comes_from(game: str, module: str) -> None:
    """The package of this module has the rules of a game."""
    _packages[game] = module


def sources_digest(game: str) -> str:
    """Of every source that decides how a game is played: changed rules show even if nobody raised a version."""
    return _sources_digest(game, package_digest(_packages[game]) if game in _packages else "")


@cache
def _sources_digest(game: str, package: str) -> str:
    return digest_of(sources_of(game), package)


def kernel_sources(paths: Iterable[Path]) -> list[Path]:
    """Of these modules, those with kernel functions and everything that they import."""
    return with_imports(path for path in paths if KERNEL_MARK.search(_text(path)))


def imported_by(texts: Iterable[str]) -> list[Path]:
    """The modules of the engine that modules with these texts import, directly or not."""
    return with_imports(path for text in texts for path in _imported(text))


def with_imports(paths: Iterable[Path]) -> list[Path]:
    """These modules, and the modules of the engine that they import, directly or not."""
    wanted: set[Path] = set()
    waiting = list(paths)
    while waiting:
        path = waiting.pop()
        if path not in wanted:
            wanted.add(path)
            waiting += _imports_of(path)
    return sorted(wanted)


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _imports_of(path: Path) -> tuple[Path, ...]:
    return tuple(_imported(_text(path)))


def _imported(text: str) -> Iterator[Path]:
    """The modules of the engine that a module with this text imports."""
    for match in IMPORT.finditer(text):
        module = match[1] or match[4]
        files = _files_of(module)
        yield from files
        if not any(file.name == PACKAGE for file in files):
            continue  # what a module has is no module
        for name in re.findall(r"(\w+)(?: as \w+)?", match[2] or match[3] or ""):
            yield from _files_of(f"{module}.{name}")


@cache
def _files_of(dotted: str) -> tuple[Path, ...]:
    """The file of a module or of a package; none if this is neither."""
    path = ENGINE.parent / dotted.replace(".", "/")
    if path.is_relative_to(SPOKEN):
        return ()
    return tuple(file for file in (path / PACKAGE, path.with_suffix(".py")) if file.exists())


def digest_of(paths: Iterable[Path], also: str = "") -> str:
    digest = sha256(also.encode())
    for path in paths:
        digest.update(path.relative_to(ENGINE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def package_digest(module: str) -> str:
    """The hash of all sources of the package that a module belongs to, found without running any of them."""
    top = find_spec(module.partition(".")[0])
    if top is None or top.origin is None:
        raise BadInput(message("cannot be found"), source=f"package {module.partition('.')[0]!r}")
    origin = Path(top.origin)
    files = sorted(origin.parent.rglob("*.py")) if top.submodule_search_locations else [origin]
    digest = sha256()
    for path in files:
        digest.update(path.relative_to(origin.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
