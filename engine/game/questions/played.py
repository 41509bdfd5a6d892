"""Questions about games that are played again: a game is a function of its cell, its seed and its index."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import partial

import numpy as np

from engine.errors import Text, message
from engine.game.cell import Cell
from engine.game.questions.blame import in_one_line
from engine.game.questions.trial import Trial, difference
from engine.game.results import Batch, Rows

CHANCE = 1e-6
"""The probability that games of an honest game are called the same though they only look alike."""
FEW_CELLS = 4
PARTS = 32
"""Of the games whose views are watched."""
FACTORS = (100, 1_000, 10_000, 100_000, 1_000_000)
"""By which a hasty author multiplies the seed before he adds the index."""


@contextmanager
def python_luck(seed: int) -> Iterator[None]:
    """Meanwhile, the generators that all code of a process shares are at another place."""
    before, numpys = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed)
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(numpys)


def plays(trial: Trial) -> Iterator[Text]:
    for cell in trial.cells:
        try:
            trial.batch(cell)
        except (Exception, SystemExit) as error:
            games = message("games {first} to {last}", first=0, last=trial.games - 1)
            yield _failing_game(trial, cell) or _said_of(cell, games, error)


def _failing_game(trial: Trial, cell: Cell) -> Text | None:
    """The first game that fails when it is played alone."""
    for index in range(trial.games):
        try:
            trial.play(cell, index, index + 1)
        except (Exception, SystemExit) as error:
            return _said_of(cell, message("game {game}", game=index), error)
    return None


def _said_of(cell: Cell, games: Text, error: BaseException) -> Text:
    """A game may already say itself which cell it was."""
    fault = in_one_line(error)
    if str(fault).startswith(cell.name):
        return fault
    return message("{cell}: {games}: {fault}", cell=cell.name, games=games, fault=fault)


def same_again(trial: Trial) -> Iterator[Text]:
    """Shared generators stand elsewhere the second time, so a game that draws from one is seen even where a test
    runner seeds them."""
    for cell in trial.cells:
        with python_luck(1):
            once = trial.play(cell)
            drawn = random.getstate() != _state_after(1)
        before = deepcopy(cell.spec), deepcopy(dict(cell.labels))
        with python_luck(2):
            apart = difference(once, trial.play(cell))
        if apart:
            fault = message("{apart}; it draws from Python’s random", apart=apart) if drawn else apart
            yield message("{cell}: {fault}", cell=cell.name, fault=fault)
        if (cell.spec, dict(cell.labels)) != before:
            yield message("{cell}: playing changes the cell", cell=cell.name)


def _state_after(seed: int) -> object:
    return random.Random(seed).getstate()


def no_memory(trial: Trial) -> Iterator[Text]:
    """Other cells and other seeds are played in between."""
    for cell in trial.cells:
        trial.batch(cell)
    for cell in reversed(trial.cells):
        trial.play(cell, seed=trial.seed + 1, last=max(2, trial.games // 4))
        apart = difference(trial.batch(cell), trial.play(cell))
        if apart:
            yield message("{cell}, after other games: {apart}", cell=cell.name, apart=apart)


def views_stay(trial: Trial) -> Iterator[Text]:
    """A policy that changes what it is shown changes the game."""
    meddling = getattr(trial.game.policies, "meddling", None)
    if meddling is not None:
        for cell in trial.cells:
            faults = meddling(partial(_play_in_parts, trial, cell))
            yield from (message("{cell}: {fault}", cell=cell.name, fault=fault) for fault in faults)


def _play_in_parts(trial: Trial, cell: Cell) -> None:
    """Whoever watches a policy slows it down; in small parts, nobody takes a slow game for one that hangs."""
    size = max(1, trial.games // PARTS)
    for first in range(0, trial.games, size):
        trial.play(cell, first, min(first + size, trial.games))


def splits_anywhere(trial: Trial) -> Iterator[Text]:
    for cell in trial.cells:
        whole, games = trial.batch(cell), trial.games
        single = [(index, index + 1) for index in range(games)]
        thirds = [(0, games // 3), (games // 3, games // 3), (games // 3, games - 1), (games - 1, games)]
        for backwards, ranges in ((True, single[::-1]), (False, thirds)):
            parts = sorted(((first, trial.play(cell, first, last)) for first, last in ranges), key=lambda part: part[0])
            apart = difference(whole, joined([part for _, part in parts]))
            if apart:
                yield (
                    message("{cell}, played one game at a time, backwards: {apart}", cell=cell.name, apart=apart)
                    if backwards
                    else message("{cell}, played in parts: {apart}", cell=cell.name, apart=apart)
                )
                break


def secrets_kept(trial: Trial) -> Iterator[Text]:
    """No view changes, and no decision, where what a seat has not been shown lies otherwise."""
    yield from trial.secrets.leaks


def forks_hold(trial: Trial) -> Iterator[Text]:
    """Who goes on with the true choices on the true luck plays the true game; other forks end, are the same again, and
    know no more than the seat that decides."""
    yield from trial.forks.faults


def joined(parts: list[Batch]) -> Batch:
    """The batch that these parts are when they are added up."""
    names = {name for part in parts for name in part.tables}
    return Batch(
        np.concatenate([part.rows for part in parts]),
        np.sum([part.pieces for part in parts], axis=0),
        {name: np.sum([part.tables[name] for part in parts], axis=0) for name in names},
    )


def other_games(trial: Trial) -> Iterator[Text]:
    """Seeds and indices that a hasty author confuses: the sum of both, the lower bits of one."""
    seed, n = trial.seed, trial.games
    varied = [cell for cell in trial.cells if chance_of_equal(trial.rows(cell), 1) < 1]
    if not varied:
        yield message(
            "all {games} games of seed {seed} are alike, in every cell: nothing depends on the index",
            games=n,
            seed=seed,
        )
    for cell in [cell for cell in varied if chance_of_equal(trial.rows(cell), n - 1) < CHANCE][:FEW_CELLS]:
        yield from _confused(trial, cell, seed, n)


def _confused(trial: Trial, cell: Cell, seed: int, n: int) -> Iterator[Text]:
    rows = trial.rows(cell)
    following = trial.play(cell, seed=seed + 1).rows
    blocks = [
        (
            message("games {first} to {last} of seed {seed}", first=n, last=2 * n - 1, seed=seed),
            trial.play(cell, n, 2 * n).rows,
        )
    ]
    blocks += [
        (message("games from {first} on", first=first), trial.play(cell, first, first + n).rows)
        for first in (1 << 16, 1 << 32)
    ]
    blocks.append((message("the games of seed {seed}", seed=seed + 1), following))
    blocks += [
        (message("the games of seed {seed}", seed=other), trial.play(cell, seed=other).rows)
        for other in (seed + (1 << 32), seed + (1 << 63))
    ]
    for factor in FACTORS:
        what = message("games from {first} on of seed {seed}", first=factor, seed=seed - 1)
        blocks.append((what, trial.play(cell, factor, factor + n, seed - 1).rows))
    for what, block in blocks:
        if np.array_equal(block, rows):
            yield message(
                "{cell}: {games} are the same as games 0 to {last} of seed {seed}",
                cell=cell.name,
                games=what,
                last=n - 1,
                seed=seed,
            )
            return
    if np.array_equal(following[:-1], rows[1:]):
        yield message(
            "{cell}: game 0 of seed {seed2} is game 1 of seed {seed}, and so on: seed and index are added",
            cell=cell.name,
            seed=seed,
            seed2=seed + 1,
        )
    even = n // 2 * 2
    flipped = trial.play(cell, seed=seed ^ 1).rows[:even]
    if np.array_equal(flipped.reshape(-1, 2)[:, ::-1].ravel(), rows[:even]):
        yield message(
            "{cell}: game 1 of seed {seed2} is game 0 of seed {seed}, and so on: seed and index are mixed",
            cell=cell.name,
            seed=seed,
            seed2=seed ^ 1,
        )


def chance_of_equal(rows: Rows, games: int) -> float:
    """The probability that so many games are like so many others by chance, from the rows that were seen."""
    _, counts = np.unique(rows, return_counts=True)
    shares = counts / len(rows)
    return float(np.sum(shares * shares)) ** games
