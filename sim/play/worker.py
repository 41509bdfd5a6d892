"""What a worker does: play a block of games, add them up, and pack the rows. It never touches Polars.

The task carries everything, the game's address included, so the same function serves a forked process, a Dask
worker on another machine and the calling process itself.
"""

from collections.abc import Iterator
from ctypes import c_bool
from hashlib import sha256
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadData, FatecastError
from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import game_at
from engine.game.results import Batch, Rows
from sim.play.heartbeat import Pulse
from sim.play.logs import LOGGER, collected
from sim.runs.block import PlayedBlock
from sim.runs.digest import indices
from sim.runs.parquet import column, constant, counting, parquet_file
from sim.runs.tally import Tally, tally_batch

FEW, MANY, SOON = 512, 8192, 0.02
"""Games played in one call of the kernel: few at first, twice as many after each call that took less than so many
seconds, but never so many that their rows leave the cache. So a slow game, too, stops soon when asked to."""

halted = c_bool(False)
"""Set by the parent, in memory that a forked worker shares with it, when the run is given up."""

pulse = Pulse()
"""Where this worker is; a forked one shares it with its parent, to be seen if it never comes back."""


class Task(NamedTuple):
    """A block of games to play."""

    game: str
    """Where the game lives: `module:attribute`."""
    version: int
    schema: int
    cell: Cell
    number: int
    """The place of the cell in the experiment."""
    seed: int
    first: int
    last: int
    rows: bool
    """Whether to keep a row for every game."""
    skips: bool = False
    """Whether to go on without a game that fails."""


class Halted(Exception):  # noqa: N818 - the name is the message
    """The block was given up, as asked."""


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
    LOGGER.info("played %s [%d, %d) in %.3f s", task.cell.name, task.first, task.last, seconds)
    return PlayedBlock(tally, file, sha256(file).hexdigest() if file else "", seconds)


def batches(game: Game, task: Task, skipped: Tally) -> Iterator[tuple[int, Batch, float]]:
    """The games of a task as they come: the index of the first of a batch, the batch, the seconds it took. Games that
    are skipped are noted."""
    first, size = task.first, FEW
    while first < task.last:
        if halted.value:
            raise Halted
        last = min(first + size, task.last)
        pulse.beat(task.number, first, last)
        began = perf_counter()
        found = list(_batches(game, task, first, last, skipped))
        took = perf_counter() - began
        pulse.rest()
        for start, batch in found:
            yield start, batch, took / len(found)
        first = last
        if took < SOON:
            size = min(2 * size, MANY)


def play_remotely(task: Task) -> PlayedBlock:
    """The same where log records have no other way home than with the block."""
    with collected() as records:
        played = play_block(task)
    return played._replace(records=records)


def _batches(game: Game, task: Task, first: int, last: int, tally: Tally) -> Iterator[tuple[int, Batch]]:
    """The games from first to last. Where one fails and the experiment goes on without it, the others are played in
    halves, and halves of these, until it stands alone."""
    try:
        yield first, game.simulate(task.cell, task.seed, first, last)
    except Exception as error:
        if not task.skips:
            raise
        if last - first == 1:
            why = str(error).partition("\n")[0]
            tally.skip(first, why if isinstance(error, FatecastError) else f"{type(error).__name__}: {why}")
            LOGGER.info("skipped game %d of %s: %s", first, task.cell.name, why)
            return
        middle = (first + last) // 2
        yield from _batches(game, task, first, middle, tally)
        yield from _batches(game, task, middle, last, tally)


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
    """One array of all rows; joined as bytes, because NumPy would go through records field by field."""
    return np.concatenate([part.view(np.uint8) for part in parts]).view(parts[0].dtype)


def right_game(task: Task) -> Game:
    """The game as installed where this runs; on a cluster that may be another version than the parent's."""
    game = game_at(task.game)
    if (game.version, game.schema) != (task.version, task.schema):
        raise BadData(
            f"{game.name}: this worker has rule version {game.version} and schema {game.schema}, "
            f"the run needs {task.version} and {task.schema}"
        )
    return game
