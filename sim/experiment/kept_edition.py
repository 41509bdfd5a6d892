"""What a run or a baseline keeps of a game of one's own: its text, its cards, its declaration as data. It is read
without running any of it."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from engine.configs import read_bounded
from engine.errors import BadData, BadInput, message
from engine.game.cell import Json
from engine.game.protocol import KeepsText
from engine.language.current import said
from sim.experiment.experiment import ResolvedExperiment
from sim.text.json_text import parse_json, readable

EDITION = "edition.json"
"""The file in a run directory; in its manifest, the same word without the ending has the hash of the file."""
KEY = "edition"
EDITION_BYTES = 8_000_000
"""No such file is larger: a text of a million bytes, every second of them escaped, and what it declares."""


def edition_of(experiment: ResolvedExperiment, say: Callable[[str], None]) -> Json | None:
    """What to keep of the game of an experiment; None if it is no game of one's own. `say` hears what is not kept."""
    game = experiment.game
    if not isinstance(game, KeepsText):
        return None
    data, note = game.kept(experiment.grid, experiment.cells)
    if data is not None and len(readable(data)) > EDITION_BYTES:
        data, note = None, said("{game} declares more than is kept with results", game=game.name)
    if note:
        say(note)
    return data


def checksum(data: bytes) -> str:
    return sha256(data).hexdigest()


def edition_in(folder: Path, manifest: Json) -> object | None:
    """What a run keeps of its game; None if it keeps nothing. BadData if the file is not the one that was written."""
    if manifest.get(KEY) is None:
        return None
    path = folder / EDITION
    try:
        raw = read_bounded(path, EDITION_BYTES, BadData)
    except BadInput as error:
        raise BadData(message("{error}", error=error.line)) from None
    if checksum(raw) != manifest[KEY]:
        raise BadData(message("changed since it was written"), source=path)
    try:
        return parse_json(raw)
    except (ValueError, RecursionError) as error:
        raise BadData(message("not valid JSON: {reason}", reason=error), source=path) from None
