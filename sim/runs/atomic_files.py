"""Files that are either whole or not there."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write under a temporary name, sync, rename: a reader sees all of the file or none, a power cut too."""
    temporary = path.with_name(f".{path.name}.tmp")
    with interrupts_wait():
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
        sync_directory(path.parent)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """A Ctrl-C in the middle of a file is answered when the file is done; only the main thread is ever interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        signal.raise_signal(signal.SIGINT)


def sync_directory(path: Path) -> None:
    """Make the names in a directory last."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
