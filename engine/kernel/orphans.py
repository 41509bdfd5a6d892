"""No process outlives the one that started it, however that one ends.

A process that plays may be deep in compiled code, or in a policy that never lets go of the interpreter. Then it cannot
notice that its parent is gone, and would go on at full speed for ever. So a process that plays nothing watches: a few
times a second it asks who its own parent is. This works on every Unix.
"""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn
from warnings import catch_warnings, filterwarnings

TICK = 0.2
"""Seconds between two looks."""


@contextmanager
def ended_with_us(processes: Callable[[], Iterable[int]]) -> Iterator[None]:
    """Meanwhile, if this process is killed, these processes are killed too."""
    us = os.getpid()
    with catch_warnings():
        filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
        watcher = os.fork()
    if not watcher:
        _watch(us, processes)
    try:
        yield
    finally:
        kill([watcher])
        with suppress(ChildProcessError):
            os.waitpid(watcher, 0)


def kill(processes: Iterable[int]) -> None:
    """End these processes at once. No number of a process is 0, which would stand for all that we belong to."""
    for process in processes:
        if process > 0:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def wait_for_the_end_of(parent: int, meanwhile: Callable[[], object] = lambda: None) -> None:
    """Return when our parent is no longer this process."""
    while os.getppid() == parent:
        meanwhile()
        time.sleep(TICK)


def default_signals() -> None:
    """Let Ctrl-C and SIGTERM end this process without a word: the one that started it answers for both."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def _watch(parent: int, processes: Callable[[], Iterable[int]]) -> NoReturn:
    """What the watcher does. It leaves nothing behind, and writes nothing that its parent began to write."""
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        wait_for_the_end_of(parent)
        kill(processes())
    finally:
        os._exit(0)
