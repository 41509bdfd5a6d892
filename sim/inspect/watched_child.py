"""Code that may never return, end the process, fill the memory or flood the output, run in a child process.

The child says what it is about to do; the parent ends it if it then says nothing for too long. Whatever the child
prints is counted and dropped.
"""

import os
import resource
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, Literal
from warnings import catch_warnings, filterwarnings

from engine.kernel.orphans import adopt_orphans, default_signals, end, ended_with_us, signals_held, started_by

MEMORY = 2 << 30
"""Bytes that the child may take beyond what this process has; then it gets a MemoryError, where the system can tell."""
KEPT = 200
"""Characters of what the child printed that are kept."""
TICK = 0.05


@dataclass
class Doing:
    """What a child is about to do, and for how long it may."""

    what: Any
    seconds: float


@dataclass
class WatchedChild:
    """A child process at work."""

    work: Callable[[Callable[[Any], None]], None]
    """What it does; it gets a function that sends a message to the parent. A `Doing` restarts the clock."""
    seconds: float
    """For the time before the first `Doing`."""
    doing: Any = None
    """What it did last."""
    ended: Literal["", "done", "hung", "died"] = ""
    code: int = 0
    """Its exit code, negative for a signal."""
    printed: bytearray = field(default_factory=bytearray)
    """The beginning of what it printed to standard output."""
    tick: Callable[[], None] = lambda: None
    """Called many times a second while the child works."""

    def messages(self) -> Generator[Any, None, None]:
        """Start the child, and yield every message but what it is about to do. At the end, `ended` says how. Whoever
        stops to listen closes this, which ends the child."""
        context = get_context("fork")
        here, there = context.Pipe(duplex=False)
        output, printing = os.pipe()
        process = context.Process(target=_run, args=(self.work, there, here, printing), daemon=False)
        drain = Thread(target=self._drain, args=(output,), daemon=True)
        try:
            with signals_held(), catch_warnings():
                filterwarnings("ignore", message=".*multi-threaded.*fork", category=DeprecationWarning)
                process.start()
                there.close()
                os.close(printing)
                drain.start()
            with ended_with_us(lambda: [process.pid or 0]):
                yield from self._listen(here, process.is_alive)
        finally:
            if process.pid:
                below = started_by([process.pid])
                _kill_group(process.pid)
                process.kill()  # it may not have made its group yet
                end(below)
                process.join()
                self.code = process.exitcode or 0
            if drain.is_alive():
                drain.join(1)
            here.close()

    def _listen(self, here: Connection, is_alive: Callable[[], bool]) -> Iterator[Any]:
        since, limit = monotonic(), self.seconds
        while True:
            self.tick()
            if here.poll(TICK):
                try:
                    message = here.recv()
                except EOFError:
                    self.ended = self.ended or "died"
                    return
                since = monotonic()
                if isinstance(message, Doing):
                    self.doing, limit = message.what, message.seconds
                elif message is None:
                    self.ended = "done"
                    return
                else:
                    yield message
                    since = monotonic()
            elif not is_alive() and not here.poll():  # something that it started may still hold the pipe
                self.ended = "died"
                return
            elif monotonic() - since > limit:
                self.ended = "hung"
                return

    def _drain(self, output: int) -> None:
        with os.fdopen(output, "rb", buffering=0) as pipe:
            while part := pipe.read(1 << 16):
                self.printed += part[: KEPT - len(self.printed)]


def _run(work: Callable[[Callable[[Any], None]], None], there: Connection, here: Connection, printing: int) -> None:
    """What the child does. It has a group of its own, so that whatever it starts ends with it."""
    os.setsid()
    default_signals()
    adopt_orphans()
    here.close()
    os.dup2(printing, 1)
    os.close(printing)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 2)
    _limit_memory()
    work(there.send)
    there.send(None)
    signal.pause()  # the parent ends the group: exit handlers of a game have no say


def _limit_memory() -> None:
    with suppress(OSError, ValueError, IndexError):
        used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_DATA, (used + MEMORY, used + MEMORY))


def _kill_group(process: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
