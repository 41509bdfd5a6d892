"""Games a second on one core, of every policy; and steps a second of a loop that knows no game.

The loop is what machines, and one machine at different times, are compared by: it is measured in the same run, compiled
or interpreted as the games are. Run as a script this measures the speeds of plain Python:

NUMBA_DISABLE_JIT=1 python -m tests.bench._speeds
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from time import perf_counter

import numba
import numpy as np

from engine.game import load_game
from engine.shipwreck.policies import INSTALLED
from tests.words import read_words

POLICIES = [name for name in INSTALLED if name != "script"]
POLICIES.insert(POLICIES.index("pragmatic"), "pragmatic depth=1")

BATCHES = 7
"""The fastest of several counts, because machines are noisy."""
SECONDS = 0.4
"""Of a batch of compiled games."""
PLAIN_GAMES = 12
STEPS, PLAIN_STEPS = 30_000_000, 300_000


@dataclass
class Speeds:
    """Of one run."""

    reference: float
    """Steps a second of the loop."""
    games: dict[str, float]
    """Games a second, by policy."""


@numba.njit
def loop(steps: int, table: np.ndarray) -> int:  # type: ignore[type-arg]
    """What a game does most: arithmetic on integers, look-ups, and branches that nobody foresees."""
    state, found = 1, 0
    for _ in range(steps):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        if table[(state >> 16) & 63] > state & 7:
            found += 1
    return found


def compiled_speeds() -> Speeds:
    """The best of several batches; the loop is run between all of them, so that it has the same luck."""
    found = Speeds(0.0, {})
    loop(1, _table())
    for policy in POLICIES:
        games = max(100, int(speed(policy, 200) * SECONDS))
        for _ in range(BATCHES):
            found.reference = max(found.reference, reference(STEPS))
            found.games[policy] = max(found.games.get(policy, 0.0), speed(policy, games))
    return found


def plain_speeds() -> Speeds:
    """The same source, interpreted, in a process of its own."""
    command = [sys.executable, "-m", __spec__.name]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=True)
    return Speeds(**json.loads(done.stdout))


def reference(steps: int) -> float:
    """Steps a second."""
    table = _table()
    began = perf_counter()
    loop(steps, table)
    return steps / (perf_counter() - began)


def speed(policy: str, games: int) -> float:
    """Games a second of one batch: base set, three players, no doom."""
    game = load_game("shipwreck")
    [cell] = game.cells(game.resolve({"policies": [policy], "players": [3], "doom": [0]}, "bench"))
    game.prepare([cell], print)
    began = perf_counter()
    game.simulate(cell, 1, 0, games)
    return games / (perf_counter() - began)


def _table() -> np.ndarray:  # type: ignore[type-arg]
    return np.arange(64) % 8


if __name__ == "__main__":
    read_words("tests.bench._speeds")
    speeds = Speeds(max(reference(PLAIN_STEPS) for _ in range(BATCHES)), {})
    for policy in POLICIES:
        speeds.games[policy] = speed(policy, PLAIN_GAMES)
    print(json.dumps(asdict(speeds)))
