"""Folders that a stranger may have sent. Only plain files and folders are opened in them, and nothing is ever written
or deleted through a link."""

import os
import stat
from collections.abc import Collection, Iterator
from pathlib import Path

from engine.errors import BadData, BadInput, message

FILE_ENDINGS = (".json", ".csv", ".parquet", ".html", ".md", ".svg", ".png", ".log", ".lock", ".tmp")
"""Whatever has one of our endings is a file."""

NEVER_THROUGH_A_LINK = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
"""For every file that is opened to be written. Without O_NONBLOCK, to open a pipe would wait for a reader forever."""


def check_folder(path: Path, subfolders: Collection[str]) -> None:
    """Refuse a run or a report directory that holds a link, a pipe or a device at any depth, a folder where we expect a
    file, or a file where we expect one of the subfolders. The directory itself may be a link, or lie behind one."""
    for entry, depth in _entries(path):
        kind = _kind(entry)
        ours = depth == 0 and entry.name in subfolders
        if kind == "folder" and entry.name.endswith(FILE_ENDINGS) and not ours:
            raise BadData(message("a folder, expected a file; remove it"), source=entry.path)
        if kind == "file" and ours:
            raise BadData(message("a file, expected a folder; remove it"), source=entry.path)
        if kind not in ("file", "folder"):
            raise BadData(
                message("{kind}; a run or report directory holds only files and folders: remove it", kind=kind),
                source=entry.path,
            )


def open_own(path: Path, flags: int) -> int:
    """Open a file of ours to write it: never through a link, and only if it is a file that has no other name."""
    handle = os.open(path, flags | NEVER_THROUGH_A_LINK, 0o666)
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        os.close(handle)
        raise BadInput(
            message("cannot be written (not a file, or a hard link to one that has other names)"), source=path
        )
    return handle


def _entries(path: Path) -> Iterator[tuple["os.DirEntry[str]", int]]:
    """Everything in a folder, with its depth."""
    waiting = [(str(path), 0)]
    while waiting:
        folder, depth = waiting.pop()
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except OSError as error:
            raise BadInput(message("cannot be read ({strerror})", strerror=error.strerror), source=folder) from None
        for entry in entries:
            yield entry, depth
            if entry.is_dir(follow_symlinks=False):
                waiting.append((entry.path, depth + 1))


def _kind(entry: "os.DirEntry[str]") -> str:
    if entry.is_symlink():
        return "a link"
    if entry.is_dir(follow_symlinks=False):
        return "folder"
    return "file" if entry.is_file(follow_symlinks=False) else "neither a file nor a folder"
