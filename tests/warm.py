"""Compiles before the tests what several of them need, side by side: every policy as a whole game and step by step, and
some mixed tables; then game files, and the policies of the other games. Without this, each process of the tests would
compile it for itself.

python -m tests.warm
"""

import os
from collections.abc import Iterator
from functools import partial

from engine.game.cell import Cell
from engine.game.registry import load_game
from engine.kernel.compiling.parallel import compile_together
from engine.outside.own.compiled.kernels import SWITCH
from engine.policy.naming import quoted
from engine.shipwreck.cells.hidden_redeal import permute
from engine.shipwreck.game import SHIPWRECK
from tests.bench._cases import cases
from tests.own_games.cells import BY_MACHINE_CODE, game_of, text_of
from tests.support import ROOT
from tests.support.own_file import PLAIN_PIG
from tests.support.pig.cells import PIG
from tests.support.shipwreck import cells
from tests.support.troubled_file import TROUBLED
from tests.support.words import read_words

OTHERS = ("euphoria", "oracle", "hadal")
TABLES = ("novice,novice slip=0.5", "pragmatic depth=1,novice")
OPENING = ROOT / "tests/engine/shipwreck/playthroughs/opening.toml"
SCRIPT = f"script file={quoted(str(OPENING))}"


def cells_to_compile() -> Iterator[Cell]:
    """Neighbours think alike, so that what one has compiled serves the next."""
    for policy in ("mute", SCRIPT, "guess", "certain", "omniscient", "chaos", "novice"):
        yield cells.make("base", policy)
    for text in TABLES:
        grid = {"tables": [text], "players": [3], "doom": [2]}
        yield SHIPWRECK.cells(SHIPWRECK.resolve(grid, "tests"))[0]
    for policy in (*cells.THINKING, *cells.LEARNT):
        yield cells.make("base", policy)


def compile_all(cell: Cell) -> None:
    SHIPWRECK.played.make_ready(cell, lambda line: None)
    permute(cell, seed=1, games=1, deals=1)


def own_files() -> Iterator[tuple[str, str]]:
    """Game files whose kernels several tests use."""
    for name in BY_MACHINE_CODE:
        yield name, text_of(name)
    yield "plain_pig", PLAIN_PIG
    yield "troubled", TROUBLED


def compile_file(name: str, text: str) -> None:
    os.environ.pop(SWITCH, None)
    game_of(name, text).kernel.compile()


if __name__ == "__main__":
    read_words("tests.warm")
    cells.install_chaos()
    compile_together([partial(compile_all, cell) for cell in cells_to_compile()], print)
    os.environ.pop(SWITCH, None)
    PIG.compile_now()
    compile_together([partial(compile_file, name, text) for name, text in own_files()], print)
    for game in OTHERS:
        load_game(game).prepare([case.cell()[1] for case in cases() if case.game == game], print)
