"""Files that are either complete or not there."""

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.errors import BadInput, message
from sim.runs.own_folder import NEVER_THROUGH_A_LINK, open_own


def write_file(path: Path, data: bytes) -> None:
    """Write a file where a person asked for it, whole, with the folders above it; or say in one line why not."""
    with written_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)


@contextmanager
def written_to(path: Path) -> Iterator[None]:
    """Turn what the disk refuses into an error of one line."""
    try:
        yield
    except OSError as error:
        raise BadInput(message("cannot be written ({strerror})", strerror=error.strerror), source=path) from None


def temporary_for(path: Path) -> Path:
    """The name under which a file is written before it has its own. An interruption may leave it behind."""
    return path.with_name(f".{path.name}.tmp")


def write_whole(path: Path, data: bytes, synced: bool = True) -> None:
    """Write under a temporary name, sync, rename: a reader sees the whole file or none, even after a power cut. Not
    `synced`, a power cut may tear it until `sync` is called. The temporary file is always a new one, so that a link of
    that name is removed and not followed."""
    temporary = temporary_for(path)
    with interrupts_wait():
        temporary.unlink(missing_ok=True)
        write_new(temporary, [data], synced)
        rename_whole(temporary, path, synced)


def write_new(path: Path, pieces: Iterable[bytes | memoryview], synced: bool = True) -> None:
    """Write a file that is not there yet, and sync it. If it cannot be completed, nothing of it is left."""
    handle = open_own(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
            file.flush()
            if synced:
                os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def rename_whole(temporary: Path, path: Path, synced: bool = True) -> None:
    """Give a complete file its own name, for good."""
    try:
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    if synced:
        sync(path.parent)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Answer a Ctrl-C or a SIGTERM only when the file is complete. Python interrupts only the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        for each in before:
            signal.signal(each, lambda number, frame: pressed.append(number))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if pressed:
        signal.raise_signal(pressed[0])


def sync(path: Path) -> None:
    """Make sure that what a file holds survives a power cut, or which names a directory holds."""
    handle = os.open(path, os.O_RDONLY | NEVER_THROUGH_A_LINK)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
