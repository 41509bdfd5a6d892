"""The blocks that are left to play, and when a cell has enough games.

The games of a cell are cut into segments where the stop rule looks, and segments into blocks. The rule sees only
complete prefixes, so its decision does not depend on the order in which blocks arrive. A fixed number of games is a
rule with one look.
"""

from bisect import insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.game.outcomes import Outcome, Share
from sim.experiment.experiment import Until
from sim.play.worker import MANY as ONE_CALL
from sim.runs.block import Block
from sim.runs.parquet_size import MOST_ROWS_OF_A_BLOCK
from sim.runs.summary import estimated
from sim.runs.tally import Tally
from sim.statistics.sample_size import FEWEST_OF_A_MEAN, fewest_before_a_stop

BLOCKS_OF_A_CELL = 32
LEAST, MOST = 2 * ONE_CALL, 4 * ONE_CALL
"""Games in a block: a 32nd of those of a cell, but at least and at most as many as a worker plays in a few calls of a
fast kernel. A larger block is less work for the parent and for the disk; but one worker plays it, and all of it is lost
if the run is interrupted."""


LEAST_OF_SLOW, MOST_OF_SLOW = 512, 2_048
"""The same for a game that may be played in plain Python, a few hundred games a second: its blocks take seconds."""


def block_size(games: int, is_slow: bool = False) -> int:
    """How many games make a block, where cells have so many."""
    if is_slow:
        return min(max(games // BLOCKS_OF_A_CELL, LEAST_OF_SLOW), MOST_OF_SLOW)
    return min(max(games // BLOCKS_OF_A_CELL // ONE_CALL * ONE_CALL, LEAST), MOST)


@dataclass
class CellProgress:
    """What has been played of a cell."""

    tally: Tally = field(default_factory=Tally)
    """The sums of the complete prefix that the rule has seen."""
    segments: dict[int, Tally] = field(default_factory=dict)
    """The sums of what has arrived after the prefix, by segment."""
    arrived: int = 0
    """Games played, whether they count or not."""
    enough: bool = False

    @property
    def so_far(self) -> Tally:
        """The best estimate now, only for display."""
        if self.enough:
            return self.tally
        shown = Tally()
        for tally in (self.tally, *self.segments.values()):
            shown.add(tally)
        return shown


class BlockPlan:
    """The blocks of all cells, and their sums."""

    def __init__(self, cells: int, until: Until, block: int, outcome: Outcome, fewest: int | None = None) -> None:
        """`outcome` is what the rule watches. `fewest` overrides the number of games before which no cell stops."""
        self.until = until
        self.outcome = outcome
        self.fewest = fewest_games(until.half_width, outcome) if fewest is None and until.half_width else fewest or 0
        self.block = min(block, MOST_ROWS_OF_A_BLOCK)
        self.cells = [CellProgress() for _ in range(cells)]
        self._done: set[Block] = set()

    def blocks(self, is_ready: Callable[[int], bool] = lambda cell: True) -> Iterator[Block | None]:
        """The blocks to play, segment by segment. Each is chosen as late as possible, because a cell may have enough by
        then. None says that no cell with anything left to play is ready yet."""
        segments = -(-self.until.max_games // self.until.every)
        turns = [(0, cell) for cell in range(len(self.cells))]
        while turns:
            turn = next((turn for turn in turns if is_ready(turn[1])), None)
            if turn is None:
                yield None
                continue
            turns.remove(turn)
            segment, cell = turn
            yield from self._left_in(cell, segment)
            if segment + 1 < segments and not self.cells[cell].enough:
                insort(turns, (segment + 1, cell))

    def fits(self, block: Block) -> bool:
        """Whether a block found on disk belongs to this plan."""
        known = block.cell < len(self.cells) and block.first in self._firsts(block.first // self.until.every)
        return known and block == self._block(block.cell, block.first)

    def add(self, block: Block, tally: Tally) -> bool:
        """Add a played block; False if its cell already has enough."""
        progress = self.cells[block.cell]
        if progress.enough:
            return False
        self._done.add(block)
        progress.arrived += tally.tried
        progress.segments.setdefault(block.first // self.until.every, Tally()).add(tally)
        self._look(progress)
        return True

    def counts(self, block: Block) -> bool:
        """Whether a block lies within the games that its cell needed."""
        return block.last <= self.cells[block.cell].tally.tried

    def remaining(self) -> int:
        """The largest number of games that may still be played."""
        return sum(self.until.max_games - cell.arrived for cell in self.cells if not cell.enough)

    def tallies(self) -> list[Tally]:
        """The sums of every cell."""
        return [cell.tally for cell in self.cells]

    def _left_in(self, cell: int, segment: int) -> Iterator[Block]:
        """The blocks of a segment that have not been played."""
        for first in self._firsts(segment):
            if self.cells[cell].enough:
                return
            if (block := self._block(cell, first)) not in self._done:
                yield block

    def _look(self, progress: CellProgress) -> None:
        """Add complete segments to the prefix, until the rule says that it is enough."""
        until, seen = self.until, progress.tally
        while not progress.enough:
            segment = progress.segments.get(seen.tried // until.every)
            if segment is None or segment.tried < min(until.every, until.max_games - seen.tried):
                return
            del progress.segments[seen.tried // until.every]
            seen.add(segment)
            full = seen.tried == until.max_games
            narrow = (
                until.half_width > 0 and estimated(self.outcome, seen, plain_ratios=True).half_width <= until.half_width
            )
            progress.enough = full or (narrow and seen.games >= self.fewest)

    def _firsts(self, segment: int) -> range:
        """The first games of the blocks of a segment."""
        start = segment * self.until.every
        return range(start, min(start + self.until.every, self.until.max_games), self.block)

    def _block(self, cell: int, first: int) -> Block:
        """The block with this first game. No block crosses a look."""
        end = self._firsts(first // self.until.every).stop
        return Block(cell, first, min(first + self.block, end))


def fewest_games(goal: float, outcome: Outcome) -> int:
    """The fewest games after which a rule that waits for this half-width of an outcome may stop."""
    return fewest_before_a_stop(goal) if isinstance(outcome, Share) else FEWEST_OF_A_MEAN
