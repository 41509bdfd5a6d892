"""The game that the file of a baseline names."""

from pathlib import Path

from engine.configs import MAX_FILE_BYTES
from engine.errors import BadData
from sim.experiment.kept_edition import EDITION_BYTES
from sim.text.json_text import read_json

BASELINE_BYTES = MAX_FILE_BYTES + EDITION_BYTES


def game_in(path: Path, otherwise: str | None = None) -> str:
    """The name of the game that a baseline says it is of. If it cannot be read: that of the call, else its folder's."""
    try:
        named = game_named(read_json(path, BASELINE_BYTES, wrong=BadData))
    except BadData:
        named = None
    return named or otherwise or path.resolve().parent.parent.name


def game_named(data: object) -> str | None:
    game = data.get("game") if isinstance(data, dict) else None
    name = game.get("name") if isinstance(game, dict) else None
    return name if isinstance(name, str) else None
