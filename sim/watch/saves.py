"""The files of a game as they were saved: the game's own, and the TOML files beside it, in which its cards may be.

A file is looked at until it no longer changes: an editor may write it in several steps, or delete it first.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from time import sleep

from engine.configs import MAX_FILE_BYTES
from engine.errors import BadInput, message
from sim.folder.folder_file import NAME

TICK, SETTLED = 0.1, 0.1
"""Seconds between two looks, and without a change until a file counts as saved."""
MOST_BESIDE = 50
"""Files beside a game that are watched."""

State = tuple[tuple[str, int, int, int], ...]
"""Names, sizes, times and nodes of the files; those that are not there are left out."""


@dataclass(frozen=True)
class Edition:
    """The texts of a game's files at one time, by their names."""

    texts: Mapping[str, bytes]

    def written_to(self, folder: Path) -> None:
        """A copy, in a folder of which nobody else knows."""
        folder.mkdir(parents=True)
        for name, text in self.texts.items():
            (folder / name).write_bytes(text)


class Saves:
    """The files of a game, looked at again and again."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._real = os.path.realpath(file)

    def state(self) -> State:
        """The files as they are now."""
        found = []
        for name in self._names():
            try:
                status = (self.file.parent / name).stat()
            except OSError:
                continue
            if S_ISREG(status.st_mode):
                found.append((name, status.st_size, status.st_mtime_ns, status.st_ino))
        return tuple(found)

    def settled(self) -> State:
        """The files as soon as nobody writes them."""
        state = self.state()
        while True:
            sleep(SETTLED)
            if (now := self.state()) == state:
                return state
            state = now

    def edition(self) -> Edition | None:
        """The texts as they are now; None if the game's file is gone. Where the path of the game leads elsewhere, it is
        not the file that was named."""
        texts = {}
        for name, *_ in self.state():
            try:
                text = self._read(name)
            except OSError:
                continue  # gone since
            texts[name] = text
        if self.file.name not in texts:
            return None
        if os.path.realpath(self.file) != self._real:
            raise BadInput(
                message("leads to another file now ({now}); name it again", now=os.path.realpath(self.file)),
                source=self.file,
            )
        return Edition(texts)

    def _read(self, name: str) -> bytes:
        handle = os.open(self.file.parent / name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            if not S_ISREG(os.fstat(handle).st_mode):
                return b""
            return file.read(MAX_FILE_BYTES + 1)  # one byte too many is told where the file is read

    def _names(self) -> list[str]:
        try:
            beside = sorted(path.name for path in self.file.parent.glob("[!.]*.toml") if path.name != NAME)
        except OSError:
            beside = []
        return [self.file.name, *beside[:MOST_BESIDE]]
