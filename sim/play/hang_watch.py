"""Notices games that never end: after a set time it ends the workers, and finds and names the game."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic

from engine.errors import FatecastError, Text, message
from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import game_at
from engine.kernel.hang_watch import stuck_at
from sim.play.executors import WorkerPool
from sim.play.logs import LOGGER
from sim.play.worker import Task

PATIENCE_SHARE = 10
"""In the search for the game that hangs, each game gets the patience divided by this."""


@dataclass
class HangWatch:
    """Watches workers while they play tasks."""

    workers: WorkerPool
    patience: float
    stopped: Callable[[Text], FatecastError]
    since: float = field(default_factory=monotonic)
    """When the last result came back."""

    @property
    def tick(self) -> float:
        """Seconds between two looks."""
        return min(1.0, self.patience / 4)

    def look(self, waiting: Iterable[Task], any_back: bool) -> None:
        """Give up if a worker has played the same games for too long. Where workers cannot be watched, give up if no
        result has come back for that long."""
        if any_back:
            self.since = monotonic()
        late = self.workers.overdue(self.patience)
        if late is not None:
            tasks = (task for task in waiting if task.number == late.task and task.first <= late.first < task.last)
            self.give_up([task._replace(first=late.first, last=late.last) for task in tasks])
        elif not self.workers.watched and monotonic() - self.since > self.patience:
            self.give_up(list(waiting))

    def give_up(self, tasks: Sequence[Task]) -> None:
        """End the workers, and find the game that hangs by playing one game after the other."""
        if not tasks:
            return
        LOGGER.warning(
            message("no answer for {seconds:g} s; looking for the game that does not end", seconds=self.patience)
        )
        self.workers.kill()
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


def _play_one(game: Game, cell: Cell, seed: int, index: int) -> None:
    game.simulate(cell, seed, index, index + 1)
