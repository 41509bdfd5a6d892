"""One `run.log` for all processes: the parent writes it, with the records that workers send.

multiprocessing-logging carries the records of forked workers; Dask workers return theirs with their results. The parent
writes directly and not through the queue, so that a worker killed while it sends a record cannot block the parent.
"""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import get_terminal_size
from threading import get_ident
from typing import Any

from engine.errors import BadInput
from engine.language.current import DEFAULT, speaking
from sim.play.workers.machine import missing, no_semaphores
from sim.runs.atomic_files import written_to
from sim.runs.own_folder import open_own
from sim.text.escapes import shortened, visible
from sim.text.wrapping import wrapped

LOGGER = logging.getLogger("fatecast")
INDENT = "    "


class OneLine(logging.Formatter):
    """A record is one line, whatever its message contains; the lines of a traceback below it are indented, so none of
    them can pass for a record."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is the library's
        return visible(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802
        lines = super().formatException(ei).split("\n")
        return "\n".join(f"{INDENT}{visible(line)}" for line in lines)


FORMAT = OneLine("%(asctime)s %(levelname)-7s %(processName)-14s %(message)s")
BARE = OneLine("%(message)s")


class LogFile(logging.Handler):
    """Appends lines to a file, each in one write. If the disk is full, lines are lost, but the run goes on."""

    def __init__(self, path: Path) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(FORMAT)
        with written_to(path):
            self._file = open_own(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError), speaking(DEFAULT):
            os.write(self._file, f"{self.format(record)}\n".encode())

    def close(self) -> None:
        os.close(self._file)
        super().close()


class Console(logging.Handler):
    """Writes to the terminal, above the progress bar."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.setFormatter(BARE)

    def emit(self, record: logging.LogRecord) -> None:
        from tqdm import tqdm

        if sys.stderr is None:  # a script that was started without one
            return
        line = f"fatecast: {shortened(self.format(record))}"
        with suppress(OSError):  # a full device: the run goes on
            tqdm.write(wrapped(line, get_terminal_size().columns) if sys.stderr.isatty() else line, file=sys.stderr)


LAST = logging.makeLogRecord({"name": "fatecast.last"})
"""Follows the records of all workers."""


class Relay(logging.Handler):
    """Passes a record from another process to the parent's handlers."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == LAST.name:
            raise EOFError  # ends the thread that waits for records
        LOGGER.handle(record)


class Collector(logging.Handler):
    """Collects the records of one thread, ready to be sent. A Dask worker may have several threads."""

    def __init__(self, worker: str) -> None:
        super().__init__()
        self.worker = worker
        self.thread = get_ident()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.thread != self.thread:
            return
        record.msg, record.args, record.exc_info = record.getMessage(), None, None
        record.processName = self.worker
        self.records.append(record)


@contextmanager
def log_file(path: Path) -> Iterator[None]:
    """Log to this file, too."""
    with _attached(LogFile(path)):
        yield


@contextmanager
def log_to_terminal(level: int) -> Iterator[None]:
    """Log to the terminal everything from this level up."""
    with _attached(Console(level)):
        yield


def is_quiet() -> bool:
    """Whether the terminal is to show nothing but errors: no warnings, no progress."""
    return any(isinstance(handler, Console) and handler.level > logging.WARNING for handler in LOGGER.handlers)


@contextmanager
def collected() -> Iterator[list[logging.LogRecord]]:
    """Collect the records of a Dask worker, with its name in each."""
    from distributed import get_worker

    collector = Collector(f"dask-{get_worker().name}")
    with _attached(collector):
        yield collector.records


@contextmanager
def hushed(*names: str) -> Iterator[None]:
    """Silence loggers of other packages: we report in one line what happens to their workers."""
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def from_forked_workers() -> Iterator[logging.Handler]:
    """The handler that a forked worker installs with `speak_through`. When all have ended, it is told that no more
    records come: by itself it looks only five times a second whether it was closed, and waits for what a killed worker
    has announced."""
    from multiprocessing_logging import MultiProcessingHandler

    try:
        handler = MultiProcessingHandler("fatecast-log", sub_handler=Relay())
    except OSError as error:
        raise BadInput(missing(error) or no_semaphores(error)) from None
    try:
        yield handler
    finally:
        handler.queue.cancel_join_thread()  # if a killed worker keeps it locked, nothing can be said, and nobody waits
        handler.handle(LAST)
        handler.close()


def speak_through(handler: logging.Handler) -> None:
    """Send all log records of this process to the parent."""
    LOGGER.setLevel(logging.INFO)
    LOGGER.handlers = [handler]
    LOGGER.propagate = False


@contextmanager
def _attached(handler: logging.Handler) -> Iterator[None]:
    level = LOGGER.level
    LOGGER.setLevel(logging.INFO)
    LOGGER.addHandler(handler)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(level)
        handler.close()
