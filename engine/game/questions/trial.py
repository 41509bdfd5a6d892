"""What a question is asked about: some cells of a game, and a few games of each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from time import perf_counter
from typing import NamedTuple, TypeVar

import numpy as np

from engine.errors import Text, message
from engine.game.cell import Cell, Json
from engine.game.protocol import AnswersForForks, AnswersForSecrets, Game
from engine.game.results import Batch, ForkFindings, Rows, Secrets

SOURCE = "check"
"""Where the experiments of a trial come from: what starts the line of an error."""
MOST_CELLS = 12
OF_SECRETS = 20
"""Of so many games, one is asked about secrets."""
OF_FORKS = 2
"""Cells that are asked about forks."""
SECONDS_OF_SECRETS = 0.4
"""For each cell, if its games are slow; each is played many times."""
T = TypeVar("T")


@dataclass
class Trial:
    """One experiment with a game, for all questions."""

    game: Game
    address: str
    """Where another process finds the game; see `engine.game.registry`."""
    experiment: Mapping[str, object] = field(default_factory=dict)
    """The game's part of an experiment, as a person writes it."""
    games: int = 40
    """Games of each cell."""
    seed: int = 1
    _played: dict[str, Batch] = field(default_factory=dict)

    @cached_property
    def grid(self) -> Json:
        """The experiment, resolved."""
        return self.game.resolve(self.experiment, SOURCE)

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells, or some of all kinds if there are many."""
        return spread(self.game.cells(self.grid), MOST_CELLS)

    def play(self, cell: Cell, first: int = 0, last: int | None = None, seed: int | None = None) -> Batch:
        """Some games of a cell, played now."""
        return self.game.simulate(
            cell, self.seed if seed is None else seed, first, self.games if last is None else last
        )

    def batch(self, cell: Cell) -> Batch:
        """The games of a cell, as they were played first."""
        if cell.key not in self._played:
            self._played[cell.key] = self.play(cell)
        return self._played[cell.key]

    @cached_property
    def secrets(self) -> Secrets:
        """What seats can see that they should not, in a few games of each cell."""
        if not isinstance(self.game, AnswersForSecrets):
            return Secrets()
        return found_secrets(self.game, self.cells, self.seed, max(1, self.games // OF_SECRETS))

    @cached_property
    def forks(self) -> ForkFindings:
        """What is wrong with games that go on from a decision in another way, in a few cells."""
        if not isinstance(self.game, AnswersForForks):
            return ForkFindings()
        cells = spread(self.cells, OF_FORKS)
        return ForkFindings.of_all([part for cell in cells for part in self.game.fork_findings(cell, self.seed)])

    def rows(self, cell: Cell) -> Rows:
        return self.batch(cell).rows


class Question(NamedTuple):
    """One question."""

    name: str
    """Two or three words."""
    meaning: str
    """What holds for a game that passes."""
    faults: Callable[[Trial], Iterator[Text]]


def found_secrets(game: AnswersForSecrets, cells: Sequence[Cell], seed: int, games: int) -> Secrets:
    """What is found in some games of each cell, or as much of them as there is time for."""
    parts = []
    for cell in cells:
        ends = perf_counter() + SECONDS_OF_SECRETS
        for part in chain.from_iterable(game.secrets(cell, seed, index) for index in range(games)):
            parts.append(part)
            if perf_counter() > ends and part.asked + part.unasked:
                break
    return Secrets.of_all(parts)


def spread(things: list[T], most: int) -> list[T]:
    """At most this many of these things, evenly from first to last."""
    if len(things) <= most:
        return things
    return [things[int(at)] for at in np.linspace(0, len(things) - 1, most)]


def difference(one: Batch, other: Batch, first: int = 0) -> Text | None:
    """Where two batches of the same games differ, in a few words; None if they are equal. `first` is the index of
    their first game."""
    if one.rows.dtype != other.rows.dtype or len(one.rows) != len(other.rows):
        return message(
            "{rows} rows of {columns} columns, then {rows2} of {columns2} columns",
            rows=len(one.rows),
            columns=_columns(one.rows),
            rows2=len(other.rows),
            columns2=_columns(other.rows),
        )
    for name in one.rows.dtype.names or ():
        apart = np.flatnonzero(one.rows[name] != other.rows[name])
        if len(apart):
            at = int(apart[0])
            return message(
                "game {game}: {column} is {value}, then {value2}",
                game=first + at,
                column=name,
                value=one.rows[name][at],
                value2=other.rows[name][at],
            )
    if not np.array_equal(one.pieces, other.pieces):
        return message("the rows are the same, but the counters of the pieces are not")
    for name in sorted({*one.tables, *other.tables}):
        if not np.array_equal(one.tables.get(name, ()), other.tables.get(name, ())):
            return message("the rows are the same, but the table {table} is not", table=name)
    return None


def _columns(rows: Rows) -> int:
    return len(rows.dtype.names or ())
