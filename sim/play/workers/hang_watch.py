"""Notices games that never end: after a set time it ends the workers, and finds and names the game. It also notices a
process that stands still."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

from engine.errors import FatecastError, Text, message
from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import game_at
from engine.kernel.compiling.parallel import compilers
from engine.kernel.processes.hang_watch import stuck_at
from engine.kernel.processes.signs_of_life import STOPPED, Stillness, sign_of, signs_of, stopped_among
from sim.play.executors import WorkerPool
from sim.play.logs import LOGGER
from sim.play.worker import Task

PATIENCE_SHARE = 10
"""In the search for the game that hangs, each game gets the patience divided by this."""


@dataclass
class HangWatch:
    """Watches workers while they play tasks, and those who compile while nobody can play."""

    workers: WorkerPool
    patience: float
    stopped: Callable[[Text], FatecastError]
    still: Stillness = field(default_factory=Stillness)
    """For how long no result has come back, or nothing was compiled."""
    looked: float = 0.0

    @property
    def tick(self) -> float:
        """Seconds between two looks."""
        return min(1.0, self.patience / 4)

    def look(self, waiting: Collection[Task], any_back: bool) -> None:
        """Give up if a worker has played the same games for too long, or stands still. Where workers cannot be watched,
        give up if no result has come back for that long."""
        if any_back:
            self.still.begin_anew()
        if monotonic() - self.looked < self.tick / 2:
            return
        self.looked = monotonic()
        if not waiting:
            self._look_at_compilers()
        elif self.workers.watched is None:
            if self.still.look(True, self.tick) > self.patience:
                self.give_up(list(waiting))
        elif late := self.workers.watched.late(self.patience, self.tick):
            if (call := late.call) is None:
                raise self.stopped(_stands_still(late.process, self.patience))
            tasks = (task for task in waiting if task.number == call.task and task.first <= call.first < task.last)
            self.give_up([task._replace(first=call.first, last=call.last) for task in tasks])

    def _look_at_compilers(self) -> None:
        processes = compilers()
        if processes and self.still.look(signs_of(processes), self.tick) > self.patience:
            [process, *_] = stopped_among(processes) or processes
            raise self.stopped(_stands_still(process, self.patience))

    def give_up(self, tasks: Sequence[Task]) -> None:
        """End the workers, and find the game that hangs by playing one game after the other."""
        if not tasks:
            return
        LOGGER.warning(
            message("no answer for {seconds:g} s; looking for the game that does not end", seconds=self.patience)
        )
        if self.workers.watched:
            self.workers.watched.kill()
        limit = max(self.patience / PATIENCE_SHARE, 0.1)
        for task in tasks:
            game, cell, seed = game_at(task.game), task.cell, task.seed
            nothing = partial(game.simulate, cell, seed, task.first, task.first)
            index = stuck_at(partial(_play_one, game, cell, seed), task.first, task.last, limit, nothing)
            if index is not None:
                said = message(
                    "{cell}: game {index} does not end (given {limit:g} s alone): {id}",
                    cell=cell.name,
                    index=index,
                    limit=limit,
                    id=game.game_id(cell, seed, index),
                )
                raise self.stopped(said)
        task = tasks[0]
        raise self.stopped(
            message(
                "{cell}, games {first} to {last}: no answer for {patience:g} s, though each game ends within "
                "{limit:g} s; allow more time with --patience",
                cell=task.cell.name,
                first=task.first,
                last=task.last - 1,
                patience=self.patience,
                limit=limit,
            )
        )


def _stands_still(process: int, seconds: float) -> Text:
    """The line about a process that neither plays nor dies."""
    if sign_of(process).state == STOPPED:
        return message(
            "worker process {process} was stopped (SIGSTOP); it has not gone on for {seconds:g} s",
            process=process,
            seconds=seconds,
        )
    return message(
        "worker process {process} stands still: it plays no game, and has told nothing for {seconds:g} s",
        process=process,
        seconds=seconds,
    )


def _play_one(game: Game, cell: Cell, seed: int, index: int) -> None:
    game.simulate(cell, seed, index, index + 1)
