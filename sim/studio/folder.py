"""Files of the studio's folder, by names that a page has sent. Nothing outside of it is ever opened: no absolute name,
no step upwards, no link on the way."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG

from engine.configs import MAX_FILE_BYTES
from engine.confined import Confines
from engine.errors import BadInput, Text, message
from engine.game.registry import is_command, is_file, own_file

LONGEST_NAME, LONGEST_PART, DEEPEST = 500, 255, 12
"""Characters of a name, bytes of one part of it, and parts."""
OF_A_FILE = message("the name of a file in this folder, with / between its parts")
WITHOUT_LINKS = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
"""Without O_NONBLOCK, to open a pipe would wait for a writer for ever."""


def confines_of(folder: Path, game: str, policies: tuple[str, ...]) -> Confines:
    """What a studio may read and run: the files of its folder, and what the starting command has named: `game` and
    `policies`, as a person names them in the folder, which is where we are."""
    words = [each.partition(" ")[0] for each in policies]
    files = [Path(word) for word in words]
    if is_file(game) and not is_command(game):
        files.append(own_file(game))
    return Confines(folder.resolve(), tuple(folder / file for file in files), frozenset({game, *words}))


def parts_of(name: object) -> tuple[str, ...]:
    """The parts of a name that a page has sent: `configs/my-deck.toml`. What begins with a dot is none of its business:
    such files belong to programs."""
    if not isinstance(name, str) or not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise _wrong(name, message("a name of at most {most} printable characters", most=LONGEST_NAME))
    parts = tuple(name.split("/"))
    if "\\" in name or len(parts) > DEEPEST or any(_is_wrong(part) for part in parts):
        raise _wrong(name, OF_A_FILE)
    return parts


def path_in(folder: Path, name: object) -> Path:
    """The path of a file of the folder, for whoever opens it by its path: there is a plain file, and no link leads to
    it."""
    parts = parts_of(name)
    os.close(open_in(folder, parts))
    return Path(*parts)


def read_in(folder: Path, parts: Sequence[str], most: int = MAX_FILE_BYTES) -> bytes:
    """The bytes of a file of the folder, if it is not larger than this."""
    with os.fdopen(open_in(folder, parts), "rb") as file:
        raw = file.read(most + 1)
    if len(raw) > most:
        raise BadInput(source="/".join(parts), expected=message("at most {most:,} bytes", most=most))
    return raw


def open_in(folder: Path, parts: Sequence[str], flags: int = os.O_RDONLY) -> int:
    """Open a plain file of the folder, part by part, so that nobody can put a link in its way meanwhile. `parts` come
    from `parts_of`, or are our own words. Returns the handle."""
    _check_own(parts)
    *above, last = parts
    with _opening(parts):
        at = _walked(folder, above)
        try:
            handle = os.open(last, flags | WITHOUT_LINKS, 0o666, dir_fd=at)
        finally:
            os.close(at)
    if not S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise BadInput(source="/".join(parts), expected=message("a file, and no link, folder, device or pipe"))
    return handle


def folder_in(folder: Path, parts: Sequence[str], makes: bool = False) -> Path:
    """The path of a folder in the folder, for whoever reads or writes in it by its path: no link leads to it. It is
    made if it is not there and `makes` says so."""
    _check_own(parts)
    with _opening(parts):
        os.close(_walked(folder, parts, makes))
    return Path(*parts)


def _walked(folder: Path, parts: Sequence[str], makes: bool = False) -> int:
    """The handle of a folder in the folder, reached part by part."""
    at = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    for part in parts:
        try:
            if makes:
                with suppress(FileExistsError):
                    os.mkdir(part, dir_fd=at)
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | WITHOUT_LINKS, dir_fd=at)
        finally:
            os.close(at)
        at = inner
    return at


@contextmanager
def _opening(parts: Sequence[str]) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(
            message("cannot be opened in this folder ({reason})", reason=reason), source="/".join(parts)
        ) from None


def _check_own(parts: Sequence[str]) -> None:
    if not parts or any(part in ("", ".", "..") or "/" in part for part in parts):
        raise _wrong("/".join(parts), OF_A_FILE)


def _is_wrong(part: str) -> bool:
    return not part or part.startswith(".") or len(part.encode("utf-8", "surrogatepass")) > LONGEST_PART


def _wrong(name: object, expected: Text) -> BadInput:
    return BadInput(source="name", expected=expected, got=name)
