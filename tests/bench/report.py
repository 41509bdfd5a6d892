"""What a report costs: seconds for every million rows, and whether memory stays bounded."""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.runner import play
from tests.support.words import read_words

FEW, MANY = 1_000_000, 20_000_000
SECONDS = 2.0
FLAT = 1.5
GRID = {"decks": ["base"], "policies": ["guess"], "players": [3], "doom": [0, 6]}


def main() -> None:
    """The same report for twenty times the rows."""
    measured = {}
    for rows in (FEW, MANY):
        with tempfile.TemporaryDirectory() as folder:
            effective = resolve({**GRID, "games": rows // 2}, "bench")
            path = play(effective, Path(folder) / "run", PlayOptions(progress=False)).path
            command = [sys.executable, "-m", "tests.bench.report", str(path)]
            out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            measured[rows] = dict(json.loads(out))
    few, many = measured[FEW], measured[MANY]
    slope = (many["seconds"] - few["seconds"]) / (MANY - FEW) * 1e6
    print(f"report of {FEW:,} rows: {few['seconds']:.1f} s, {few['megabytes']:.0f} MB")
    print(f"report of {MANY:,} rows: {many['seconds']:.1f} s, {many['megabytes']:.0f} MB")
    print(f"for every million rows more: {slope:.2f} s (aim: at most {SECONDS})")
    print(f"memory: {many['megabytes'] / few['megabytes']:.2f} times (aim: at most {FLAT})")


def measure(path: Path) -> dict[str, float]:
    """Build a report in this process, which does nothing else: a peak never goes down again."""
    from sim.report.build import build

    began = perf_counter()
    build(path)
    spent = perf_counter() - began
    return {"seconds": spent, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


if __name__ == "__main__":
    [run] = read_words("tests.bench.report RUN (python -m tests.bench report is the benchmark)", 1, 1).plain
    print(json.dumps(measure(Path(run))))
