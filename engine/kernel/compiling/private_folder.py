"""Folders of the cache. Code that is kept there is run, so they must be ours, and nobody else may write to them."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path
from stat import S_ISDIR, S_IWGRP, S_IWOTH

PRIVATE = 0o700
OTHERS_WRITE = S_IWGRP | S_IWOTH


def private_folder(name: str) -> Path:
    """A folder of this name in the cache; `FATECAST_CACHE` moves it.

    The usual place is mended if it is ours. Nothing else is: in the temporary folder anybody may have prepared a trap,
    and a folder that somebody chose may serve others, too."""
    chosen = os.environ.get("FATECAST_CACHE")
    home = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fatecast"
    shared = Path(tempfile.gettempdir()) / f"fatecast-{os.getuid()}"
    refused: list[str] = []
    for root in (home, shared):
        try:
            if root == home and not chosen:
                _close_to_others(root)
            found = _danger(root, root == home) or _danger(root / name, root == home)
        except (FileExistsError, NotADirectoryError):
            found = f"{root} is a file, or lies in one"
        except OSError:
            continue
        if found:
            refused.append(found)
        elif os.access(root / name, os.W_OK):
            return _chosen(root / name, refused)
    return _chosen(_for_this_process() / name, refused)


def _close_to_others(folder: Path) -> None:
    """Others may no longer write to a folder of ours."""
    folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    status = folder.stat()
    if status.st_uid == os.getuid() and status.st_mode & OTHERS_WRITE:
        folder.chmod(status.st_mode & ~OTHERS_WRITE)


def _danger(folder: Path, links: bool) -> str:
    """Why code in this folder must not be run; nothing if it is ours alone. It is created if it is not there."""
    if links or not folder.is_symlink():
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    status = folder.stat() if links else folder.lstat()
    if not S_ISDIR(status.st_mode):
        return f"{folder} is a link"
    if status.st_uid != os.getuid():
        return f"{folder} belongs to another user"
    return f"others can write to {folder}" if status.st_mode & OTHERS_WRITE else ""


def _for_this_process() -> Path:
    """A new folder that only we know, for this process and those it starts; it is removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="fatecast-"))
    os.environ["FATECAST_CACHE"] = str(folder)
    owner = os.getpid()
    atexit.register(lambda: shutil.rmtree(folder, ignore_errors=True) if os.getpid() == owner else None)
    return folder


def _chosen(folder: Path, refused: list[str]) -> Path:
    """The folder; one line says so if the usual one could not be trusted."""
    folder.mkdir(mode=PRIVATE, exist_ok=True)
    if refused:
        print(f"fatecast: cache not used: {'; '.join(refused)}; compiled code goes to {folder.parent}", file=sys.stderr)
    return folder
