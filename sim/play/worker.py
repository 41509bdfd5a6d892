"""What a worker does: play a block of games, add them up, and pack the rows. It never uses Polars.

A task contains everything, even the address of the game, so the same function works in a forked process, in a Dask
worker on another machine and in the calling process.
"""

from collections.abc import Callable, Iterator, Mapping, MutableSequence
from functools import partial
from hashlib import sha256
from logging import LogRecord
from time import perf_counter, process_time
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData, FatecastError, first_line, message
from engine.game.cell import Cell
from engine.game.protocol import Game, PlaysRows, PreparesMeanwhile
from engine.game.registry import game_at
from engine.game.results import Batch, Rows
from engine.kernel.numba_inside.compile_events import compile_within
from engine.rows.digest import indices
from engine.rows.sums import Columns, CountArray, columns_of
from sim.play.logs import LOGGER, collected
from sim.play.workers.heartbeat import COMPILES, WRITES, Heartbeat
from sim.runs.block import Block, PlayedBlock, RowsFolder
from sim.runs.parquet import Buffer, column, column_of, constant, counting, parquet_file, signed_column
from sim.runs.tally import Tally, sums_of, tally_batch

FEW, MANY = 512, 65_536
"""Games played in one call of the kernel: few at first, then twice as many as long as calls are quick, but never more
than this. So a slow game also stops soon when asked to."""

SOON, LATE = 0.1, 0.5
"""A quick call has computed for less than this many seconds, and has returned before so many had passed. On a busy
machine a call returns late without having computed much; where another process plays the game, it computes nothing."""

KEPT = 31 << 20
"""Bytes of a piece of memory that the C library takes for usual; it takes none above 32 MB for that."""

_quick: dict[str, int] = {}
"""How many games of a cell this process can play in a quick call: its next block begins with as many."""

halted: MutableSequence[int] = [False]
"""The parent sets this, in memory that forked workers share, when it gives up what they play."""

heartbeat = Heartbeat()
"""What this worker plays. A forked worker shares it with its parent, which sees it even if the worker hangs."""


Result = TypeVar("Result")
Play = Callable[[Cell, int, int, int], Batch]
"""Plays the games of a cell and a seed, from one index to another."""


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


def keep_memory() -> None:
    """Keep the memory of a block for the next one. The C library of Linux gives free memory back to the system, and the
    next block would have to ask for it again, page by page. How much it keeps follows from the largest piece that it
    has seen: so we show it a large one."""
    np.empty(KEPT, np.uint8)


def play_block(task: Task) -> PlayedBlock:
    """Play the games of a task."""
    game = right_game(task)
    tally = Tally()
    kept: list[tuple[int, Columns]] = []
    seconds = 0.0
    for first, batch, took in batches(game, task, tally):
        sums = sums_of(game, task.cell, first, batch.rows)
        tally.add(tally_batch(game, first, batch, sums))
        if task.rows:
            kept.append((first, sums.columns))
        seconds += took
    file = _packed(task, tally, kept) if kept else []
    with heartbeat.while_it(WRITES):
        written = task.rows.write(Block(task.number, task.first, task.last), file) if task.rows and file else ""
    LOGGER.info("played %s [%d, %d) in %.3f s", task.cell.name, task.first, task.last, seconds)
    return PlayedBlock(tally, b"" if written else b"".join(file), written, _checksum(file), seconds)


def batches(game: Game, task: Task, skipped: Tally, rows_only: bool = False) -> Iterator[tuple[int, Batch, float]]:
    """The games of a task as they are played: the index of the first game of a batch, the batch, the seconds it took.
    `skipped` counts the games that failed. Who wants rows only does not look at the counters of pieces."""
    play = game.simulate_rows if rows_only and isinstance(game, PlaysRows) else game.simulate
    first, size = task.first, _quick.get(task.cell.key, FEW)
    while first < task.last:
        if halted[0]:
            raise Halted
        last = min(first + size, task.last)
        began = process_time()
        found, took = timed(task, first, last, partial(_play_range, play, task, first, last, skipped))
        computed = process_time() - began
        for start, batch in found:
            yield start, batch, took / len(found)
        first = last
        if computed < SOON and took < LATE:
            size = _quick[task.cell.key] = min(2 * size, MANY)


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


def _play_range(play: Play, task: Task, first: int, last: int, skipped: Tally) -> list[tuple[int, Batch]]:
    """The games from first to last. If one fails and the experiment skips failures, the games are played in halves,
    and halves of these, until the failing game stands alone."""
    try:
        return [(first, play(task.cell, task.seed, first, last))]
    except Exception as error:
        if not task.skips:
            raise
        if last - first == 1:
            why = first_line(error)
            skipped.skip(first, why if isinstance(error, FatecastError) else f"{type(error).__name__}: {why}")
            LOGGER.info("skipped game %d of %s: %s", first, task.cell.name, why)
            return []
    middle = (first + last) // 2
    return _play_range(play, task, first, middle, skipped) + _play_range(play, task, middle, last, skipped)


def _checksum(file: list[Buffer]) -> str:
    """The SHA-256 of a file in pieces; empty if there is none."""
    checksum = sha256()
    for piece in file:
        checksum.update(piece)
    return checksum.hexdigest() if file else ""


def _packed(task: Task, tally: Tally, kept: list[tuple[int, Columns]]) -> list[Buffer]:
    parts = [columns for _, columns in kept]
    if tally.games == task.last - task.first:
        return columns_file(task.number, task.first, parts, tally.histograms)
    played = np.concatenate([indices(first, len(part)) for first, part in kept])
    return columns_file(task.number, played, parts, tally.histograms)


def rows_file(number: int, first: int | NDArray[np.uint64], rows: Rows) -> bytes:
    """Rows as the file of a block."""
    return b"".join(columns_file(number, first, [columns_of(rows)], {}))


def columns_file(
    number: int, first: int | NDArray[np.uint64], parts: list[Columns], histograms: Mapping[str, CountArray]
) -> list[Buffer]:
    """A block as Parquet, in pieces: the number of the cell, the index of the game, then the game's own columns, the
    histograms of some of which may be known."""
    games = sum(map(len, parts))
    chunks = [constant("cell", 2, number)]
    chunks.append(counting("game", first, games) if isinstance(first, int) else column_of("game", 8, [first]))
    for name, (dtype, *_) in (parts[0].row.fields or {}).items():
        values = [part.packed[name] for part in parts]
        if dtype.kind == "i":
            chunk = signed_column(name, dtype.itemsize, values)
        elif name in histograms:
            counts = histograms[name]
            chunk = column(name, dtype.itemsize, values, largest=len(counts) - 1, same=bool(counts[-1] == games))
        else:
            chunk = column_of(name, dtype.itemsize, values)
        chunks.append(chunk)
    return parquet_file(chunks, games)


def right_game(task: Task) -> Game:
    """The game of a task. A worker on a cluster may have another version than the parent; that is refused."""
    game = game_at(task.game, task.cell.code)
    if (game.version, game.schema) != (task.version, task.schema):
        raise BadData(
            message(
                "this worker has rule version {version} and schema {schema}, the run needs {version2} and {schema2}",
                version=game.version,
                schema=game.schema,
                version2=task.version,
                schema2=task.schema,
            ),
            source=game.name,
        )
    compile_within(lambda: heartbeat.while_it(COMPILES), isinstance(game, PreparesMeanwhile))
    return game
