"""Games in files of plain Python: their speed on one core, plain and compiled, and what the laboratory costs beside
them."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from engine.game.cell import Cell
from engine.game.protocol import Game
from engine.game.registry import admit, load_game
from engine.outside.own.compiled.kernels import SWITCH, plain_only
from engine.outside.own.game import OwnGame
from engine.pig.game import PIG
from tests.bench.laboratory import bare, laboratory
from tests.own_games.cells import GAMES, game_of
from tests.own_games.rows import ready
from tests.support.own_file import PLAIN_PIG, own_game

SECONDS = 20.0
BATCH = 256
ENOUGH, SHARE = 2_000, 1 / 1.1
"""Games a second and core; of the games that a bare loop plays in the same CPU time."""


ROUNDS = 5
PLAIN_SECONDS, COMPILED_GAMES = 0.5, 20_000
FACTOR, OF_PIG, COLD, COLDEST, WARM = 15.0, 0.65, 8.0, 25.0, 0.3
"""Compiled games for a plain one, in each file; of the games of engine/pig; CPU seconds to compile, in the median and
at most, and to load."""
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


def main() -> None:
    laboratory_over_bare()
    compiled_over_plain()
    compiling()


def compiled_over_plain() -> None:
    """CPU ratios of rounds that alternate."""
    os.environ.pop(SWITCH, None)
    for name in GAMES:
        game = game_of(name)
        ready(game)
        cell = game.cells(game.resolve({}, "bench"))[0]
        plain, compiled = zip(*(_round(game, cell) for _ in range(ROUNDS)), strict=True)
        factor = median(b / a for a, b in zip(plain, compiled, strict=True))
        speeds = f"{median(plain):9,.0f} plain {median(compiled):11,.0f} compiled"
        print(f"{name:12} {speeds}   {factor:6.1f} times (aim: {FACTOR:g})")
    ours, theirs = PIG.cells(PIG.resolve({"policies": ["hold at=20"]}, "bench"))[0], own_game()
    ready(theirs)
    pig = theirs.cells(theirs.resolve({"players": [2]}, "bench"))[0]
    PIG.prepare([ours], print)
    ratios = [_speed(theirs, pig) / _speed(PIG, ours) for _ in range(ROUNDS)]
    print(f"the file of the how-to over engine/pig   {median(ratios):6.2f}   (aim: {OF_PIG})")


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
    for name in GAMES:
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
