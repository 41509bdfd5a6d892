"""What a worker does: play a block of games, add them up, and pack the rows. It never uses Polars.

A task contains everything, even the address of the game, so the same function works in a forked process, in a Dask
worker on another machine and in the calling process.
"""

from collections.abc import Callable, Iterator
from ctypes import c_bool
from functools import partial
from hashlib import sha256
from logging import LogRecord
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData, FatecastError
from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import game_at
from engine.game.results import Batch, Rows
from sim.play.heartbeat import Heartbeat
from sim.play.logs import LOGGER, collected
from sim.runs.block import Block, PlayedBlock, RowsFolder
from sim.runs.digest import indices
from sim.runs.parquet import column, constant, counting, parquet_file
from sim.runs.tally import Tally, tally_batch

FEW, MANY, SOON = 512, 8192, 0.02
"""Games played in one call of the kernel: few at first, twice as many after each call that took less than this many
seconds, but never more than have room in the processor's cache. So a slow game also stops soon when asked to."""

halted = c_bool(False)
"""The parent sets this, in memory that forked workers share, when it gives up what they play."""

heartbeat = Heartbeat()
"""What this worker plays. A forked worker shares it with its parent, which sees it even if the worker hangs."""


Result = TypeVar("Result")


class Task(NamedTuple):
    """A block of games to play."""

    game: str
    """The address of the game: `module:attribute`."""
    version: int
    schema: int
    cell: Cell
    number: int
    """In a run, the number of the cell, which its rows contain; elsewhere, a number of the task."""
    seed: int
    first: int
    last: int
    rows: RowsFolder | None
    """Where to keep a row for every game; None if nobody wants them."""
    skips: bool = False
    """Whether to skip games that fail."""


class Returned(NamedTuple, Generic[Result]):
    """What comes back from a worker."""

    result: Result
    records: list[LogRecord]
    """What the worker logged, if it shares no memory with the parent."""


class Halted(Exception):  # noqa: N818 - the name is the message
    """The parent gave up the task."""


def play_block(task: Task) -> PlayedBlock:
    """Play the games of a task."""
    game = right_game(task)
    tally = Tally()
    kept: list[tuple[int, Rows]] = []
    seconds = 0.0
    for first, batch, took in batches(game, task, tally):
        tally.add(tally_batch(game, task.cell, first, batch))
        if task.rows:
            kept.append((first, batch.rows))
        seconds += took
    file = _packed(task, kept) if kept else b""
    written = task.rows.write(Block(task.number, task.first, task.last), file) if task.rows and file else ""
    LOGGER.info("played %s [%d, %d) in %.3f s", task.cell.name, task.first, task.last, seconds)
    checksum = sha256(file).hexdigest() if file else ""
    return PlayedBlock(tally, b"" if written else file, written, checksum, seconds)


def batches(game: Game, task: Task, skipped: Tally) -> Iterator[tuple[int, Batch, float]]:
    """The games of a task as they are played: the index of the first game of a batch, the batch, the seconds it took.
    `skipped` counts the games that failed."""
    first, size = task.first, FEW
    while first < task.last:
        if halted.value:
            raise Halted
        last = min(first + size, task.last)
        found, took = timed(task, first, last, partial(_play_range, game, task, first, last, skipped))
        for start, batch in found:
            yield start, batch, took / len(found)
        first = last
        if took < SOON:
            size = min(2 * size, MANY)


def timed(task: Task, first: int, last: int, work: Callable[[], Result]) -> tuple[Result, float]:
    """The result of some work on these games of a task, and the seconds it took. The heartbeat shows it meanwhile."""
    heartbeat.beat(task.number, first, last)
    began = perf_counter()
    try:
        return work(), perf_counter() - began
    finally:
        heartbeat.rest()


def play_here(play: Callable[[Task], Result], task: Task) -> Returned[Result]:
    """Play a task where log records reach the parent by themselves."""
    return Returned(play(task), [])


def play_remotely(play: Callable[[Task], Result], task: Task) -> Returned[Result]:
    """Play a task where log records can reach the parent only together with the result."""
    with collected() as records:
        return Returned(play(task), records)


def _play_range(game: Game, task: Task, first: int, last: int, skipped: Tally) -> list[tuple[int, Batch]]:
    """The games from first to last. If one fails and the experiment skips failures, the games are played in halves,
    and halves of these, until the failing game stands alone."""
    try:
        return [(first, game.simulate(task.cell, task.seed, first, last))]
    except Exception as error:
        if not task.skips:
            raise
        if last - first == 1:
            why = str(error).partition("\n")[0]
            skipped.skip(first, why if isinstance(error, FatecastError) else f"{type(error).__name__}: {why}")
            LOGGER.info("skipped game %d of %s: %s", first, task.cell.name, why)
            return []
    middle = (first + last) // 2
    return _play_range(game, task, first, middle, skipped) + _play_range(game, task, middle, last, skipped)


def _packed(task: Task, kept: list[tuple[int, Rows]]) -> bytes:
    rows = _joined([part for _, part in kept])
    if len(rows) == task.last - task.first:
        return rows_file(task.number, task.first, rows)
    return rows_file(task.number, np.concatenate([indices(first, len(part)) for first, part in kept]), rows)


def rows_file(number: int, first: int | NDArray[np.uint64], rows: Rows) -> bytes:
    """A block's rows as Parquet: the number of the cell, the index of the game, then the game's own columns."""
    names = rows.dtype.names or ()
    games = counting("game", first, len(rows)) if isinstance(first, int) else column("game", first)
    chunks = [constant("cell", "<u2", number), games]
    return parquet_file(chunks + [column(name, rows[name]) for name in names], len(rows))


def _joined(parts: list[Rows]) -> Rows:
    """All rows in one array, joined as bytes: NumPy would copy records field by field."""
    return np.concatenate([part.view(np.uint8) for part in parts]).view(parts[0].dtype)


def right_game(task: Task) -> Game:
    """The game of a task. A worker on a cluster may have another version than the parent; that is refused."""
    game = game_at(task.game, task.cell.code)
    if (game.version, game.schema) != (task.version, task.schema):
        raise BadData(
            f"{game.name}: this worker has rule version {game.version} and schema {game.schema}, "
            f"the run needs {task.version} and {task.schema}"
        )
    return game
