"""Compiles before the tests what several of them need, side by side: every policy as a whole game and step by step, and
some mixed tables. Without this, each process of the tests would compile it for itself.

python -m tests.warm
"""

from collections.abc import Iterator
from functools import partial

from engine.game.cell import Cell
from engine.kernel.parallel_compile import compile_together
from engine.shipwreck.cells.hidden_redeal import permute
from engine.shipwreck.cells.play_cell import make_ready
from engine.shipwreck.game import SHIPWRECK
from tests.support import ROOT
from tests.support.shipwreck import cells
from tests.support.words import read_words

TABLES = ("novice,novice slip=0.5", "pragmatic depth=1,novice", "expert: novice")
SCRIPT = f"script file={ROOT / 'tests/engine/shipwreck/playthroughs/opening.toml'}"


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
    make_ready(cell, lambda line: None)
    permute(cell, seed=1, games=1, deals=1)


if __name__ == "__main__":
    read_words("tests.warm")
    cells.install_chaos()
    compile_together([partial(compile_all, cell) for cell in cells_to_compile()], print)
