"""What a search wins or loses against its base in compiled games, on the same luck; with the 99 % interval.

    python -m tests.engine.players.measured_games hadal --games 2000

One cell of each game. A search sits in the seat in focus, or decides for everybody where all win together.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import repeat
from time import process_time
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

from engine.game.cell import Cell, Json
from engine.game.registry import load_game
from engine.game.seats import FIELD_ONLY, FOCUS_ONLY
from engine.players.compiled_game.gated_games import GatedGames

SEED, GAMES, WORLDS, BLOCK = 35, 2_000, 64, 10
SURE = 2.576
"""Standard errors of a 99 % interval."""


class Measured(NamedTuple):
    """Some games: what the search got more than its base in each, and what that took."""

    gains: list[float]
    rollouts: int
    seconds: float
    """Of CPU."""

    def line(self, unit: str) -> str:
        gains = np.array(self.gains)
        wide = SURE * gains.std(ddof=1) / len(gains) ** 0.5
        what = f"{gains.mean():+.2f} {unit}, 99 % from {gains.mean() - wide:+.2f} to {gains.mean() + wide:+.2f}"
        each = self.seconds / len(gains)
        speed = f"{self.rollouts / self.seconds:,.0f} rollouts a second, {each:.2f} s CPU a game"
        return f"{what}; {len(gains)} games, {np.count_nonzero(gains)} differ; {speed}"


def cell_of(game: str, **grid: Any) -> Cell:
    loaded = load_game(game)
    return loaded.cells(loaded.resolve(grid, "measured"))[0]


def together(game: str, column: str, times: float, base: str, scenario: Json, first: int, worlds: int) -> Measured:
    """The search in all seats, against its base in all seats."""
    search = cell_of(game, policies=[f"search base={base} worlds={worlds}"], **scenario)
    found = counted(game, search, first)
    true = load_game(game).simulate(cell_of(game, policies=[base], **scenario), SEED, first, first + BLOCK).rows
    gains = found.rows[column].astype(float) - true[column].astype(float)
    return Measured((times * gains).tolist(), found.rollouts, found.seconds)


def in_focus(game: str, base: str, scenario: Json, first: int, worlds: int) -> Measured:
    """The search in one seat against its base in all others, and its base there."""
    found = counted(game, cell_of(game, focus=[f"search base={base} worlds={worlds}"], field=[base], **scenario), first)
    paired = found.rows["paired"]
    gains = 100.0 * (paired == FOCUS_ONLY) - 100.0 * (paired == FIELD_ONLY)
    return Measured(gains.tolist(), found.rollouts, found.seconds)


class Counted(NamedTuple):
    rows: Any
    rollouts: int
    seconds: float


def counted(game: str, cell: Cell, first: int) -> Counted:
    """A block of games, and the rollouts of their searches."""
    rollouts, fork = 0, GatedGames.fork

    def counting(self: GatedGames, *given: Any) -> Any:
        nonlocal rollouts
        rows, is_whole = fork(self, *given)
        rollouts += len(rows)
        return rows, is_whole

    loaded = load_game(game)
    loaded.simulate(cell, SEED, 0, 0)  # compiled now
    with patch.object(GatedGames, "fork", counting):
        began = process_time()
        rows = loaded.simulate(cell, SEED, first, first + BLOCK).rows
        return Counted(rows, rollouts, process_time() - began)


POINTS = "points"
MEASURED: Mapping[str, tuple[str, Callable[[int, int], Measured]]] = {
    "hadal": (POINTS, partial(together, "hadal", "won", 100, "veteran", {"missions": ["A"], "players": [2]})),
    "shipwreck": (POINTS, partial(together, "shipwreck", "won", 100, "literal", {"players": [3], "doom": [4]})),
    "oracle": ("worth", partial(together, "oracle", "worth", 1, "planner", {})),
    "euphoria": (POINTS, partial(in_focus, "euphoria", "hunter", {"decks": ["surrogate"], "players": [4]})),
}
"""Each game: in what it is measured, and how a block of games is, from its first game on and with so many worlds."""


def measure(game: str, games: int = GAMES, worlds: int = WORLDS, workers: int = 2) -> Measured:
    _, block = MEASURED[game]
    block(0, 2)  # compiled once
    with ProcessPoolExecutor(workers) as pool:
        found = list(pool.map(block, range(0, games, BLOCK), repeat(worlds)))
    gains = [gain for each in found for gain in each.gains]
    return Measured(gains, sum(each.rollouts for each in found), sum(each.seconds for each in found))


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("game", choices=[*MEASURED])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    print(
        f"{asked.game}: {measure(asked.game, asked.games, asked.worlds, asked.workers).line(MEASURED[asked.game][0])}"
    )
