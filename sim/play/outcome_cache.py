"""Games played for a comparison: cells and indices are asked for, outcomes are given, and no run directory is made.

Games are cut at fixed indices and each piece is played once: equal keys of cells mean equal games, so sides that agree
in a cell share what was played there. Nothing depends on the number of workers or on what was asked for before.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from tqdm import tqdm

from engine.game.cell import Cell
from engine.game.protocol import Game
from sim.experiment.experiment import ResolvedExperiment
from sim.play.dispatch import dispatch
from sim.play.executors import WorkerPool, check_workers, started_pool
from sim.play.logs import LOGGER
from sim.play.options import PlayOptions
from sim.play.outcomes import Outcomes, joined, play_outcomes
from sim.play.worker import Task

PIECE = 1024
"""Games of one task: a fraction of a second, so that all workers stay busy to the end."""


class SeededCell(NamedTuple):
    """Where games are played: a cell, under a seed."""

    cell: Cell
    seed: int


class Piece(NamedTuple):
    """Some consecutive games of a place."""

    key: str
    seed: int
    first: int
    last: int


class OutcomeCache:
    """Plays what is asked for, and remembers it."""

    def __init__(self, experiment: ResolvedExperiment, workers: WorkerPool, options: PlayOptions) -> None:
        self.game: Game = experiment.game
        self.played = 0
        """Games played so far, all places together."""
        self._address = experiment.address
        self._workers = workers
        self._patience = options.patience
        self._hidden = not (sys.stderr.isatty() if options.progress is None else options.progress)
        self._kept: dict[Piece, Outcomes] = {}

    def play(self, places: Sequence[SeededCell], last: int, first: int = 0) -> list[Outcomes]:
        """The games [first, last) of each place, in the order of the places."""
        asked = [list(_pieces(place, first, last)) for place in places]
        missing = {
            piece: place.cell
            for place, pieces in zip(places, asked, strict=True)
            for piece in pieces
            if piece not in self._kept
        }
        with tqdm(
            total=sum(piece.last - piece.first for piece in missing),
            unit=" games",
            unit_scale=True,
            dynamic_ncols=True,
            leave=False,
            disable=self._hidden,
        ) as bar:
            for piece, outcomes in self._play(missing):
                self._kept[piece] = outcomes
                self.played += outcomes.games
                bar.update(outcomes.games)
        return [joined([self._kept[piece] for piece in pieces]) for pieces in asked]

    def forget(self, places: Iterable[SeededCell]) -> None:
        """Free the memory of places that will not be asked for again."""
        gone = {(place.cell.key, place.seed) for place in places}
        self._kept = {piece: kept for piece, kept in self._kept.items() if (piece.key, piece.seed) not in gone}

    def _play(self, missing: dict[Piece, Cell]) -> Iterator[tuple[Piece, Outcomes]]:
        tasks = (self._task(number, *asked) for number, asked in enumerate(missing.items()))
        for task, outcomes in dispatch(tasks, play_outcomes, self._workers, self._patience):
            yield Piece(task.cell.key, task.seed, task.first, task.last), outcomes

    def _task(self, number: int, piece: Piece, cell: Cell) -> Task:
        where = (self._address, self.game.version, self.game.schema)
        return Task(*where, cell, number, piece.seed, piece.first, piece.last, rows=False)


@contextmanager
def outcome_cache(sides: Sequence[ResolvedExperiment], options: PlayOptions) -> Iterator[OutcomeCache]:
    """Workers for games of these experiments, and of others that need nothing else compiled."""
    check_workers(options)
    for side in sides:
        side.game.prepare(side.cells, LOGGER.warning)
    for note in dict.fromkeys(note for side in sides for note in side.game.notes(side.cells)):
        LOGGER.warning("policy not adapted: %s", note)
    with started_pool(options) as workers, workers:
        yield OutcomeCache(sides[0], workers, options)


def _pieces(place: SeededCell, first: int, last: int) -> Iterator[Piece]:
    """Cut at multiples of the size of a piece, wherever one begins."""
    while first < last:
        end = min(last, (first // PIECE + 1) * PIECE)
        yield Piece(place.cell.key, place.seed, first, end)
        first = end
