"""Games played for a comparison: outcomes by cell and index, kept in memory and not in a run directory.

Games are cut into pieces at fixed indices, and each piece is played once. Cells with equal keys play equal games, so
two sides share the pieces of a cell in which they agree. The outcomes do not depend on the number of workers or on what
was asked for before.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import choice
from typing import NamedTuple, Protocol

from engine.errors import BadInput, message
from engine.game.cell import Cell
from engine.game.protocol import Game
from sim.experiment.experiment import ResolvedExperiment
from sim.play.dispatch import dispatch
from sim.play.executors import WorkerPool, check_workers, started_pool
from sim.play.logs import LOGGER
from sim.play.options import PlayOptions
from sim.play.outcomes import Outcomes, joined, play_outcomes
from sim.play.progress import Progress
from sim.play.worker import Task

PIECE = 1024
"""Games in a task: they take a fraction of a second, so that all workers stay busy to the end."""

MOST_KEPT = 1_000_000_000
"""Games that may be asked for at a time. Each takes three bytes, and each piece some hundred more."""


class SeededCell(NamedTuple):
    """A cell and the seed it is played with."""

    cell: Cell
    seed: int


class Piece(NamedTuple):
    """Some consecutive games of a seeded cell."""

    key: str
    seed: int
    first: int
    last: int


class PieceStore(Protocol):
    """Where pieces outlast the command."""

    def load(self, piece: Piece) -> Outcomes | None:
        """The games of a piece, if they are there."""
        ...

    def keep(self, piece: Piece, outcomes: Outcomes) -> None:
        """Keep the games of a piece."""
        ...

    def is_earlier(self, piece: Piece) -> bool:
        """Whether an earlier command left this piece, and none of what it left was played again."""
        ...

    def compare(self, piece: Piece, played: Outcomes) -> None:
        """Say how a piece was played again; an error if the games that were kept are others."""
        ...


class OutcomeCache:
    """Plays games that are asked for, and keeps their outcomes."""

    def __init__(
        self,
        experiment: ResolvedExperiment,
        workers: WorkerPool,
        options: PlayOptions,
        progress: Progress,
        store: PieceStore | None = None,
    ) -> None:
        self.game: Game = experiment.game
        self.played = 0
        """Games played so far, in all cells together, now or before the command was continued."""
        self.doing = ""
        """What the games are played for, in a few words."""
        self._address = experiment.address
        self._workers = workers
        self._patience = options.patience
        self._progress = progress
        self._expected: int | None = None
        self._store = store
        memory = options.kept if store is None else None  # a store sees every game, also those of earlier comparisons
        self._kept: dict[Piece, Outcomes] = {} if memory is None else memory.pieces
        self._cuts = () if memory is None else memory.cuts

    def play(self, cells: Sequence[SeededCell], last: int, first: int = 0) -> list[Outcomes]:
        """The games [first, last) of each cell, in the order of the cells."""
        if (games := len(cells) * (last - first)) > MOST_KEPT:
            raise BadInput(
                message(
                    "{games:,} games in {cells} cells are too many to keep in memory, "
                    "expected at most {most:,} (--games)",
                    games=games,
                    cells=len(cells),
                    most=MOST_KEPT,
                )
            )
        asked = [list(_pieces(seeded, first, last, self._cuts)) for seeded in cells]
        missing = {
            piece: seeded.cell
            for seeded, pieces in zip(cells, asked, strict=True)
            for piece in pieces
            if piece not in self._kept
        }
        if self._expected is None:
            self._progress.begin(sum(piece.last - piece.first for piece in missing), self.doing)
        for piece, outcomes in self._found(missing):
            self._kept[piece] = outcomes
            self.played += outcomes.games
            self._progress.advance(outcomes.games)
        if self._expected is None:
            self._progress.close()
        return [joined([self._kept[piece] for piece in pieces]) for pieces in asked]

    def expect(self, games: int) -> None:
        """Say about how many games are still to come, in many calls: they are shown as one piece of work."""
        if self._expected is None:
            self._progress.begin(games, self.doing)
        self._expected = games
        self._progress.advance(0, left=games)

    def forget(self, cells: Iterable[SeededCell], last: int | None = None) -> None:
        """Free the memory of cells that will not be asked for again, or of their games before `last`."""
        gone = {(seeded.cell.key, seeded.seed) for seeded in cells}
        self._kept = {
            piece: kept
            for piece, kept in self._kept.items()
            if (piece.key, piece.seed) not in gone or (last is not None and piece.first >= last)
        }

    def _found(self, missing: dict[Piece, Cell]) -> Iterator[tuple[Piece, Outcomes]]:
        """The pieces that the store has, then those that have to be played."""
        if self._store is None:
            yield from self._play(missing)
            return
        left = {}
        earlier = [piece for piece in missing if self._store.is_earlier(piece)]
        if earlier:
            tried = choice(earlier)  # nobody can know before which one
            for piece, outcomes in self._play({tried: missing[tried]}):
                self._store.compare(piece, outcomes)
        for piece, cell in missing.items():
            found = self._store.load(piece)
            if found is None:
                left[piece] = cell
            else:
                yield piece, found
        for piece, outcomes in self._play(left):
            self._store.keep(piece, outcomes)
            yield piece, outcomes

    def _play(self, missing: dict[Piece, Cell]) -> Iterator[tuple[Piece, Outcomes]]:
        tasks = (self._task(number, *asked) for number, asked in enumerate(missing.items()))
        tick = self._progress.tick
        for task, outcomes in dispatch(tasks, play_outcomes, self._workers, self._patience, tick=tick):
            yield Piece(task.cell.key, task.seed, task.first, task.last), outcomes

    def _task(self, number: int, piece: Piece, cell: Cell) -> Task:
        where = (self._address, self.game.version, self.game.schema)
        return Task(*where, cell, number, piece.seed, piece.first, piece.last, rows=None)


@contextmanager
def outcome_cache(
    sides: Sequence[ResolvedExperiment], options: PlayOptions, store: PieceStore | None = None
) -> Iterator[OutcomeCache]:
    """A cache with workers for these experiments, and for others that need nothing else compiled. What a store has is
    not played again."""
    check_workers(options)
    for side in sides:
        side.game.prepare(side.cells, LOGGER.warning)
    games = {id(side.game): side.game for side in sides}
    cells = {key: [cell for side in sides if side.game is game for cell in side.cells] for key, game in games.items()}
    for note in dict.fromkeys(note for key, game in games.items() for note in game.notes(cells[key])):
        LOGGER.warning(note)
    shown = Progress(options.progress, is_cancelled=options.is_cancelled)
    with started_pool(options) as workers, workers, shown as progress:
        yield OutcomeCache(sides[0], workers, options, progress, store)


def _pieces(seeded: SeededCell, first: int, last: int, cuts: Sequence[int] = ()) -> Iterator[Piece]:
    """The games [first, last), cut at multiples of the size of a piece, and at these indices."""
    while first < last:
        end = min(last, (first // PIECE + 1) * PIECE, *(cut for cut in cuts if cut > first))
        yield Piece(seeded.cell.key, seeded.seed, first, end)
        first = end
