"""Whether memory stays flat: the same run with forty times the games."""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from sim.experiment.experiment import resolve
from sim.play.options import Detail, PlayOptions
from sim.play.runner import play
from tests.support.words import read_number, read_words

FEW, MANY = 1_000_000, 40_000_000
FLAT = 1.3
GRID = {"decks": ["base"], "policies": ["certain"], "players": [3], "doom": [0, 6]}


def main() -> None:
    """Peak resident memory of parent and worker, for both kinds of run."""
    for detail in ("games", "cells"):
        few, many = (_peak(games, detail) for games in (FEW, MANY))
        for who in ("parent", "worker"):
            ratio = many[who] / few[who]
            print(
                f"--detail {detail}, {who}: {few[who]:5.0f} MB for {FEW:,} games, {many[who]:5.0f} MB for {MANY:,}:"
                f" {ratio:.2f} times (aim: at most {FLAT})"
            )


def _peak(games: int, detail: str) -> dict[str, float]:
    """Measured in a process of its own: a peak never goes down again."""
    command = [sys.executable, "-m", "tests.bench.memory", str(games), detail]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return dict(json.loads(out))


def measure(games: int, detail: Detail) -> dict[str, float]:
    """Play, and say how many megabytes the parent and the largest worker needed."""
    effective = resolve({**GRID, "games": games // 2}, "bench")
    with tempfile.TemporaryDirectory() as folder:
        play(effective, Path(folder) / "run", PlayOptions(workers=2, detail=detail, progress=False))
    usage = {"parent": resource.RUSAGE_SELF, "worker": resource.RUSAGE_CHILDREN}
    return {who: resource.getrusage(kind).ru_maxrss / 1024 for who, kind in usage.items()}


if __name__ == "__main__":
    usage = "tests.bench.memory GAMES DETAIL (python -m tests.bench memory is the benchmark)"
    number, kept = read_words(usage, 2, 2).plain
    print(json.dumps(measure(read_number(usage, number), kept)))  # type: ignore[arg-type]
