"""Files checked before anything is played."""

from json import dumps
from pathlib import Path

from engine.game.registry import load_game
from sim.experiment.experiment import read_data, resolve


def file_schema(game: str) -> str:
    """The JSON Schema of the game's own files."""
    return dumps(load_game(game).file_schema(), indent=2)


def check_file(path: Path, game: str) -> str:
    """Say what a file is, or what is wrong with it. What is not one of the game's own files is an experiment."""
    data = read_data(path)
    kind = load_game(str(data.get("game", game))).check(data, path)
    if kind is not None:
        return kind
    effective = resolve({"name": path.stem, "game": game} | data, str(path))
    return f"an experiment of {len(effective.cells)} cells"
