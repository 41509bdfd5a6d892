"""One coherent `run.log`: the parent writes it; forked workers send it their records, Dask workers return
theirs.

multiprocessing-logging carries the records of forked workers. Only they use its queue: the parent writes
directly, so that a worker killed in the middle of a record cannot hold the parent up.
"""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_ident

from multiprocessing_logging import MultiProcessingHandler
from tqdm import tqdm

LOGGER = logging.getLogger("fatecast")
FORMAT = logging.Formatter("%(asctime)s %(levelname)-7s %(processName)-14s %(message)s")


class LogFile(logging.Handler):
    """Appends lines to a file, each in one write. A full disk loses lines, never the run: the store reports it."""

    def __init__(self, path: Path) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(FORMAT)
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError):
            os.write(self._file, f"{self.format(record)}\n".encode())

    def close(self) -> None:
        os.close(self._file)
        super().close()


class Console(logging.Handler):
    """The terminal, above the progress bar."""

    def emit(self, record: logging.LogRecord) -> None:
        tqdm.write(f"fatecast: {self.format(record)}", file=sys.stderr)


class Relay(logging.Handler):
    """Hands a record that came from elsewhere to the parent's own handlers."""

    def emit(self, record: logging.LogRecord) -> None:
        LOGGER.handle(record)


class Collector(logging.Handler):
    """Keeps what one thread says (a Dask worker may have several), ready to travel."""

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
    """Everything said within goes to the file too."""
    with _attached(LogFile(path)):
        yield


@contextmanager
def log_to_terminal(level: int) -> Iterator[None]:
    """Everything said within, from that level up, goes to the terminal."""
    with _attached(Console(level)):
        yield


@contextmanager
def collected() -> Iterator[list[logging.LogRecord]]:
    """The records of what is said within; for a Dask worker, whose name they carry."""
    from distributed import get_worker

    collector = Collector(f"dask-{get_worker().name}")
    with _attached(collector):
        yield collector.records


@contextmanager
def hushed(*names: str) -> Iterator[None]:
    """Loggers of others are silent within: what befalls their workers is said by us, in one line."""
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
    """The handler that a forked worker must install, by `speak_through`."""
    handler = MultiProcessingHandler("fatecast-log", sub_handler=Relay())
    try:
        yield handler
    finally:
        handler.close()


def speak_through(handler: logging.Handler) -> None:
    """Send all that this process has to say to the parent."""
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
