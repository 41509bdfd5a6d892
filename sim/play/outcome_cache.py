"""Games played for a comparison: cells and indices are asked for, outcomes are given, and no run directory is made.

Games are cut at fixed indices and each piece is played once: equal keys of cells mean equal games, so sides that agree
in a cell share what was played there. Nothing depends on the number of workers or on what was asked for before.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from typing import NamedTuple

from tqdm import tqdm

from engine.errors import FatecastError
from engine.game.cell import Cell
from engine.game.protocol import Game
from sim.experiment.experiment import Effective
from sim.play.executors import Crew, check_crew, crew
from sim.play.failures import told
from sim.play.logs import LOGGER
from sim.play.outcomes import Outcomes, joined, play_outcomes
from sim.play.runner import How
from sim.play.worker import Task

PIECE = 1024
"""Games of one task: a fraction of a second, so that all workers stay busy to the end."""


class Place(NamedTuple):
    """Where games are played: a cell, under a seed."""

    cell: Cell
    seed: int


class Piece(NamedTuple):
    """Some consecutive games of a place."""

    key: str
    seed: int
    first: int
    last: int


class Arena:
    """Plays what is asked for, and remembers it."""

    def __init__(self, effective: Effective, hands: Crew, shown: bool | None) -> None:
        self.game: Game = effective.game
        self.played = 0
        """Games played so far, all places together."""
        self._address = effective.address
        self._hands = hands
        self._hidden = not (sys.stderr.isatty() if shown is None else shown)
        self._kept: dict[Piece, Outcomes] = {}

    def play(self, places: Sequence[Place], last: int, first: int = 0) -> list[Outcomes]:
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

    def forget(self, places: Iterable[Place]) -> None:
        """Free the memory of places that will not be asked for again."""
        gone = {(place.cell.key, place.seed) for place in places}
        self._kept = {piece: kept for piece, kept in self._kept.items() if (piece.key, piece.seed) not in gone}

    def _play(self, missing: dict[Piece, Cell]) -> Iterator[tuple[Piece, Outcomes]]:
        """Keep the workers busy, and hand on what they bring as it comes."""
        left = iter(missing.items())
        waiting: dict[Future[Outcomes], Piece] = {}
        while True:
            while len(waiting) < self._hands.room and (one := next(left, None)):
                piece, cell = one
                with told(cell, piece.first, piece.last, FatecastError):
                    waiting[self._hands.executor.submit(play_outcomes, self._task(cell, piece))] = piece
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                piece = waiting.pop(future)
                with told(missing[piece], piece.first, piece.last, FatecastError):
                    outcomes = future.result()
                yield piece, outcomes

    def _task(self, cell: Cell, piece: Piece) -> Task:
        where = (self._address, self.game.version, self.game.schema)
        return Task(*where, cell, 0, piece.seed, piece.first, piece.last, rows=False)


@contextmanager
def arena(sides: Sequence[Effective], how: How) -> Iterator[Arena]:
    """Workers for games of these experiments, and of others that need nothing else compiled."""
    check_crew(how.executor, how.workers, how.scheduler)
    for side in sides:
        side.game.prepare(side.cells, LOGGER.warning)
    for note in dict.fromkeys(note for side in sides for note in side.game.notes(side.cells)):
        LOGGER.warning("policy not adapted: %s", note)
    with crew(how.executor, how.workers, how.scheduler) as hands, hands:
        yield Arena(sides[0], hands, how.progress)


def _pieces(place: Place, first: int, last: int) -> Iterator[Piece]:
    """Cut at multiples of the size of a piece, wherever one begins."""
    while first < last:
        end = min(last, (first // PIECE + 1) * PIECE)
        yield Piece(place.cell.key, place.seed, first, end)
        first = end
