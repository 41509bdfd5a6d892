"""Games a second on one core, of every policy; and, in the same moments, steps of a loop that knows no game.

The loop is what machines, and one machine at different times, are compared by: it is measured in the same run, compiled
or interpreted as the games are. Seconds are those that the process was computing, so that others who wait for the same
core do not count. Run as a script this measures plain Python, which can also count how often a policy is asked:

NUMBA_DISABLE_JIT=1 python -m tests.bench._speeds
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from engine.game.protocol import PlaysTwoWays
from tests.bench._cases import Case, cases
from tests.support.words import read_words

BATCHES = 7
"""The fastest of several counts, because machines are noisy."""
SECONDS = 0.4
"""Of a batch of compiled games."""
PLAIN_GAMES = 12
STEPS, PLAIN_STEPS = 20_000_000, 100_000
TABLE = np.random.default_rng(1).integers(0, 1000, 1 << 16, dtype=np.int32)


class Speed(NamedTuple):
    """Of one policy."""

    games: float
    """A second."""
    loop: float
    """Steps of the loop a second, in the same moments."""
    turns: float = 0.0
    """Of a game, on average."""
    asked: float = 0.0
    """Decisions of a turn, on average; only plain Python counts them."""


def _loop(steps: int, table: NDArray[np.int32]) -> int:
    """What games do most: arithmetic on integers, look-ups in a table, and choices that nobody foresees."""
    one, two, found = 1, 2, 0
    for _ in range(steps):
        one = (one * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        two = (two * 1_103_515_245 + found) & 0x7FFF_FFFF
        if table[one >> 15] > table[two >> 15]:
            found += one & 7
        else:
            two ^= one
    return found


loop: Any = numba.njit(_loop)


def compiled_speeds() -> dict[str, Speed]:
    """The best of several batches, the loop between them."""
    loop(1, TABLE)
    return {case.name: best(case, max(100, int(timed(case, 200)[0] * SECONDS)), STEPS, BATCHES) for case in cases()}


def plain_speeds() -> dict[str, Speed]:
    """The same source, interpreted, in a process of its own."""
    command = [sys.executable, "-m", __spec__.name]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=True)
    return {name: Speed(*speed) for name, speed in json.loads(done.stdout).items()}


def best(case: Case, count: int, steps: int, batches: int) -> Speed:
    """The fastest of some batches, of games and of the loop."""
    measured = [(*timed(case, count), looped(steps)) for _ in range(batches)]
    games, turns, loops = zip(*measured, strict=True)
    return Speed(max(games), max(loops), turns[0])


def timed(case: Case, count: int) -> tuple[float, float]:
    """Games a second of one batch, and the turns of a game."""
    game, cell = case.cell()
    if isinstance(game, PlaysTwoWays):
        game.compile_now()
    game.prepare([cell], print)
    began = process_time()
    rows = game.simulate(cell, 1, 0, count).rows
    return count / (process_time() - began), float(rows["turns"].mean())


def looped(steps: int) -> float:
    """Steps of the loop a second."""
    began = process_time()
    loop(steps, TABLE)
    return steps / (process_time() - began)


def asked(case: Case, count: int) -> float:
    """How often a policy is asked for a decision in a turn. Works in plain Python only: the kernel is a module whose
    functions can be replaced. A game of one file counts its own."""
    game, cell = case.cell()
    if isinstance(game, PlaysTwoWays):
        rows = game.simulate(cell, 1, 0, count).rows
        return float(rows["decisions"].sum() / rows["turns"].sum())
    modules, decisions = case.kernel()
    questions = 0

    def counted(decide: Callable[..., object]) -> Callable[..., object]:
        def ask(*arguments: object) -> object:
            nonlocal questions
            questions += 1
            return decide(*arguments)

        return ask

    before = [(each, name, getattr(each, name)) for each in modules for name in decisions if hasattr(each, name)]
    try:
        for each, name, decide in before:
            setattr(each, name, counted(decide))
        turns = int(game.simulate(cell, 1, 0, count).rows["turns"].sum())
    finally:
        for each, name, decide in before:
            setattr(each, name, decide)
    return questions / turns


def plain_speed(case: Case) -> Speed:
    """Of plain Python: the games are timed first, then played again to count decisions."""
    return best(case, PLAIN_GAMES, PLAIN_STEPS, 1)._replace(asked=asked(case, PLAIN_GAMES))


if __name__ == "__main__":
    read_words("tests.bench._speeds")
    print(json.dumps({case.name: plain_speed(case) for case in cases()}))
