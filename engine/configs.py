"""Where a name such as `base` or `certain` is looked up: ./configs first, then the copy inside the package.

Configs are sorted by game and then by kind: `configs/shipwreck/decks/base.toml`. A name that ends in `.toml` or
contains a slash is a path to a file.
"""

import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple

from engine.confined import check_confined, open_confined
from engine.errors import BadInput, FatecastError, Message, first_line, message, nearest
from engine.language.current import listed_or, said
from engine.language.kinds import kind_of_thing

EXPERIMENTS = "experiments"

OWN = Path("configs")
"""The user's own configs."""

OLD_GAME = "shipwreck"
"""The only game of version 0.1, which kept its configs in `configs/decks` and so on. This version still reads them."""

MAX_FILE_BYTES = 1_000_000
"""Larger than any honest config; keeps a hostile file from filling the memory."""

DEEPEST = 32
"""Tables inside tables, parts of a dotted key. The memory that a TOML reader takes grows with the square of this."""

TOML_WORDS = re.compile(
    r"""(?P<space>[ \t]+)|(?P<dot>\.)|(?P<opened>[\[{])|(?P<closed>[\]}])|\#[^\n]*"""
    r"""|(?P<key>[A-Za-z0-9_-]+|\"{3}(?:\\.|[^\\])*?\"{3}(?!\")|'{3}.*?'{3}(?!')"""
    r"""|(?!\"{3})"(?:\\.|[^"\\\n])*"|(?!'{3})'[^'\n]*')|(?P<unclosed>["'])|.""",
    re.DOTALL,
)
"""As far as nesting goes: keys and texts, the dots between them, brackets. Comments are none of these. A text that is
never closed ends the search: to look for its end again from every quotation mark inside takes time that grows with the
square of the length."""

LONG_NUMBER = re.compile(r"\b0[xob][0-9A-Fa-f_]{1000}")
"""Python reads it at once, and refuses to write it in tens; a number that long in tens is refused when it is read."""

_beside: dict[str, Path] = {}
"""The folders of games in files, which hold configs of their own."""

NOT_IN_FOLDERS = re.compile(r"[^A-Za-z0-9_.]+", re.ASCII)
LONGEST_FOLDER = 80

_read: ContextVar["dict[_State, bytes] | None"] = ContextVar("_read", default=None)
"""What was read in this call; None outside of one."""

_moved: set[Path] = set()
"""The old places that were reported."""


def roots() -> list[Path]:
    """The config folders in the order they are searched; each has one folder per game."""
    package = Path(__file__).parent
    candidates = [OWN, package / "shipped", package.parent / "configs"]
    return [root for root in candidates if root.is_dir()]


def look_beside(game: str, folder: Path | None) -> None:
    """Look up the configs of a game in the folder of its file, too, after those in ./configs; None: no longer."""
    if folder is None:
        _beside.pop(game, None)
    else:
        _beside[game] = folder


def folder_beside(game: str) -> Path:
    """The folder of a game in a file; the present one, if nobody has said."""
    return _beside.get(game, Path())


def probable_file(name: str) -> str:
    """Where a game of one's own probably lies that no call has named: in a file here, or in a folder."""
    return f"./{name}.py" if Path(f"{name}.py").is_file() else f"./{name}"


def folder_of(game: str) -> str:
    """The name of the folder of a game. That of a game with a scheme contains what not every file system takes:
    `openspiel:hanabi(players=3)` has the folder `openspiel-hanabi-players-3`."""
    if ":" not in game:
        return game
    safe = NOT_IN_FOLDERS.sub("-", game).strip("-.")
    if len(safe) <= LONGEST_FOLDER:
        return safe
    digest = sha256(safe.encode()).hexdigest()[:8]
    return f"{safe[: LONGEST_FOLDER - len(digest) - 1]}-{digest}"


def folders(kind: str, game: str) -> list[Path]:
    """The folders of one kind of config, in the order they are searched."""
    place = folder_of(game)
    own = [OWN / place / kind, *([_beside[game] / kind] if game in _beside else [])]
    old = OWN / kind
    if game == OLD_GAME and still_at(old, own[0]):
        own.append(old)
    found = [*own, *(root / place / kind for root in roots() if root != OWN)]
    return [folder for folder in found if folder.is_dir() and _may_be_read(folder)]


def names(kind: str, game: str) -> list[str]:
    """Every name of one kind of config that `find` knows. A name that begins with a dot is that of a file which is
    only just being written."""
    return sorted({path.stem for folder in folders(kind, game) for path in folder.glob("[!.]*.toml")})


def find(kind: str, name: str, game: str, beside: Path | None = None) -> Path:
    """The file that a name stands for. `beside` is the folder of the file that uses the name; it is searched first."""
    if _is_path(name):
        return _file(name, beside)
    for folder in [*([beside] if beside else []), *folders(kind, game)]:
        if (folder / f"{name}.toml").is_file():
            return folder / f"{name}.toml"
    raise unknown_word(one_of(kind), name, names(kind, game))


def find_experiment(name: str) -> Path:
    """The file of an experiment. Its name is enough, as it says itself which game it plays; `shipwreck/smoke` tells
    apart two games that have an experiment of the same name."""
    game, _, short = name.partition("/")
    if short and not Path(name).is_file() and game in games() and not _is_path(short):
        return find(EXPERIMENTS, short, game)
    if _is_path(name):
        return _file(name)
    found = {game: find(EXPERIMENTS, name, game) for game in games() if name in names(EXPERIMENTS, game)}
    own = {game: path for game, path in found.items() if path.is_relative_to(OWN)}
    choices = own or found
    if not choices:
        known = {known for game in games() for known in names(EXPERIMENTS, game)}
        raise unknown_word(one_of(EXPERIMENTS), name, known)
    if len(choices) > 1:
        full = listed_or([f"{game}/{name}" for game in choices])
        raise BadInput(message("several games have an experiment {name}: say {full}", name=name, full=full))
    return next(iter(choices.values()))


def games() -> list[str]:
    """Every game that has experiments."""
    here = {folder.parent.name for root in roots() for folder in root.glob(f"*/{EXPERIMENTS}")}
    return sorted({*here, *_beside, OLD_GAME})


def one_of(kind: str) -> str:
    """What one config of a kind is called; the kind is the name of its folder."""
    return "policy" if kind == "policies" else kind.removesuffix("s")


def still_at(old: Path, new: Path) -> bool:
    """Whether something is still where version 0.1 kept it; if so, a line on stderr says once where to move it."""
    if not old.exists():
        return False
    if old.resolve() not in _moved:
        _moved.add(old.resolve())
        line = said("{old} is the old place; move it to {new}", old=old, new=new)
        print(f"fatecast: {line}", file=sys.stderr)
    return True


def check_place(path: Path) -> None:
    """Refuse to look for what may not be read; see `engine.confined`."""
    check_confined(path, _beside.values())


def _may_be_read(path: Path) -> bool:
    try:
        check_place(path)
    except BadInput:
        return False
    return True


def _is_path(name: str) -> bool:
    return name.endswith(".toml") or "/" in name


def _file(name: str, beside: Path | None = None) -> Path:
    path = Path(name) if beside is None or Path(name).is_absolute() else beside / name
    check_place(path)
    if not path.is_file():
        raise BadInput(message("no such file"), source=path)
    return path


def unknown_word(what: str, name: str, valid: Iterable[str], source: object = "", place: str = "") -> BadInput:
    """`unknown deck 'bsae': did you mean 'base'? expected one of base, full, …`"""
    choices = sorted(valid)
    return BadInput(
        message("unknown {what} {name!r}", what=kind_of_thing(what), name=name),
        source=source,
        place=place,
        expected=message("one of {choices}", choices=", ".join(choices) or message("(none found)")),
        meant=nearest(name, choices),
    )


def unknown(what: str, name: str, valid: Iterable[str]) -> Message:
    """The same as a text, for what becomes an error only where its source and its place are known."""
    return message("{unknown}", unknown=unknown_word(what, name, valid))


@contextmanager
def each_file_once() -> Iterator[None]:
    """Within it, a file of the size of a config is read once, unless it changes: everything that a call says about a
    file is about the same text."""
    token = _read.set({})
    try:
        yield
    finally:
        _read.reset(token)


def read_bounded(path: Path, most: int = MAX_FILE_BYTES, too_large: type[FatecastError] = BadInput) -> bytes:
    """The bytes of a file that anybody may have sent. A file larger than this is refused, and not read to its end. So
    is a device or a pipe, which may have no end, or never begin."""
    already, state = _read.get(), _state(path)
    if already is None or state is None or state.size > min(most, MAX_FILE_BYTES):
        return _read_now(path, most, too_large)
    if state not in already:
        already[state] = _read_now(path, most, too_large)
    return already[state]


class _State(NamedTuple):
    """A file as it is now."""

    path: Path
    size: int
    changed: int


def _state(path: Path) -> _State | None:
    """None for what is not there, or no plain file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return _State(path.absolute(), found.st_size, found.st_mtime_ns) if S_ISREG(found.st_mode) else None


def _read_now(path: Path, most: int, too_large: type[FatecastError]) -> bytes:
    try:
        with open(path, "rb", opener=_open) as file:
            if not S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadInput(source=path, expected=message("a regular file, not a device or a pipe"))
            raw = file.read(most + 1)
    except OSError as error:
        raise BadInput(message("cannot be read ({reason})", reason=error.strerror), source=path) from None
    except ValueError as error:
        raise BadInput(message("cannot be read ({reason})", reason=first_line(error)), source=path) from None
    if len(raw) > most:
        raise too_large(source=path, expected=message("at most {most:,} bytes, this file is larger", most=most))
    return raw


def _open(path: str, flags: int) -> int:
    return open_confined(path, flags, _beside.values())


def read_text(path: Path) -> str:
    """The text of a file that anybody may have sent."""
    try:
        return read_bounded(path).decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput(source=path, expected=message("UTF-8 text")) from None


def read_toml(path: Path) -> dict[str, object]:
    """The data of a TOML file that anybody may have sent."""
    text = read_text(path)
    try:
        return parse_toml(text)
    except ValueError as error:  # also a number of thousands of digits
        raise BadInput(message("not valid TOML: {reason}", reason=error), source=path) from None


def parse_toml(text: str) -> dict[str, Any]:
    """The data of a TOML text; a ValueError if it is not valid, or nested too deep."""
    if LONG_NUMBER.search(text):
        raise ValueError("expected numbers of at most 1,000 digits")
    if text.count(".") + text.count("[") + text.count("{") > DEEPEST:
        _check_nesting(text)
    return tomllib.loads(text)


def _check_nesting(text: str) -> None:
    parts, tables, dotted = 0, 0, False
    for word in TOML_WORDS.finditer(text):
        kind = word.lastgroup
        if kind == "key":
            parts, dotted = (parts + 1 if dotted else 1), False
        elif kind == "dot":
            dotted = True
        elif kind == "unclosed":
            line = text.count("\n", 0, word.start()) + 1
            raise ValueError(f"a text is never closed (it begins at line {line})")
        elif kind != "space":
            parts, dotted = 0, False
            tables += (kind == "opened") - (kind == "closed")
        if max(parts, tables) > DEEPEST:
            raise ValueError(f"expected at most {DEEPEST} tables inside each other")
