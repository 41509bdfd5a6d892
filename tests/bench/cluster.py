"""What a Dask cluster costs beside the games: a cluster on this machine, with more and more workers and ever larger
blocks. From this and the speed of `literal` follows what a billion games would cost on a large one.

`docs/how-to/cluster.md` shows the numbers of one machine.
"""

import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from distributed import LocalCluster

from sim.experiment.experiment import resolve
from sim.play.executors import LOCAL_CLUSTER, without_current_directory
from sim.play.options import PlayOptions
from sim.play.runner import play
from tests.bench._cases import Case
from tests.bench._speeds import best

WORKERS = (1, 2, 4)
BLOCKS = (1_024, 8_192, 131_072)
CERTAIN = {"decks": ["base"], "policies": ["certain"], "players": [3], "doom": [0]}
GAMES = 2_097_152
FEWER = 204_800
"""For the smallest blocks: two hundred of them show what one costs."""
BILLION, CORES, BLOCK = 1_000_000_000, 100, 262_144


class Row(NamedTuple):
    """A run on a cluster."""

    workers: int
    block: int
    games: int
    seconds: float

    @property
    def blocks(self) -> int:
        return self.games // self.block


def main() -> None:
    rows = [row for workers in WORKERS for row in on_cluster(workers)]
    print(f"{'workers':>8} {'block':>9} {'blocks':>7} {'games/s':>11} {'ms a block':>11}")
    for row in rows:
        each = 1000 * row.seconds / row.blocks
        print(f"{row.workers:8} {row.block:9,} {row.blocks:7,} {row.games / row.seconds:11,.0f} {each:11.1f}")
    overhead = extra(rows)
    print(f"a block costs {1000 * overhead:.1f} ms beside its games (one worker, rows kept)")
    for line in billion(best(Case("shipwreck", "literal"), 20_000, 1000, 3).games, overhead):
        print(line)


def on_cluster(workers: int) -> list[Row]:
    """The same games in blocks of each size, after a first run in which every worker loads the compiled code."""
    with (
        without_current_directory(),
        LocalCluster(n_workers=workers, **LOCAL_CLUSTER) as cluster,
        tempfile.TemporaryDirectory() as folder,
    ):
        address = cluster.scheduler_address
        _played(address, FEWER, min(BLOCKS), Path(folder) / "first")
        return [
            Row(workers, block, games, _played(address, games, block, Path(folder) / str(block)))
            for block in BLOCKS
            for games in [FEWER if block == min(BLOCKS) else GAMES]
        ]


def _played(scheduler: str, games: int, block: int, path: Path) -> float:
    """The seconds of a run that keeps its rows."""
    experiment = resolve({**CERTAIN, "games": games}, "bench")
    began = perf_counter()
    play(experiment, path, PlayOptions(executor="dask", scheduler=scheduler, block=block, progress=False))
    return perf_counter() - began


def extra(rows: list[Row]) -> float:
    """The seconds of a block beside its games: one worker, small blocks against large ones."""
    [small] = [row for row in rows if (row.workers, row.block) == (1, min(BLOCKS))]
    [large] = [row for row in rows if (row.workers, row.block) == (1, max(BLOCKS))]
    return small.seconds / small.blocks - small.block * large.seconds / large.games


def billion(speed: float, overhead: float) -> list[str]:
    """What a billion games would take, computed from what was measured."""
    games = BILLION / speed
    blocks = BILLION // BLOCK
    return [
        f"computed, not measured: {BILLION:,} games of literal at {speed:,.0f} games a second and core",
        f"  {games / 3600:.1f} core hours, {games / CORES / 60:.1f} minutes on {CORES} cores",
        f"  {blocks:,} blocks of {BLOCK:,}: {blocks * overhead:.0f} s of the machine that writes, beside the workers",
    ]
