"""Plays batches of games in the tree that Python finds first, and says how long each took.

Reads lines of JSON from the standard input: the game, its grid, the first and the last index. Answers each with the CPU
seconds of the batch and the turns of a game. It also runs in old commits, so it uses little of ours; the registry of
games has moved once.
"""

import json
import sys
from importlib import import_module
from time import process_time
from typing import Any

CELLS: dict[str, tuple[Any, Any]] = {}


def load_game(name: str) -> Any:
    """A game of this tree, or of a file."""
    try:
        registry = import_module("engine.game.registry")
    except ImportError:
        registry = import_module("engine.game")
    return registry.load_game(registry.admit(name) if name.endswith(".py") else name)


def prepared(game: str, grid: dict[str, Any]) -> tuple[Any, Any]:
    """The game and the cell, compiled, with some games played."""
    key = json.dumps([game, grid])
    if key not in CELLS:
        found = load_game(game)
        [cell] = found.cells(found.resolve(grid, "bench"))
        found.prepare([cell], lambda line: None)
        found.simulate(cell, 1, 0, 10)
        CELLS[key] = found, cell
    return CELLS[key]


if __name__ == "__main__":
    for line in sys.stdin:
        name, grid, first, last = json.loads(line)
        game, cell = prepared(name, grid)
        began = process_time()
        rows = game.simulate(cell, 1, first, last).rows
        print(json.dumps([process_time() - began, float(rows["turns"].mean())]), flush=True)
