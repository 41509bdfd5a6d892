"""Games per second and core for every policy, compiled and as plain Python, in one run.

The compiled speed is the best of several batches, because these machines are noisy; the ratio is what to compare.
"""

import json
import os
import subprocess
import sys
from time import perf_counter

POLICIES = ("mute", "guess", "certain", "novice", "literal", "pragmatic depth=1", "pragmatic", "omniscient")
BATCHES = 7
COMPILED_SECONDS, PLAIN_GAMES = 0.4, 12


def speed(policy: str, games: int) -> float:
    """Games per second of one batch: base set, three players, no doom."""
    from engine.game import load_game

    game = load_game("shipwreck")
    grid = game.resolve({"policies": [policy], "players": [3], "doom": [0]}, "bench")
    [cell] = game.cells(grid)
    game.prepare([cell], print)
    began = perf_counter()
    game.simulate(cell, 1, 0, games)
    return games / (perf_counter() - began)


def best_speed(policy: str) -> float:
    """The fastest of several batches that take a while."""
    games = max(100, int(speed(policy, 200) * COMPILED_SECONDS))
    return max(speed(policy, games) for _ in range(BATCHES))


def plain_speeds() -> dict[str, float]:
    """The same source, interpreted, in a process of its own."""
    speeds = f"{{policy: speed(policy, {PLAIN_GAMES}) for policy in POLICIES}}"
    script = f"import json; from tests.bench.engine import *; print(json.dumps({speeds}))"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=True
    )
    return dict(json.loads(done.stdout))


def main() -> None:
    plain = plain_speeds()
    print(f"{'policy':20} {'games/s':>10} {'plain':>8} {'ratio':>7}")
    for policy in POLICIES:
        compiled = best_speed(policy)
        print(f"{policy:20} {compiled:10,.0f} {plain[policy]:8,.1f} {compiled / plain[policy]:7,.0f}")
