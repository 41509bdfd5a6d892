"""Games in files of plain Python: their speed on one core, plain and compiled, and what the laboratory costs beside
them."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import admit, load_game
from engine.outside.own.compiled.kernels import SWITCH, plain_only
from engine.outside.own.game import OwnGame
from tests.bench._against import other, rates, tree
from tests.bench.laboratory import bare, laboratory
from tests.own_games.cells import COMPILED, game_of
from tests.own_games.rows import ready
from tests.support import ROOT
from tests.support.own_file import PLAIN_PIG

SECONDS = 20.0
BATCH = 256
ENOUGH, SHARE = 2_000, 1 / 1.1
"""Games a second and core; of the games that a bare loop plays in the same CPU time."""


ROUNDS = 5
PLAIN_SECONDS, COMPILED_GAMES = 0.5, 20_000
FACTOR, OVER_OLD, COLD, COLDEST, WARM = 15.0, 50.0, 8.0, 25.0, 0.3
"""Compiled games for a plain one, in each file; for a plain one of 0.8.1, in the median; CPU seconds to compile, in the
median and at most, and to load."""
NEW = "from sim import cli; cli.main()"
START = """
from time import process_time
from tests.own_games.cells import cells_of, game_of
from tests.own_games.rows import ready, wanted
game = game_of({name!r})
cell = cells_of(game)[0]
began = process_time()
with wanted():
    ready(game)
    game.simulate(cell, 1, 0, 1)
print(process_time() - began)
"""


class File(NamedTuple):
    """A game file, as it is timed."""

    game: str
    """Its path."""
    name: str
    grid: dict[str, object]


def main(against: str = "") -> None:
    if against:
        over_another(against)
        return
    laboratory_over_bare()
    compiled_over_plain()
    compiling()


def over_another(against: str) -> None:
    """Compiled and plain play of this tree over the plain play of another commit."""
    if "{games}" in against:
        return
    factors: list[float] = []
    with ExitStack() as stack:
        theirs, _ = stack.enter_context(other(against))
        plain = stack.enter_context(tree(ROOT, **{SWITCH: "1"}))
        compiled = stack.enter_context(tree(ROOT, **{SWITCH: ""}))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        print(
            f"{'file':12} {'compiled':>11} {'plain':>9} {'there':>9}   compiled/there   plain/there   there: {against}"
        )
        for file in _files(folder):
            fast, slow, there = rates(file, compiled, plain, theirs)
            factor = median(a / b for a, b in zip(fast, there, strict=True))
            speeds = f"{median(fast):11,.0f} {median(slow):9,.0f} {median(there):9,.0f}"
            ratio = median(a / b for a, b in zip(slow, there, strict=True))
            print(f"{file.name:12} {speeds} {factor:16.1f} {ratio:13.2f}", flush=True)
            if file.name in COMPILED:
                factors.append(factor)
    print(f"median of the files of tests/games: {median(factors):.1f} (aim: {OVER_OLD:g})")


def _files(folder: Path) -> Iterator[File]:
    """The files of tests/games that are compiled, the how-to's Pig, and the game that `fatecast new` writes."""
    os.environ.pop(SWITCH, None)
    subprocess.run([sys.executable, "-c", NEW, "new", "pirates"], cwd=folder, check=True, capture_output=True)
    (folder / "plain_pig.py").write_text(PLAIN_PIG)
    paths = {name: ROOT / f"tests/games/{name}.py" for name in COMPILED}
    paths |= {"plain_pig": folder / "plain_pig.py", "pirates": folder / "pirates" / "game.py"}
    for name, path in paths.items():
        game = game_of(name, path.read_text())
        ready(game)
        first = game.resolve({}, "bench")
        grid = {key: first[key][:1] for key in ("policies", "players", *game.edition.axes)}
        yield File(str(path), name, grid)


def compiled_over_plain() -> None:
    """CPU ratios of rounds that alternate."""
    os.environ.pop(SWITCH, None)
    for name in COMPILED:
        game = game_of(name)
        ready(game)
        cell = game.cells(game.resolve({}, "bench"))[0]
        plain, compiled = zip(*(_round(game, cell) for _ in range(ROUNDS)), strict=True)
        factor = median(b / a for a, b in zip(plain, compiled, strict=True))
        speeds = f"{median(plain):9,.0f} plain {median(compiled):11,.0f} compiled"
        print(f"{name:12} {speeds}   {factor:6.1f} times (aim: {FACTOR:g})")


def _round(game: OwnGame, cell: Cell) -> tuple[float, float]:
    """Games for a CPU second, plain and compiled."""
    with plain_only():
        began, played = process_time(), 0
        while process_time() - began < PLAIN_SECONDS:
            game.simulate(cell, 1, played, played + BATCH)
            played += BATCH
        plain = played / (process_time() - began)
    return plain, _speed(game, cell)


def _speed(game: Game, cell: Cell) -> float:
    began = process_time()
    game.simulate(cell, 1, 0, COMPILED_GAMES)
    return COMPILED_GAMES / (process_time() - began)


def compiling() -> None:
    """CPU seconds until the first game of a new kernel, and of one that is in the cache."""
    cold, warm = [], []
    for name in COMPILED:
        with tempfile.TemporaryDirectory() as folder:
            cold.append(_start(name, folder))
            warm.append(_start(name, folder))
    print(f"compiling: median {median(cold):.1f} s (aim: {COLD:g}), most {max(cold):.1f} s (aim: {COLDEST:g})")
    print(f"loading: median {median(warm):.2f} s, most {max(warm):.2f} s (aim: {WARM:g})")


def _start(name: str, folder: str) -> float:
    environment = {**os.environ, "FATECAST_CACHE": folder}
    code = START.format(name=name)
    return float(subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True).stdout)


def laboratory_over_bare() -> None:
    """Half of the bare loops before the laboratory, half after: the machine's mood averages out."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plain_pig.py"
        file.write_text(PLAIN_PIG)
        game = load_game(admit(str(file)))
        grid = {"game": game.name, "policies": ["hold"], "players": [2]}
        cell = game.cells(game.resolve({"policies": ["hold"], "players": [2]}, "bench"))[0]
        os.environ[SWITCH] = "1"  # what the laboratory costs beside plain Python
        before = bare(game, cell, SECONDS / 2, BATCH)
        whole, _, _ = laboratory(grid, int(before.wall * SECONDS), Path(folder) / "run")
        after = bare(game, cell, SECONDS / 2, BATCH)
    cpu = (before.cpu + after.cpu) / 2
    print(f"Pig in plain Python    {cpu:11,.0f} games per CPU second of simulate   (aim: {ENOUGH:,})")
    print(f"laboratory, 2 workers  {whole.cpu:11,.0f} games per CPU second")
    print(f"laboratory over bare   {whole.cpu / cpu:11.3f}   (aim: at least {SHARE:.3f})")
