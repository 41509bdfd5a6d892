"""The games that this user has named, folder by folder. A game that only `fatecast.toml` names runs if it is among
them: a folder may come from a stranger, and its game is code.

The list is the user's own: it is believed only if nobody else can write it.
"""

import os
import tempfile
from contextlib import suppress
from json import dumps
from pathlib import Path
from shlex import quote
from stat import S_ISREG
from typing import NamedTuple

from engine.errors import BadInput, message
from engine.kernel.compiling.private_folder import OTHERS_WRITE, PRIVATE
from sim.folder.folder_file import FolderFile
from sim.text.json_text import parse_json

FILE = "trusted.json"
SCHEMA = 1
MOST_BYTES, MOST_KEPT = 1_000_000, 1_000
"""Of more games, those that were named last are kept."""


class Named(NamedTuple):
    """A game that was named in a folder. Both paths are absolute, with every link followed."""

    folder: str
    file: str


def list_file() -> Path:
    """Where the list is."""
    chosen = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (chosen if chosen.is_absolute() else Path.home() / ".config") / "fatecast" / FILE


def check_trusted(found: FolderFile) -> None:
    """Refuse a game that this user has not named in this folder."""
    code = found.code
    if code is None or _of(found, code) in read_list():
        return
    raise BadInput(
        message("names {code}, which is code that you have not named in this folder", code=quote(str(code))),
        source=found.path,
        place="game",
        hint=message(
            "if you trust it, type: fatecast trust {folder} (or name it once: --game {game})",
            folder=quote(str(found.path.parent)),
            game=quote(str(found.game)),
        ),
    )


def trust(found: FolderFile) -> Path | None:
    """Remember that this user has named the game of a folder. Returns its file; None for a game with a name."""
    code = found.code
    if code is not None:
        listed, named = read_list(), _of(found, code)
        if named not in listed:
            _write([*listed, named])
    return code


def forget(found: FolderFile) -> bool:
    """Forget all games that were named in a folder; whether there were any."""
    listed, here = read_list(), os.path.realpath(found.path.parent)
    kept = [each for each in listed if each.folder != here]
    if len(kept) < len(listed):
        _write(kept)
    return len(kept) < len(listed)


def trust_if_named(found: FolderFile, file: Path) -> None:
    """Remember a game that a call names by its file, if the folder's file names the same. That the list cannot be read
    or written does not keep the call from its work: the next one asks again."""
    with suppress(BadInput, OSError):
        if found.code == Path(os.path.realpath(file)):
            trust(found)


def _of(found: FolderFile, code: Path) -> Named:
    return Named(os.path.realpath(found.path.parent), str(code))


def read_list() -> list[Named]:
    """The games that were named, the last one at the end."""
    path = list_file()
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BadInput(message("cannot be read ({reason})", reason=error.strerror), source=path) from None
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not S_ISREG(status.st_mode):
            raise BadInput(source=path, expected=message("a file"))
        for place, each in ((path, status), (path.parent, path.parent.stat())):
            if each.st_uid != os.getuid():
                raise BadInput(message("not believed: it belongs to another user"), source=place)
            if each.st_mode & OTHERS_WRITE:
                raise BadInput(
                    message("not believed: others can write it"),
                    source=place,
                    hint=message("chmod go-w {place}", place=quote(str(place))),
                )
        raw = file.read(MOST_BYTES + 1)
    found = _listed(raw)
    if found is None:
        raise BadInput(message("damaged; remove it, and name your games again"), source=path)
    return found


def _listed(raw: bytes) -> list[Named] | None:
    """What the bytes of the file say; None if that is not what was written."""
    try:
        data = parse_json(raw) if len(raw) <= MOST_BYTES else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("trusted"), list):
        return None
    found = []
    for each in data["trusted"]:
        if not isinstance(each, dict) or {*each} != {*Named._fields}:
            return None
        if not all(isinstance(value, str) and Path(value).is_absolute() for value in each.values()):
            return None
        found.append(Named(**each))
    return found


def _bytes_of(listed: list[Named]) -> bytes:
    """In ASCII: a path may hold what is no text."""
    return dumps({"schema": SCHEMA, "trusted": [each._asdict() for each in listed]}, indent=1).encode()


def _write(listed: list[Named]) -> None:
    """Write the list for this user alone, all of it or nothing."""
    path, kept = list_file(), listed[-MOST_KEPT:]
    while len(data := _bytes_of(kept)) > MOST_BYTES:
        kept = kept[len(kept) // 2 :]
    try:
        path.parent.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{FILE}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        raise BadInput(message("cannot be written ({reason})", reason=error.strerror), source=path) from None
