"""Files that are either whole or not there."""

import os
import re
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from json import dumps
from pathlib import Path

NUMBERS = re.compile(r"\[[-+0-9.eE,\s]+\]")
"""A list of numbers in JSON; a text that looks like one keeps its meaning."""


def canonical(data: object) -> bytes:
    """Plain data as JSON that is the same for equal data: what is hashed."""
    return dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def readable(data: object) -> bytes:
    """Plain data as JSON for people: a list of numbers is one line."""
    text = NUMBERS.sub(lambda found: " ".join(found[0].split()), dumps(data, indent=2, ensure_ascii=False))
    return (text + "\n").encode()


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
