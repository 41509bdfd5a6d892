"""Some games before a run, to learn how fast they are played here and how much they vary. No result is kept.

Every cell plays a few games, because cells differ by a factor of a hundred. The estimate of the time leaves out what a
block costs beside its games.
"""

from collections.abc import Callable
from functools import partial
from math import sqrt
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.cell import Cell
from engine.game.outcomes import Mean
from engine.language.current import said
from sim.experiment.experiment import ResolvedExperiment
from sim.play.dispatch import dispatch
from sim.play.executors import started_pool
from sim.play.options import PlayOptions
from sim.play.outcomes import Outcomes, joined, outcomes_of
from sim.play.progress import Progress
from sim.play.runner import task_for
from sim.play.worker import Task, right_game, timed
from sim.runs.block import Block
from sim.statistics.estimates import skewed_interval

BUDGET = 2.0
"""Seconds to spend on all cells together."""
FEW = 8
"""Games of the first batch; each following batch is twice as large."""
TRIED_CELLS = 64
"""In a larger grid, only this many cells are tried, evenly spread."""
VARYING, MOST_VARYING = 2_000, 64_000
"""Games of each cell that tell how much they vary: at first, and where rare games make most of that, at most."""
APART, SURE, PATIENCE = 4.0, 0.98, 20.0
"""How far apart the ends of a variance may lie, how sure they are together, and the seconds that a cell may take."""
ANY_NUMBER = 1 << 40
"""More games than any measurement plays."""
ONE_WORKER = PlayOptions(workers=1)


def seconds_per_game(
    experiment: ResolvedExperiment, options: PlayOptions = ONE_WORKER, first: int = FEW, budget: float = BUDGET
) -> list[float]:
    """For each cell, how long one worker takes for a game. In a large grid, a cell that was not tried gets the time of
    the last cell before it that was. `first` are the games of a first batch, which may take long; `budget` are seconds
    for all cells."""
    count = len(experiment.cells)
    step = -(-count // TRIED_CELLS)
    tasks = [task_for(experiment, Block(at, 0, ANY_NUMBER)) for at in range(0, count, step)]
    measure = partial(time_games, budget=budget / len(tasks), few=first)
    tried = {}
    with started_pool(options) as workers, workers, Progress(options.progress, "cells") as progress:
        progress.begin(len(tasks), said("timing"))
        for task, seconds in dispatch(tasks, measure, workers, options.patience, tick=progress.tick):
            tried[task.number] = seconds
            progress.advance(1)
    return [tried[at // step * step] for at in range(count)]


def time_games(task: Task, budget: float, few: int = FEW) -> float:
    """Seconds for a game of a task. The first batch makes the cell ready and is not counted."""
    game = right_game(task)

    def play(first: int, size: int) -> float:
        batch = partial(game.simulate, task.cell, task.seed, first, first + size)
        return timed(task, first, first + size, batch)[1]

    play(0, few)
    played, size, took = 0, few, 0.0
    while took < budget:
        took += play(played, size)
        played, size = played + size, 2 * size
    return took / played


class Spread(NamedTuple):
    """The standard deviation of a game, between which ends it lies, and from how many games that is known; no games if
    somebody said it."""

    value: float
    low: float
    high: float
    games: int = 0


def spread_of(values: NDArray[np.float64]) -> Spread:
    """The standard deviation of these games. Where a few of them make most of it, its ends lie far apart: they are
    those of the mean square, corrected for skewness."""
    squares = (values - values.mean()) ** 2
    mean = float(squares.mean())
    if not mean:
        return Spread(0.0, 0.0, 0.0, len(values))
    away = squares - mean
    central = float((away**2).mean()), float((away**3).mean())
    low, high = skewed_interval(len(values), mean, *central, mean / len(values), SURE)
    return Spread(sqrt(float(np.var(values, ddof=1))), sqrt(max(low, 0.0)), sqrt(high), len(values))


def largest_spread(experiment: ResolvedExperiment, outcome: Mean) -> Spread:
    """The standard deviation of what a game adds to a mean, in its unit, in the cell where games vary most. Of a mean
    over another column: by how much a game moves it (delta method)."""
    cells = [cell for cell in experiment.cells if outcome.applies(cell.labels)]
    tried = cells[:: -(-len(cells) // TRIED_CELLS) or 1]
    found = []
    with Progress(unit="cells") as progress:
        progress.begin(len(tried), said("measuring how games vary"))
        for cell in tried:
            found.append(_spread(experiment, cell, outcome))
            progress.advance(1)
    return Spread(*map(max, zip(*found, strict=True))) if found else Spread(0.0, 0.0, 0.0)


def _spread(experiment: ResolvedExperiment, cell: Cell, outcome: Mean) -> Spread:
    played: list[Outcomes] = []

    def moves(games: int) -> NDArray[np.float64]:
        first = sum(part.games for part in played)
        batch = experiment.game.simulate(cell, experiment.settings.seed, first, games)
        played.append(outcomes_of(experiment.game, batch.rows))
        return _moves(outcome, joined(played))

    return known_spread(moves)


def known_spread(moves: Callable[[int], NDArray[np.float64]]) -> Spread:
    """Of as many games as it takes to know it well. `moves` says what each of the first so many games adds."""
    began, games = monotonic(), VARYING
    while True:
        found = spread_of(moves(games))
        games *= 2
        if found.high**2 <= APART * found.low**2 or games > MOST_VARYING or monotonic() - began > PATIENCE / 2:
            return found


def _moves(outcome: Mean, played: Outcomes) -> NDArray[np.float64]:
    """By how much each game moves a mean, in its unit."""
    values = played.of(outcome) / outcome.scale
    if outcome.over:
        over = played.over(outcome)
        values = (values - values.sum() / max(over.sum(), 1) * over) / max(float(over.mean()), 1e-9)
    return np.asarray(values, np.float64)
