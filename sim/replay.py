"""One game again, told."""

from json import dumps
from pathlib import Path

from engine.configs import unknown
from engine.errors import BadInput
from engine.game import Cell, Game, load_game
from sim.experiment import resolve
from sim.store import Store


def tell(game: Game, cell: Cell, seed: int, index: int, turn: int, as_json: bool) -> str:
    """The game from a turn on, for a person or as data."""
    told = game.replay(cell, seed, index)
    if as_json:
        return dumps([event for event in told.events if event["turn"] >= turn], indent=2, ensure_ascii=False)
    return "\n".join(line for at, line in told.lines if at >= turn)


def by_id(game: str, game_id: str) -> tuple[Game, Cell, int, int]:
    """The game that an id names."""
    found = load_game(game)
    return found, *found.find_game(game_id)


def in_run(path: Path, cell: str, index: str) -> tuple[Game, Cell, int, int]:
    """A game of a run: the cell by its name or its number in summary.csv, the game by its index."""
    effective = resolve(Store(path).manifest()["experiment"], str(path / "manifest.json"))
    names = [each.name for each in effective.cells]
    if not index.isdecimal():
        raise BadInput(f"INDEX: expected a number from 0 up, not {index!r}")
    if cell.isdecimal() and int(cell) < len(names):
        number = int(cell)
    elif cell in names:
        number = names.index(cell)
    else:
        raise BadInput(unknown("cell", cell, [*names, f"0 to {len(names) - 1}"]))
    return effective.game, effective.cells[number], effective.settings.seed, int(index)
