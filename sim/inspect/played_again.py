"""Plays games of a run again, blocks in random order, for a limited time.

What a worker plays at once must not take long. So a few games of a cell tell how fast it plays. Blocks that are short
enough are played as a whole; of the others, pieces are, one of each block in turn, and compared with the rows that the
run kept. A run without rows can only be compared by whole blocks.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from time import monotonic

import polars as pl

from engine.errors import BadData
from engine.language.current import said
from sim.experiment.experiment import ResolvedExperiment
from sim.play.dispatch import dispatch
from sim.play.executors import WorkerPool
from sim.play.progress import Progress
from sim.play.runner import task_for
from sim.play.worker import Task, play_block
from sim.runs.block import Block, PlayedBlock
from sim.runs.store import Store
from sim.runs.tables import packed_rows, readable_tables
from sim.runs.tally import Tally, tally_rows

FIRST_GAMES, TIMES = 2, 16
"""Games of a cell that tell how fast it plays, and how many times more are played if they took no time worth the
name."""
SHORT = 0.1
"""Seconds; what takes less says little about the speed."""
AT_ONCE, PIECE = 5.0, 2.0
"""Seconds that a whole block may take, and that a piece of a longer one should take."""


@dataclass
class PlayedAgain:
    """Some games of a run, to be played again."""

    store: Store
    experiment: ResolvedExperiment
    tallies: dict[Block, Tally]
    """What the run recorded for each block."""
    keeps_rows: bool
    sample: int
    """Stop after this many games."""
    seconds: float
    """Begin nothing after this many seconds."""
    games: dict[Block, int] = field(default_factory=dict)
    """How many games of each block were played again."""
    ran_out: bool = False
    """Whether the time was too short for the whole sample."""
    _pace: dict[int, float] = field(default_factory=dict)
    """Seconds a game, by the number of the cell."""
    _next_trial: dict[int, int] = field(default_factory=dict)
    """Games of a cell to try next, while its speed is not known."""
    _blocks: dict[Block, Block] = field(default_factory=dict)
    """The block that each task is a piece of."""

    def differing(self, workers: WorkerPool, patience: float, progress: Progress) -> Iterator[Block]:
        """The blocks of which games differ."""
        progress.begin(min(self.sample, sum(tally.games for tally in self.tallies.values())), said("playing again"))
        for task, played in dispatch(self._tasks(), play_block, workers, patience, tick=progress.tick):
            piece = Block(task.number, task.first, task.last)
            block = self._blocks[piece]
            self._learn(block, piece, played.seconds)
            progress.advance(task.last - task.first)
            if not self._is_same(block, piece, played):
                yield block

    def _tasks(self) -> Iterator[Task | None]:
        """What to play next, decided as late as possible; None while the speed of the next cell is being found out."""
        blocks = sorted(self.tallies)
        Random().shuffle(blocks)
        left = deque((block, block.first) for block in blocks)
        deadline, chosen = monotonic() + self.seconds, 0
        self._next_trial = dict.fromkeys((block.cell for block in blocks), FIRST_GAMES)
        while left and chosen < self.sample:
            if monotonic() > deadline:
                self.ran_out = True
                return
            block, first = left[0]
            if block.cell not in self._pace:
                games = self._next_trial.pop(block.cell, 0)
                if not games:
                    yield None
                    continue
                if first + games < block.last:
                    piece = Block(block.cell, first, first + games)
                    left[0] = block, piece.last
                else:
                    piece, _ = left.popleft()
                    chosen += piece.last - piece.first
            else:
                left.popleft()
                found = self._piece(block, first, deadline - monotonic())
                if found is None:
                    self.ran_out = True
                    continue
                piece = found
                if piece.last < block.last:
                    left.append((block, piece.last))
                chosen += piece.last - piece.first
            self._blocks[piece] = block
            yield task_for(self.experiment, piece)

    def _learn(self, block: Block, piece: Block, seconds: float) -> None:
        """Remember how fast a cell plays; or try more games, if these took so little that it cannot be told."""
        games = piece.last - piece.first
        if block.cell not in self._pace and seconds < SHORT and piece.last < block.last:
            self._next_trial[block.cell] = games * TIMES
        else:
            self._pace[block.cell] = min(seconds / games, self._pace.get(block.cell, seconds / games))

    def _piece(self, block: Block, first: int, seconds_left: float) -> Block | None:
        """What to play of a block from this game on; None if the time is too short for any of it."""
        pace = max(self._pace[block.cell], 1e-9)
        whole = pace * (block.last - block.first)
        if whole <= AT_ONCE:
            return block
        if not self.keeps_rows:
            return block if whole <= seconds_left else None
        return Block(block.cell, first, min(first + max(int(PIECE / pace), 1), block.last))

    def _is_same(self, block: Block, piece: Block, played: PlayedBlock) -> bool:
        """Whether these games are those that the run counted."""
        if piece == block:
            self.games[block] = played.tally.games
            return played.tally.to_json() == self.tallies[block].to_json()
        if not self.keeps_rows:
            return True  # these games only told how fast the cell plays
        try:
            recorded = self._recorded(block, piece)
        except BadData:
            return True  # rows that cannot be read are reported where they are read first
        self.games[block] = min(self.games.get(block, 0) + played.tally.games, self.tallies[block].games)
        return (recorded.games, recorded.digest) == (played.tally.games, played.tally.digest)

    def _recorded(self, block: Block, piece: Block) -> Tally:
        """The sums of the rows of a piece."""
        path = self.store.rows_path(block)
        with readable_tables(path):
            rows = pl.scan_parquet(path, glob=False).filter(pl.col("game").is_between(piece.first, piece.last - 1))
            frame = rows.collect()
        game, cell = self.experiment.game, self.experiment.cells[block.cell]
        return tally_rows(game, cell, frame["game"].to_numpy(), packed_rows(game, frame))
