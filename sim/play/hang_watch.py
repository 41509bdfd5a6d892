"""A policy may never return. The run is then given up after a stated time, and says in which game it hung."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic

from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.kernel.hang_watch import stuck_at
from sim.errors import Stopped
from sim.experiment.experiment import Effective
from sim.play.executors import Crew
from sim.play.heartbeat import Call
from sim.play.logs import LOGGER
from sim.runs.block import Block

SHARE = 10
"""One game alone gets this part of the patience when the culprit is looked for."""


@dataclass
class Watch:
    """The clock of a run."""

    effective: Effective
    hands: Crew
    patience: float
    path: Path
    since: float = field(default_factory=monotonic)
    """When the last block came back."""

    @property
    def tick(self) -> float:
        """Seconds between two looks."""
        return min(1.0, self.patience / 4)

    def look(self, waiting: Iterable[Block], any_back: bool) -> None:
        """Give the run up if a worker has been at the same games for too long; where workers cannot be watched, if
        no block has come back for so long."""
        if any_back:
            self.since = monotonic()
        late = self.hands.overdue(self.patience)
        if late is not None:
            self.give_up([late])
        elif not self.hands.watched and monotonic() - self.since > self.patience:
            self.give_up([Call(*block) for block in waiting])

    def give_up(self, calls: list[Call]) -> None:
        """End the workers, and find the game by playing one by one."""
        LOGGER.warning("no answer for %g s; looking for the game that does not end", self.patience)
        self.hands.kill()
        limit = max(self.patience / SHARE, 0.1)
        for call in calls:
            cell = self.effective.cells[call.cell]
            game, seed = self.effective.game, self.effective.settings.seed
            nothing = partial(game.simulate, cell, seed, call.first, call.first)
            index = stuck_at(partial(_play_one, game, cell, seed), call.first, call.last, limit, nothing)
            if index is not None:
                which = f"game {index} does not end (given {limit:g} s alone): {game.game_id(cell, seed, index)}"
                raise Stopped(f"{cell.name}: {which}", self.path)
        cell, call = self.effective.cells[calls[0].cell], calls[0]
        raise Stopped(
            f"{cell.name}, games {call.first} to {call.last - 1}: no answer for {self.patience:g} s, though each game "
            f"ends within {limit:g} s; give more with --patience",
            self.path,
        )


def _play_one(game: Game, cell: Cell, seed: int, index: int) -> None:
    game.simulate(cell, seed, index, index + 1)
