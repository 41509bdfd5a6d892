"""What the laboratory costs beside the games it plays: speed against bare kernels, the parent's share. Once
on the machine as it is, once with two processes beside it that burn both cores."""

import re
import resource
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from engine.game.cell import Cell
from engine.game.protocol import Game
from sim.experiment.experiment import resolve
from sim.play.options import PlayOptions
from sim.play.runner import play
from sim.runs.tables import parquet_bytes  # noqa: F401 - what the parent imports is not its work

SECONDS = 20.0
ENOUGH, SHARE = 0.95, 0.03
DOOMS = (0, 4)
"""Where it is measured: the usual case, and one in which games are so short that they take little more than half the
time, while the laboratory has as much to do."""
BATCH = 32_768
BURNING = 2
"""Processes that keep a machine busy."""


class Speed(NamedTuple):
    """Games a second: of time as it passes, and of time spent computing, which a busy machine blurs less."""

    wall: float
    cpu: float


def main() -> None:
    """The overhead, on a quiet machine and on a busy one."""
    for doom in DOOMS:
        grid = {"decks": ["base"], "policies": ["certain"], "players": [3], "doom": [doom]}
        print(f"certain, 3 players, doom {doom}:")
        compare_speeds(grid)
        print(f"with {BURNING} burning processes beside it:")
        with busy_machine():
            compare_speeds(grid)


@contextmanager
def busy_machine() -> Iterator[None]:
    """Others want the cores, too."""
    burning = [get_context("fork").Process(target=_burn, daemon=True) for _ in range(BURNING)]
    for process in burning:
        process.start()
    try:
        yield
    finally:
        for process in burning:
            process.terminate()
            process.join()


def _burn() -> None:
    while True:
        pass


def compare_speeds(grid: Mapping[str, object]) -> None:
    """Half of the bare kernels before the laboratory, half after: the machine's mood averages out."""
    effective = resolve({**grid, "games": 1}, "bench")
    game, cell = effective.game, effective.cells[0]
    game.prepare([cell], print)
    before = bare(game, cell, SECONDS / 2)
    with tempfile.TemporaryDirectory() as folder:
        whole, parent, kernel = laboratory(grid, int(before.wall * SECONDS), Path(folder) / "run")
    after = bare(game, cell, SECONDS / 2)
    wall, cpu = (before.wall + after.wall) / 2, (before.cpu + after.cpu) / 2
    print(f"two bare kernels       {wall:11,.0f} games/s   {cpu:9,.0f} per CPU second")
    print(f"laboratory, 2 workers  {whole.wall:11,.0f} games/s   {whole.cpu:9,.0f} per CPU second")
    print(
        f"laboratory over bare   {whole.wall / wall:11.3f}           {whole.cpu / cpu:9.3f}   (aim: at least {ENOUGH})"
    )
    print(f"parent                 {parent:11.2f} s CPU     {parent / kernel:9.2%} of the kernel   (aim: {SHARE:.0%})")


def bare(game: Game, cell: Cell, seconds: float, batch: int = BATCH) -> Speed:
    """Two processes that do nothing but play."""
    context = get_context("fork")
    results = context.SimpleQueue()
    kernels = [context.Process(target=_bare, args=(game, cell, seconds, batch, results)) for _ in range(2)]
    for kernel in kernels:
        kernel.start()
    speeds = [results.get() for _ in kernels]
    for kernel in kernels:
        kernel.join()
    return Speed(sum(speed.wall for speed in speeds), sum(speed.cpu for speed in speeds) / 2)


def _bare(game: Game, cell: Cell, seconds: float, batch: int, results: object) -> None:
    began, cpu, played = time.perf_counter(), time.process_time(), 0
    while (spent := time.perf_counter() - began) < seconds:
        game.simulate(cell, 1, played, played + batch)
        played += batch
    results.put(Speed(played / spent, played / (time.process_time() - cpu)))  # type: ignore[attr-defined]


def laboratory(grid: Mapping[str, object], games: int, path: Path) -> tuple[Speed, float, float]:
    """The speed of a whole run, the parent's CPU seconds, and the seconds spent in kernels."""
    effective = resolve({**grid, "games": games}, "bench")
    parent, workers, began = _cpu(resource.RUSAGE_SELF), _cpu(resource.RUSAGE_CHILDREN), time.perf_counter()
    store = play(effective, path, PlayOptions(workers=2, progress=False))
    spent = time.perf_counter() - began
    parent, workers = _cpu(resource.RUSAGE_SELF) - parent, _cpu(resource.RUSAGE_CHILDREN) - workers
    kernel = sum(map(float, re.findall(r" in ([\d.]+) s$", store.log.read_text(), re.MULTILINE)))
    return Speed(games / spent, games / (parent + workers)), parent, kernel


def _cpu(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime
