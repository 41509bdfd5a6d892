"""Check a file before anything is played, and tell files from games."""

from json import dumps
from pathlib import Path

from engine.errors import BadInput
from engine.game.parts import files_of
from engine.game.questions.subject import is_address
from engine.game.registry import is_from_outside, load_game, names
from sim.display.number_format import counted
from sim.experiment.experiment import read_data, resolve


def file_schema(game: str) -> str:
    """The JSON Schema of the game's own files."""
    return dumps(files_of(load_game(game)).schema(), indent=2)


def is_game(word: str) -> bool:
    """Whether a word names a game: by its name, by what makes it (`openspiel:…`), by its place in a package, by the
    file or folder of its code."""
    if word in names() or is_from_outside(word) or is_address(word):
        return True
    return word.endswith(".py") or Path(word).is_dir()


def file_changes(path: Path, game: str) -> list[str]:
    """What a file of content changes of what it extends, one line each."""
    data = read_data(path)
    if not data:
        raise BadInput(f"{path}: empty, expected a content file, a preset or an experiment")
    files = load_game(str(data.get("game", game))).files
    return files.changes(path) if files and files.check(data, path) is not None and "extends" in data else []


def check_file(path: Path, game: str) -> str:
    """What a file is, or an error that says what is wrong with it. Files that are not the game's are experiments."""
    data = read_data(path)
    if not data:
        raise BadInput(f"{path}: empty, expected a content file, a preset or an experiment")
    files = load_game(str(data.get("game", game))).files
    kind = files.check(data, path) if files else None
    if kind is not None:
        return kind
    experiment = resolve({"name": path.stem, "game": game} | data, str(path))
    return f"an experiment of {counted(len(experiment.cells), 'cell')}"
