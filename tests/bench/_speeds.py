"""Games a second on one core, of every policy; and, in the same moments, steps of a loop that knows no game.

The loop is what machines, and one machine at different times, are compared by: it is measured in the same run, compiled
or interpreted as the games are. Seconds are those that the process was computing, so that others who wait for the same
core do not count. Run as a script this measures the speeds of plain Python:

NUMBA_DISABLE_JIT=1 python -m tests.bench._speeds
"""

import json
import os
import subprocess
import sys
from time import process_time
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from engine.game.registry import load_game
from engine.shipwreck.cells.policy_set import INSTALLED
from tests.support.words import read_words

POLICIES = [name for name in INSTALLED if name != "script"]
POLICIES.insert(POLICIES.index("pragmatic"), "pragmatic depth=1")

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
    return {policy: best(policy, max(100, int(games(policy, 200) * SECONDS)), STEPS, BATCHES) for policy in POLICIES}


def plain_speeds() -> dict[str, Speed]:
    """The same source, interpreted, in a process of its own."""
    command = [sys.executable, "-m", __spec__.name]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=True)
    return {policy: Speed(*speed) for policy, speed in json.loads(done.stdout).items()}


def best(policy: str, count: int, steps: int, batches: int) -> Speed:
    """The fastest of some batches, of games and of the loop."""
    measured = [(games(policy, count), looped(steps)) for _ in range(batches)]
    return Speed(*map(max, zip(*measured, strict=True)))


def games(policy: str, count: int) -> float:
    """Games a second of one batch: base set, three players, no doom."""
    game = load_game("shipwreck")
    [cell] = game.cells(game.resolve({"policies": [policy], "players": [3], "doom": [0]}, "bench"))
    game.prepare([cell], print)
    began = process_time()
    game.simulate(cell, 1, 0, count)
    return count / (process_time() - began)


def looped(steps: int) -> float:
    """Steps of the loop a second."""
    began = process_time()
    loop(steps, TABLE)
    return steps / (process_time() - began)


if __name__ == "__main__":
    read_words("tests.bench._speeds")
    print(json.dumps({policy: best(policy, PLAIN_GAMES, PLAIN_STEPS, 1) for policy in POLICIES}))
